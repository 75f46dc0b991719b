import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { attemptOutcomes, mismatchKinds } from '#contract/urns/api.ts'
import { authorities, identityKinds, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import { nicheEvents, shelfEvents, twoPersonEvents, urnEvents } from '#contract/urns/moves.ts'
import { accountRef } from './accounts.ts'
import { bookings } from './bookings.ts'
import { instant, oneOf } from './columns.ts'
import { niches } from './niches.ts'

/** The urn of a beneficiary, from when it is first received. */
export const urns = pgTable(
  'urns',
  {
    tag: text('tag').primaryKey(),
    bookingID: text('booking_id')
      .notNull()
      .references(() => bookings.bookingID),
    widthMm: integer('width_mm'),
    heightMm: integer('height_mm'),
    cremationNumber: text('cremation_number').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    /** A trigger on `urn_moves` sets it when the urn is received or taken out, and clears it when it is placed or released. */
    outsideSince: instant('outside_since'),
  },
  (table) => [
    index('urns_outside').on(table.outsideSince).where(sql`outside_since is not null`).concurrently(),
    unique('urns_one_per_booking').on(table.bookingID),
    index('urns_by_cremation_number').on(sql`lower(${table.cremationNumber})`).where(sql`cremation_number <> ''`),
    check('urns_size_positive', sql`${table.widthMm} > 0 and ${table.heightMm} > 0`),
  ],
)

/** The ledger: a row is never changed or deleted, and its audit entry repeats it. The last row of an urn says where it is. */
export const urnMoves = pgTable(
  'urn_moves',
  {
    moveID: uuid('move_id').primaryKey(),
    tag: text('tag')
      .notNull()
      .references(() => urns.tag),
    /** Counts the moves of an urn, so that two at the same time cannot both be written. */
    position: integer('position').notNull(),
    event: text('event', { enum: urnEvents }).notNull(),
    nicheID: uuid('niche_id').references(() => niches.nicheID),
    shelf: text('shelf').notNull().default(''),
    /** Null if nobody was signed in: an import by the command, and the urns of registers that were imported before there was a ledger. */
    actorID: accountRef('actor_id'),
    /** The second person of a move that needs two. */
    witnessID: accountRef('witness_id'),
    reason: text('reason').notNull().default(''),
    releasedTo: text('released_to'),
    identityKind: text('identity_kind', { enum: identityKinds }),
    identityEnding: text('identity_ending'),
    authority: text('authority', { enum: authorities }),
    document: text('document'),
    requestID: uuid('request_id').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    unique('urn_moves_in_order').on(table.tag, table.position),
    unique('urn_moves_request_once').on(table.requestID),
    index('urn_moves_by_time').on(table.at),
    index('urn_moves_by_niche').on(table.nicheID).where(sql`niche_id is not null`),
    check('urn_moves_event_known', oneOf(table.event, urnEvents)),
    check('urn_moves_niche_said', sql`(${oneOf(table.event, nicheEvents)}) = (${table.nicheID} is not null)`),
    check('urn_moves_shelf_said', sql`(${oneOf(table.event, shelfEvents)}) = (${table.shelf} <> '')`),
    check(
      'urn_moves_two_people',
      sql`(${oneOf(table.event, twoPersonEvents)}) = (${table.witnessID} is not null) and (${table.event} = 'enter' or ${table.actorID} is not null)`,
    ),
    check('urn_moves_people_differ', sql`${table.witnessID} <> ${table.actorID}`),
    check(
      'urn_moves_release_complete',
      sql`num_nonnulls(${table.releasedTo}, ${table.identityKind}, ${table.identityEnding}, ${table.authority}, ${table.document})
        = case when ${table.event} = 'release' then 5 else 0 end`,
    ),
  ],
)

/** What the first person adds to a move, for the second to see. */
interface AttemptDetails {
  reason?: string
  release?: ReleaseDetails
}

/** A move that needs two people: the first person's confirmation, and how it ended. */
export const urnAttempts = pgTable(
  'urn_attempts',
  {
    attemptID: uuid('attempt_id').primaryKey(),
    tag: text('tag')
      .notNull()
      .references(() => urns.tag),
    event: text('event', { enum: twoPersonEvents }).notNull(),
    /** The niche whose code was entered. */
    nicheID: uuid('niche_id')
      .notNull()
      .references(() => niches.nicheID),
    outcome: text('outcome', { enum: attemptOutcomes }).notNull(),
    details: jsonb('details').$type<AttemptDetails>().notNull(),
    firstByID: accountRef('first_by_id').notNull(),
    firstRequestID: uuid('first_request_id').notNull(),
    firstAt: instant('first_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    secondByID: accountRef('second_by_id'),
    secondRequestID: uuid('second_request_id'),
    endedAt: instant('ended_at'),
    /** The kind of value that did not match; the last person to confirm entered it. */
    mismatch: text('mismatch', { enum: mismatchKinds }),
    settledAt: instant('settled_at'),
    settledByID: accountRef('settled_by_id'),
    settledNote: text('settled_note'),
  },
  (table) => [
    uniqueIndex('urn_attempts_one_open').on(table.tag).where(sql`outcome = 'open'`),
    unique('urn_attempts_first_once').on(table.firstRequestID),
    unique('urn_attempts_second_once').on(table.secondRequestID),
    index('urn_attempts_by_time').on(table.tag, table.firstAt),
    index('urn_attempts_open').on(table.expiresAt).where(sql`outcome = 'open'`),
    index('urn_attempts_expired').on(table.endedAt).where(sql`outcome = 'expired'`).concurrently(),
    index('urn_attempts_unsettled').on(table.endedAt).where(sql`outcome = 'mismatch' and settled_at is null`),
    check('urn_attempts_outcome_known', oneOf(table.outcome, attemptOutcomes)),
    check('urn_attempts_event_known', oneOf(table.event, twoPersonEvents)),
    check(
      'urn_attempts_people_differ',
      sql`${table.outcome} <> 'done' or coalesce(${table.secondByID} <> ${table.firstByID}, false)`,
    ),
    check('urn_attempts_ended', sql`(${table.outcome} = 'open') = (${table.endedAt} is null)`),
    check('urn_attempts_mismatch_said', sql`(${table.outcome} = 'mismatch') = (${table.mismatch} is not null)`),
  ],
)

/** The documents of an urn are lost: its release waits until the contacts of the booking had time to object. */
export const urnLossReports = pgTable(
  'urn_loss_reports',
  {
    reportID: uuid('report_id').primaryKey(),
    tag: text('tag')
      .notNull()
      .references(() => urns.tag),
    note: text('note').notNull(),
    reportedByID: accountRef('reported_by_id').notNull(),
    reportedAt: instant('reported_at').notNull(),
    /** Only the previous release writes and reads these two; `second_person_requests` replaces them. */
    withdrawalAskedByID: accountRef('withdrawal_asked_by_id'),
    withdrawalNote: text('withdrawal_note').notNull().default(''),
    /** Withdrawn by staff, or used by a release. */
    endedAt: instant('ended_at'),
  },
  (table) => [uniqueIndex('urn_loss_reports_one_open').on(table.tag).where(sql`ended_at is null`)],
)
