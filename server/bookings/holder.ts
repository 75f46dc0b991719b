import { sql } from 'drizzle-orm'
import { registerEntries, users } from '#server/database/schema.ts'

/** Of the account; for a booking from a register without one, as the register says. Join both tables. */
export const holderName = sql<string>`coalesce(${users.fullName}, ${registerEntries.holderName}, '')`
export const holderContact = sql<string>`coalesce(${users.contactNumber}, ${registerEntries.holderContact}, '')`
