import { sql } from 'drizzle-orm'
import { registerEntries, users } from './schema.ts'

/** The holder's details from the account, or from the register if there is none. Join both tables. */
export const holderName = sql<string>`coalesce(${users.fullName}, ${registerEntries.holderName}, '')`
export const holderContact = sql<string>`coalesce(${users.contactNumber}, ${registerEntries.holderContact}, '')`
/** The postal address of the account as one line; empty if there is none. A register has no address. */
export const holderAddress = sql<string>`coalesce(${users.addressWhole},
  concat_ws(', ', nullif(${users.street}, ''), nullif(${users.unitNumber}, ''), nullif(${users.postalCode}, '')))`
