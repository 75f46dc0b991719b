import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { claimStateNames } from '#contract/rights/claim.ts'
import { letterWays } from '#contract/rights/right.ts'
import { accountRef } from './accounts.ts'
import { bytes, instant, oneOf } from './columns.ts'
import { rightClaims } from './right-claims.ts'
import { rightAgreements, rightContacts } from './right-contacts.ts'
import { rights } from './rights.ts'

/** The letters that were written about a right. One that goes by post waits until somebody has posted it, and may come back. */
export const rightLetters = pgTable(
  'right_letters',
  {
    letterID: uuid('letter_id').primaryKey(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID),
    /** The last day that the letter names. An extended right has another one, so its letters are written again. Null if it is about something else. */
    endsOn: date('ends_on', { mode: 'string' }),
    /** How many months before. */
    months: integer('months'),
    /** It is about this booking and goes to its holder, unless it names a holder or contact. Null if it is about a claim, or asks a holder to agree. */
    bookingID: text('booking_id'),
    /** The claim that it is about, and in which state it was then. */
    claimID: uuid('claim_id').references(() => rightClaims.claimID),
    about: text('about', { enum: claimStateNames }),
    /** The reader of a letter about a claim, or of one that asks a holder to agree. */
    readerName: text('reader_name'),
    /** Where they lived then. For a holder or contact, what is recorded now counts. */
    addressSealed: bytes('address_sealed'),
    /** The holder whom it is for, unless that is known by the booking. */
    holderID: bigint('holder_id', { mode: 'number' }),
    contactID: uuid('contact_id').references(() => rightContacts.contactID),
    /** What it asks a holder to agree to. */
    agreementID: uuid('agreement_id').references(() => rightAgreements.agreementID),
    /** The sentence that tells a holder what staff have changed or recorded. */
    news: text('news'),
    by: text('sent_by', { enum: letterWays }).notNull(),
    writtenAt: instant('written_at').notNull(),
    postedAt: instant('posted_at'),
    postedByID: accountRef('posted_by_id'),
    cameBackAt: instant('came_back_at'),
    cameBackByID: accountRef('came_back_by_id'),
    /** It was printed again or, with a reason, dismissed. */
    settledAt: instant('settled_at'),
    settledByID: accountRef('settled_by_id'),
    settledReason: text('settled_reason'),
  },
  (table) => [
    index('right_letters_by_right').on(table.rightID, table.endsOn, table.months),
    index('right_letters_to_post').on(table.writtenAt).where(sql`sent_by = 'post' and posted_at is null`),
    index('right_letters_by_claim').on(table.claimID).where(sql`claim_id is not null`),
    check(
      'right_letters_about_something',
      sql`case when ${table.news} is not null then ${table.readerName} is not null and num_nonnulls(${table.endsOn}, ${table.months}, ${table.claimID}, ${table.about}, ${table.agreementID}) = 0
        when ${table.agreementID} is not null then num_nonnulls(${table.holderID}, ${table.readerName}) = 2 and num_nonnulls(${table.endsOn}, ${table.months}, ${table.claimID}, ${table.contactID}) = 0
        when ${table.claimID} is not null then num_nonnulls(${table.about}, ${table.readerName}) = 2 and num_nonnulls(${table.endsOn}, ${table.months}) = 0
        when ${table.contactID} is not null and ${table.endsOn} is null then ${table.months} is null and ${table.bookingID} is not null
        else num_nonnulls(${table.endsOn}, ${table.months}, ${table.bookingID}) = 3 end`,
    ),
    index('right_letters_by_agreement').on(table.agreementID),
    index('right_letters_by_contact').on(table.contactID),
    index('right_letters_posted')
      .on(table.postedAt, table.letterID)
      .where(sql`sent_by = 'post' and posted_at is not null and came_back_at is null`),
    index('right_letters_returned').on(table.cameBackAt).where(sql`came_back_at is not null and settled_at is null`),
    check('right_letters_ways_known', oneOf(table.by, letterWays)),
    check('right_letters_returned_by_somebody', sql`(${table.cameBackAt} is null) = (${table.cameBackByID} is null)`),
    check('right_letters_settled_by_somebody', sql`(${table.settledAt} is null) = (${table.settledByID} is null)`),
    check('right_letters_posted_by_somebody', sql`(${table.postedAt} is null) = (${table.postedByID} is null)`),
  ],
)
