import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { foldedWords, isEastAsian, nameWords } from '../name-search.ts'
import { accountRef, ownerRef } from './accounts.ts'
import { bookings } from './bookings.ts'
import { bytes, instant } from './columns.ts'
import { registerImports } from './registers.ts'

interface EntryHolder {
  holderName: string
  holderContact: string
  holderEmail: string
}

/** What a register says about a booking beyond the booking itself. */
export const registerEntries = pgTable(
  'register_entries',
  {
    bookingID: text('booking_id')
      .primaryKey()
      .references(() => bookings.bookingID),
    importID: uuid('import_id')
      .notNull()
      .references(() => registerImports.importID),
    /** The import that made the booking without a name, if a later one has named it. Undoing that one gives it back. */
    unnamedByID: uuid('unnamed_by_id').references(() => registerImports.importID),
    /** The row as spreadsheets count: the header is row 1. */
    rowNumber: integer('row_number').notNull(),
    holderName: text('holder_name').notNull(),
    holderContact: text('holder_contact').notNull(),
    /** The number in the form in which numbers are compared; empty if there is none. */
    contactKey: text('contact_key').notNull(),
    holderEmail: text('holder_email').notNull(),
    /** The holder before the first correction; null if nobody has corrected it. */
    holderAsImported: jsonb('holder_as_imported').$type<EntryHolder>(),
    /** A year, a month or a day; empty if the register does not say it. */
    bookedOn: text('booked_on').notNull(),
    reference: text('reference').notNull(),
    deed: text('deed').notNull().default(''),
    /** The number of the receipt for what was paid before the house moved in. */
    receiptNo: text('receipt_no').notNull().default(''),
    /** The row as it was in the file, in JSON. */
    sourceSealed: bytes('source_sealed').notNull(),
    linkedAt: instant('linked_at'),
    linkedByID: accountRef('linked_by_id'),
    /** The papers that the clerk has seen. */
    linkedPapers: text('linked_papers'),
  },
  (table) => [
    index('register_entries_by_import').on(table.importID),
    index('register_entries_by_contact').on(table.contactKey).where(sql`contact_key <> ''`),
    index('register_entries_by_holder').using('gin', nameWords(table.holderName)),
    index('register_entries_by_folded_holder')
      .using('gin', foldedWords(table.holderName))
      .where(isEastAsian(table.holderName))
      .concurrently(),
    check('register_entries_linked_with_papers', sql`(${table.linkedAt} is null) = (${table.linkedPapers} is null)`),
  ],
)

/** The open code of a booking that a clerk is about to link: the person at the counter reads it out from a letter to their account. */
export const linkCodes = pgTable(
  'link_codes',
  {
    bookingID: text('booking_id')
      .primaryKey()
      .references(() => registerEntries.bookingID, { onDelete: 'cascade' }),
    userID: ownerRef('user_id').notNull(),
    /** Covers code, booking, account and address. Keyed, because six digits are soon tried out. */
    codeHash: text('code_hash').notNull(),
    wrongTries: integer('wrong_tries').notNull().default(0),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [index('link_codes_by_account').on(table.userID)],
)
