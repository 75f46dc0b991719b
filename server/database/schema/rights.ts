import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { contactAnswerNames, contactKindNames } from '#contract/rights/contact.ts'
import { letterWays } from '#contract/rights/letters.ts'
import { rightBases, rightStateNames } from '#contract/rights/right.ts'
import { rightEvents } from '#contract/rights/transitions.ts'
import { nameWords } from '../name-search.ts'
import { accountRef } from './accounts.ts'
import { bytes, instant, oneOf } from './columns.ts'
import { niches } from './niches.ts'

/** The right of a family to a niche. It outlives the booking that granted it; bookings name their right. */
export const rights = pgTable(
  'rights',
  {
    rightID: uuid('right_id').primaryKey(),
    /** Shown as `R-000012`. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity({ name: 'right_numbers' }),
    nicheID: uuid('niche_id')
      .notNull()
      .references(() => niches.nicheID),
    deedNumber: text('deed_number'),
    /** A year, a month or a day; null if no register says it. */
    grantedOn: text('granted_on'),
    /** With `years`, the rules of the house as they were then. */
    basis: text('basis', { enum: rightBases }).notNull(),
    years: integer('years'),
    /** The last day. Null without an end, and until the first placement begins the term. */
    endsOn: date('ends_on', { mode: 'string' }),
    state: text('state', { enum: rightStateNames }).notNull(),
    /** The rules of the house for extending it, as they were when it was granted; null if there were none. */
    extensionYears: integer('extension_years'),
    extensionTimes: integer('extension_times'),
    /** How often it was extended, and its last day before. */
    extended: integer('extended').notNull().default(0),
    firstEndsOn: date('first_ends_on', { mode: 'string' }),
    /** Grows with every move, so that of two simultaneous ones the second is refused. */
    version: integer('version').notNull().default(1),
    /** When its first holder was stored; null until then. */
    holdersAt: instant('holders_at'),
  },
  (table) => [
    unique('rights_number_unique').on(table.number),
    uniqueIndex('rights_one_per_niche').on(table.nicheID).where(sql`state <> 'surrendered'`),
    index('rights_without_holders').on(table.rightID).where(sql`holders_at is null`),
    index('rights_by_niche').on(table.nicheID),
    index('rights_by_state').on(table.state, table.number),
    index('rights_by_year_of_end').on(sql`extract(year from ${table.endsOn})`, table.number),
    index('rights_by_year_and_state').on(sql`extract(year from ${table.endsOn})`, table.state, table.number),
    index('rights_that_end').on(table.endsOn).where(sql`state = 'living' and ends_on is not null`),
    check('rights_basis_known', oneOf(table.basis, rightBases)),
    check('rights_state_known', oneOf(table.state, rightStateNames)),
    check('rights_granted_partial', sql`${table.grantedOn} ~ '^[12][0-9]{3}(-[0-9]{2}){0,2}$'`),
    check('rights_extension_complete', sql`num_nonnulls(${table.extensionYears}, ${table.extensionTimes}) in (0, 2)`),
    check(
      'rights_extended_once_ended',
      sql`${table.extended} >= 0 and (${table.extended} = 0 or ${table.firstEndsOn} is not null)`,
    ),
    check('rights_years_allowed', sql`${table.years} between 1 and 999`),
    check(
      'rights_term_complete',
      sql`case ${table.basis} when 'perpetual' then num_nonnulls(${table.years}, ${table.endsOn}) = 0
        when 'purchase' then num_nonnulls(${table.years}, ${table.endsOn}) = 2
        when 'firstPlacement' then ${table.years} is not null
        else ${table.years} is null and ${table.endsOn} is not null end`,
    ),
  ],
)

/** Who decides about a niche. They are deleted only with their right. */
export const rightHolders = pgTable(
  'right_holders',
  {
    holderID: bigint('holder_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID, { onDelete: 'cascade' }),
    /** The booking whose applicant this is, or whose holder in a register. Its name follows the booking, unless `name` says another one. */
    bookingID: text('booking_id'),
    name: text('name'),
    nricSealed: bytes('nric_sealed'),
    addressSealed: bytes('address_sealed'),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    index('right_holders_by_right').on(table.rightID, table.holderID),
    index('right_holders_by_name').using('gin', nameWords(table.name)),
    check('right_holders_have_name', sql`num_nonnulls(${table.bookingID}, ${table.name}) >= 1`),
  ],
)

/** Whom the holders of a right have named: to succeed them, to get notices, or to collect the ashes. */
export const rightContacts = pgTable(
  'right_contacts',
  {
    contactID: uuid('contact_id').primaryKey(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID, { onDelete: 'cascade' }),
    kind: text('kind', { enum: contactKindNames }).notNull(),
    /** The order among the successors. */
    place: integer('place'),
    name: text('name').notNull(),
    relationship: text('relationship').notNull().default(''),
    /** Email address, telephone number and postal address; null once they have declined or were removed. */
    reachSealed: bytes('reach_sealed'),
    addedAt: instant('added_at').notNull(),
    /** The hash of the token in the email that asks them; null if they have answered, or were asked by post. */
    tokenHash: text('token_hash'),
    tokenExpiresAt: instant('token_expires_at'),
    acceptedAt: instant('accepted_at'),
    acceptedBy: text('accepted_by', { enum: contactAnswerNames }),
    declinedAt: instant('declined_at'),
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('right_contacts_by_right').on(table.rightID),
    index('right_contacts_by_name').using('gin', nameWords(table.name)),
    uniqueIndex('right_contacts_token_unique').on(table.tokenHash),
    check('right_contacts_kind_known', oneOf(table.kind, contactKindNames)),
    check('right_contacts_answer_known', oneOf(table.acceptedBy, contactAnswerNames)),
    check(
      'right_contacts_successors_in_order',
      sql`(${table.place} is not null) = (${table.kind} = 'successor' and ${table.removedAt} is null)`,
    ),
    check('right_contacts_accepted_somehow', sql`(${table.acceptedAt} is null) = (${table.acceptedBy} is null)`),
    check('right_contacts_token_expires', sql`(${table.tokenHash} is null) = (${table.tokenExpiresAt} is null)`),
    check('right_contacts_one_answer', sql`num_nonnulls(${table.acceptedAt}, ${table.declinedAt}) <= 1`),
  ],
)

/** The letters that were written about a right. One that goes by post waits until somebody has posted it, and may come back. */
export const rightLetters = pgTable(
  'right_letters',
  {
    letterID: uuid('letter_id').primaryKey(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID),
    /** The last day that the letter names. An extended right has another one, so its letters are written again. Null if it asks a contact. */
    endsOn: date('ends_on', { mode: 'string' }),
    /** How many months before. */
    months: integer('months'),
    /** The letter goes to the holder of this booking, unless it goes to a contact. */
    bookingID: text('booking_id').notNull(),
    contactID: uuid('contact_id').references(() => rightContacts.contactID),
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
    index('right_letters_by_contact').on(table.contactID),
    index('right_letters_posted')
      .on(table.postedAt, table.letterID)
      .where(sql`sent_by = 'post' and posted_at is not null and came_back_at is null`),
    index('right_letters_returned').on(table.cameBackAt).where(sql`came_back_at is not null and settled_at is null`),
    check('right_letters_ways_known', oneOf(table.by, letterWays)),
    check(
      'right_letters_about_end_or_contact',
      sql`num_nonnulls(${table.endsOn}, ${table.months}) = case when ${table.contactID} is null or ${table.endsOn} is not null then 2 else 0 end`,
    ),
    check('right_letters_returned_by_somebody', sql`(${table.cameBackAt} is null) = (${table.cameBackByID} is null)`),
    check('right_letters_settled_by_somebody', sql`(${table.settledAt} is null) = (${table.settledByID} is null)`),
    check('right_letters_posted_by_somebody', sql`(${table.postedAt} is null) = (${table.postedByID} is null)`),
  ],
)

/** The ledger of rights. Only undoing an import deletes from it, together with the right. */
export const rightMoves = pgTable(
  'right_moves',
  {
    moveID: bigint('move_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID),
    event: text('event', { enum: rightEvents }).notNull(),
    to: text('to_state', { enum: rightStateNames }).notNull(),
    /** The booking that caused it; null if its term ended or began. */
    bookingID: text('booking_id'),
    /** What changed, and why; null for what follows from bookings and terms. */
    reason: text('reason'),
    /** The last day that it set. */
    endsOn: date('ends_on', { mode: 'string' }),
    actorID: accountRef('actor_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('right_moves_by_right').on(table.rightID, table.moveID),
    check('right_moves_event_known', oneOf(table.event, rightEvents)),
    check('right_moves_to_known', oneOf(table.to, rightStateNames)),
  ],
)
