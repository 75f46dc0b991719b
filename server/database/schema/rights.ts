import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  claimKindNames,
  claimStateNames,
  claimWayNames,
  objectionStateNames,
  objectionWayNames,
} from '#contract/rights/claim.ts'
import { contactAnswerNames, contactKindNames } from '#contract/rights/contact.ts'
import { letterWays } from '#contract/rights/letters.ts'
import { rightBases, rightStateNames } from '#contract/rights/right.ts'
import { rightEvents } from '#contract/rights/transitions.ts'
import { foldedWords, isEastAsian, nameWords } from '../name-search.ts'
import { accountRef } from './accounts.ts'
import { bytes, instant, oneOf } from './columns.ts'
import { niches } from './niches.ts'

/** After its end: its family waits to be heard. */
export const whereToHear = sql`state = 'ended' and heard_at is not null`
/** After its end: the house goes on with its steps. */
export const whereSteps = sql`state = 'ended' and heard_at is null and cleared_to is null`

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
    /** After its end: since when its family waits to be heard. */
    heardAt: instant('heard_at'),
    /** From when its next step can be recorded, or its urns be taken out after the last one. Null until the first is recorded. */
    nextStepOn: date('next_step_on', { mode: 'string' }),
    /** When its family has asked for its urns. */
    urnsAskedAt: instant('urns_asked_at'),
    /** The shelf to which its urns may be taken, once two people have agreed. */
    clearedTo: text('cleared_to'),
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
    index('rights_to_hear').on(table.number).where(whereToHear).concurrently(),
    index('rights_with_step_due').on(sql`coalesce(next_step_on, ends_on)`).where(whereSteps).concurrently(),
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
    /** Somebody under 18 decides through their guardian. Null if they followed nobody. */
    bornOn: date('born_on', { mode: 'string' }),
    guardian: text('guardian'),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    index('right_holders_by_right').on(table.rightID, table.holderID),
    index('right_holders_by_name').using('gin', nameWords(table.name)),
    index('right_holders_by_folded_name')
      .using('gin', foldedWords(table.name))
      .where(isEastAsian(table.name))
      .concurrently(),
    check('right_holders_have_name', sql`num_nonnulls(${table.bookingID}, ${table.name}) >= 1`),
  ],
)

/** Who asks to follow holders of a right, or to take over from them. */
export const rightClaims = pgTable(
  'right_claims',
  {
    claimID: uuid('claim_id').primaryKey(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID),
    kind: text('kind', { enum: claimKindNames }).notNull(),
    state: text('state', { enum: claimStateNames }).notNull(),
    name: text('name').notNull(),
    nricSealed: bytes('nric_sealed'),
    addressSealed: bytes('address_sealed'),
    email: text('email'),
    bornOn: date('born_on', { mode: 'string' }),
    /** Who acts for somebody under 18. */
    guardian: text('guardian').notNull(),
    by: text('asked_by_way', { enum: claimWayNames }).notNull(),
    /** The papers that a clerk has seen. */
    papers: text('papers').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** The last day on which others can object, by the rule of the house on the day on which it was asked. */
    objectUntil: date('object_until', { mode: 'string' }).notNull(),
    endedAt: instant('ended_at'),
    /** Why it was decided so, or withdrawn. */
    reason: text('reason'),
  },
  (table) => [
    index('right_claims_by_right').on(table.rightID, table.askedAt),
    check('right_claims_kind_known', oneOf(table.kind, claimKindNames)),
    check('right_claims_state_known', oneOf(table.state, claimStateNames)),
    check('right_claims_way_known', oneOf(table.by, claimWayNames)),
    check('right_claims_ended_with_reason', sql`num_nonnulls(${table.endedAt}, ${table.reason}) in (0, 2)`),
    check('right_claims_ended_once_decided', sql`(${table.state} = 'asked') = (${table.endedAt} is null)`),
  ],
)

/** The holders after whom somebody asks to follow. Their names stay when they are no longer holders. */
export const rightClaimHolders = pgTable(
  'right_claim_holders',
  {
    claimID: uuid('claim_id')
      .notNull()
      .references(() => rightClaims.claimID, { onDelete: 'cascade' }),
    holderID: bigint('holder_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    /** How a living one has agreed; null until then. */
    consent: text('consent'),
  },
  (table) => [primaryKey({ columns: [table.claimID, table.holderID] })],
)

/** While one is open, nothing about the right moves. */
export const rightObjections = pgTable(
  'right_objections',
  {
    objectionID: bigint('objection_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID),
    name: text('name').notNull(),
    /** The account that objects itself. */
    objectorID: accountRef('objector_id'),
    words: text('words').notNull(),
    by: text('told_by_way', { enum: objectionWayNames }).notNull(),
    at: instant('at').notNull(),
    state: text('state', { enum: objectionStateNames }).notNull(),
    endedAt: instant('ended_at'),
    reason: text('reason'),
  },
  (table) => [
    index('right_objections_by_right').on(table.rightID, table.objectionID),
    index('right_objections_open').on(table.rightID, table.at).where(sql`state = 'open'`),
    check('right_objections_way_known', oneOf(table.by, objectionWayNames)),
    check('right_objections_state_known', oneOf(table.state, objectionStateNames)),
    check('right_objections_ended_with_reason', sql`num_nonnulls(${table.endedAt}, ${table.reason}) in (0, 2)`),
    check('right_objections_open_until_ended', sql`(${table.state} = 'open') = (${table.endedAt} is null)`),
  ],
)

/** The steps after the end of a right, as the list of the house was when the first one was recorded. */
export const rightSteps = pgTable(
  'right_steps',
  {
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** How many days to wait after it. */
    days: integer('days').notNull(),
    note: text('note').notNull().default(''),
    recordedAt: instant('recorded_at'),
    recordedByID: accountRef('recorded_by_id'),
  },
  (table) => [
    primaryKey({ columns: [table.rightID, table.position] }),
    check('right_steps_recorded_by_somebody', sql`(${table.recordedAt} is null) = (${table.recordedByID} is null)`),
  ],
)

/** People whom the holders of a right have named: to succeed them, to get notices, or to collect the ashes. */
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
    index('right_contacts_by_folded_name')
      .using('gin', foldedWords(table.name))
      .where(isEastAsian(table.name))
      .concurrently(),
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
    /** The last day that the letter names. An extended right has another one, so its letters are written again. Null if it is about something else. */
    endsOn: date('ends_on', { mode: 'string' }),
    /** How many months before. */
    months: integer('months'),
    /** The letter goes to the holder of this booking, unless it goes to a contact. Null if it is about a claim. */
    bookingID: text('booking_id'),
    /** The claim that it is about, and in which state it was then. */
    claimID: uuid('claim_id').references(() => rightClaims.claimID),
    about: text('about', { enum: claimStateNames }),
    /** The reader of a letter about a claim. */
    readerName: text('reader_name'),
    /** Where they lived then. For a holder or contact, what is recorded now counts. */
    addressSealed: bytes('address_sealed'),
    /** The holder whom it is for, unless that is known by the booking. */
    holderID: bigint('holder_id', { mode: 'number' }),
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
    index('right_letters_by_claim').on(table.claimID).where(sql`claim_id is not null`),
    check(
      'right_letters_about_something',
      sql`case when ${table.claimID} is not null then num_nonnulls(${table.about}, ${table.readerName}) = 2 and num_nonnulls(${table.endsOn}, ${table.months}) = 0
        when ${table.contactID} is not null and ${table.endsOn} is null then ${table.months} is null and ${table.bookingID} is not null
        else num_nonnulls(${table.endsOn}, ${table.months}, ${table.bookingID}) = 3 end`,
    ),
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
