import { sql } from 'drizzle-orm'
import { registerEntries, users } from './schema.ts'

/** The holder's details from the account, or from the register if there is none. Join both tables. */
export const holderName = sql<string>`coalesce(${users.fullName}, ${registerEntries.holderName}, '')`
export const holderContact = sql<string>`coalesce(${users.contactNumber}, ${registerEntries.holderContact}, '')`
