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
    /** The first day on which its next step can be recorded, or its urns be taken out after the last one. Null until the first is recorded. */
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
    /** The time at which the account was renamed, if `name` is the one before; null if staff or a register have said it. */
    nameKeptAt: instant('name_kept_at'),
    nricSealed: bytes('nric_sealed'),
    addressSealed: bytes('address_sealed'),
    /** Where we write as long as no account that can be reached says it. */
    emailSealed: bytes('email_sealed'),
    /** Somebody under 18 decides through their guardian. Null if they followed nobody. */
    bornOn: date('born_on', { mode: 'string' }),
    guardian: text('guardian'),
    /** Staff have recorded that they have died: the day, if it is known, who told it, and when it was recorded. */
    diedOn: date('died_on', { mode: 'string' }),
    deathToldBy: text('death_told_by'),
    deathRecordedAt: instant('death_recorded_at'),
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
