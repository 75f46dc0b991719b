import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bookingMakers, bookingStatuses, bookingTypes, relationships } from '#contract/bookings/booking.ts'
import { certificateKinds } from '#contract/bookings/certificate-request.ts'
import { bookingEvents } from '#contract/bookings/transitions.ts'
import { nicheStatuses } from '#contract/niches/niche.ts'
import { foundFrom, yearOfDeath } from '../find-someone.ts'
import { foldedWords, hasOtherScript, isEastAsian, nameKeys, nameWords, otherLetters } from '../name-search.ts'
import { accountRef } from './accounts.ts'
import { bytes, instant, oneOf } from './columns.ts'
import { niches } from './niches.ts'
import { rights } from './rights.ts'

/** The person whose urn the niche is for. */
export const beneficiaries = pgTable(
  'beneficiaries',
  {
    beneficiaryID: uuid('beneficiary_id').primaryKey(),
    beneficiaryName: text('beneficiary_name').notNull(),
    gender: text('gender').notNull(),
    nationality: text('nationality').notNull(),
    /** Any identity number or a substitute for one: not every beneficiary has an NRIC. */
    nationalIDSealed: bytes('national_id_sealed').notNull(),
    /** Null if an imported register does not say it; its other missing texts are empty. */
    relationship: text('relationship', { enum: relationships }),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    dateOfDeath: date('date_of_death', { mode: 'string' }),
    /** The date without its day in an imported register: `1932` or `1932-05`. */
    bornIn: text('born_in'),
    diedIn: text('died_in'),
    address: text('address').notNull(),
    postalCode: text('postal_code').notNull(),
    unitNumber: text('unit_number').notNull(),
    inscription: text('inscription').notNull().default(''),
    /** The time since which the holder lets visitors find the person. */
    sharedAt: instant('shared_at'),
    /** Staff withhold the person from visitors, whatever the holder says. */
    withheldAt: instant('withheld_at'),
    withheldByID: accountRef('withheld_by_id'),
    withheldReason: text('withheld_reason'),
  },
  (table) => [
    index('beneficiaries_by_name').on(sql`lower(${table.beneficiaryName})`),
    /** A person who may not be found is outside the range of a search, so that looking for them is the same work as for nobody. */
    index('beneficiaries_by_latin_name')
      .on(nameKeys.latin(table.beneficiaryName), sql`(${yearOfDeath(table)})`, sql`(${foundFrom(table)})`)
      .concurrently(),
    index('beneficiaries_by_folded_key')
      .on(nameKeys.other(table.beneficiaryName), sql`(${yearOfDeath(table)})`, sql`(${foundFrom(table)})`)
      .where(hasOtherScript(table.beneficiaryName))
      .concurrently(),
    /** For the build before, which does not fold. To be dropped a release later. */
    index('beneficiaries_by_other_name')
      .on(
        sql`name_key(${otherLetters(table.beneficiaryName)})`,
        sql`(${yearOfDeath(table)})`,
        sql`(${foundFrom(table)})`,
      )
      .where(hasOtherScript(table.beneficiaryName))
      .concurrently(),
    index('beneficiaries_by_name_words').using('gin', nameWords(table.beneficiaryName)),
    index('beneficiaries_by_folded_name')
      .using('gin', foldedWords(table.beneficiaryName))
      .where(isEastAsian(table.beneficiaryName))
      .concurrently(),
    check('beneficiaries_relationship_known', oneOf(table.relationship, relationships)),
    check('beneficiaries_death_after_birth', sql`${table.dateOfDeath} >= ${table.dateOfBirth}`),
    check('beneficiaries_born_in_partial', sql`${table.bornIn} ~ '^[12][0-9]{3}(-[0-9]{2})?$'`),
    check(
      'beneficiaries_withheld_with_reason',
      sql`num_nulls(${table.withheldAt}, ${table.withheldReason}) in (0, 2) and (${table.withheldByID} is null or ${table.withheldAt} is not null)`,
    ),
    check('beneficiaries_died_in_partial', sql`${table.diedIn} ~ '^[12][0-9]{3}(-[0-9]{2})?$'`),
  ],
)

export const bookings = pgTable(
  'bookings',
  {
    /** Can be read out: `B-` and ten letters or digits. */
    bookingID: text('booking_id').primaryKey(),
    /** Null for a booking from a register that was not linked to an account; `register_entries` names the holder. */
    userID: accountRef('user_id'),
    nicheID: uuid('niche_id')
      .notNull()
      .references(() => niches.nicheID),
    /** The place that the booking takes in its niche, from 1 to the capacity, which a trigger checks. */
    placeNumber: integer('place_number').notNull().default(1),
    /** The booking of the person beside whom this one is placed. Null for the first person in a niche. */
    besideBookingID: text('beside_booking_id').references((): AnyPgColumn => bookings.bookingID),
    /** The relationship of this person to that one. */
    besideRelationship: text('beside_relationship', { enum: relationships }),
    beneficiaryID: uuid('beneficiary_id')
      .notNull()
      .references(() => beneficiaries.beneficiaryID),
    bookingStatus: text('booking_status', { enum: bookingStatuses }).notNull().default('Pending'),
    bookingType: text('booking_type', { enum: bookingTypes }).notNull(),
    /** False while `PreOrder` is only the default, because the application left it out. */
    typeGiven: boolean('type_given').notNull().default(true),
    /** Certificates of an applicant's own booking await approval; for staff bookings the counter has checked them. */
    madeBy: text('made_by', { enum: bookingMakers }).notNull(),
    /** Null if a command imported it. */
    createdByID: accountRef('created_by_id'),
    /** The status that this booking gave its niche. When the booking ends, the niche is freed only if it still has this one. */
    nicheStatus: text('niche_status', { enum: nicheStatuses }).notNull(),
    /** The time until which an unpaid booking keeps its niche; null once the payment is settled. */
    holdExpiresAt: instant('hold_expires_at'),
    /** The time until which its denial can be taken back; null after any other move. */
    undoUntil: instant('undo_until'),
    remarks: text('remarks').notNull().default(''),
    /** Grows with every move, so that of two simultaneous decisions the second is refused. */
    version: integer('version').notNull().default(1),
    /** The right to the niche, from the first confirmation on. It stays when the booking ends, so that undoing finds it. */
    rightID: uuid('right_id').references(() => rights.rightID),
    /** The version at which booking and right were last compared. Another one: a server of the previous version has moved the booking. */
    rightVersion: integer('right_version'),
    createdAt: instant('created_at').notNull(),
    /** When its wait for a decision began: at its submission, or at the urn request that came later. */
    waitingSince: instant('waiting_since').notNull(),
  },
  (table) => [
    uniqueIndex('bookings_one_active_per_place')
      .on(table.nicheID, table.placeNumber)
      .where(sql`booking_status in ('Pending', 'Confirmed') and booking_type <> 'Archived'`)
      .concurrently(),
    uniqueIndex('bookings_one_per_beneficiary').on(table.beneficiaryID),
    index('bookings_by_user').on(table.userID, table.createdAt),
    index('bookings_by_niche').on(table.nicheID),
    /** PostgreSQL looks here for every booking that the undoing of an import deletes. */
    index('bookings_by_beside').on(table.besideBookingID).where(sql`beside_booking_id is not null`).concurrently(),
    index('bookings_pending').on(table.waitingSince, table.bookingID).where(sql`booking_status = 'Pending'`),
    index('bookings_holds')
      .on(table.holdExpiresAt)
      .where(sql`booking_status = 'Pending' and hold_expires_at is not null`),
    index('bookings_by_time').on(table.createdAt, table.bookingID),
    index('bookings_by_right').on(table.rightID).where(sql`right_id is not null`).concurrently(),
    index('bookings_to_compare').on(table.nicheID).where(sql`right_version is distinct from version`).concurrently(),
    check('bookings_status_known', oneOf(table.bookingStatus, bookingStatuses)),
    check('bookings_type_known', oneOf(table.bookingType, bookingTypes)),
    check('bookings_place_positive', sql`${table.placeNumber} > 0`),
    check('bookings_beside_relationship_known', oneOf(table.besideRelationship, relationships)),
    check('bookings_maker_known', oneOf(table.madeBy, bookingMakers)),
    check(
      'bookings_archived_confirmed',
      sql`${table.bookingType} <> 'Archived' or ${table.bookingStatus} = 'Confirmed'`,
    ),
    check('bookings_hold_only_pending', sql`${table.holdExpiresAt} is null or ${table.bookingStatus} = 'Pending'`),
  ],
)

/** The history of a booking: every move with who made it and what was before, so that a mistake can be undone. */
export const bookingMoves = pgTable(
  'booking_moves',
  {
    moveID: bigint('move_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    bookingID: text('booking_id')
      .notNull()
      .references(() => bookings.bookingID),
    event: text('event', { enum: bookingEvents }).notNull(),
    fromStatus: text('from_status', { enum: bookingStatuses }),
    fromType: text('from_type', { enum: bookingTypes }),
    fromNicheStatus: text('from_niche_status', { enum: nicheStatuses }),
    toStatus: text('to_status', { enum: bookingStatuses }).notNull(),
    toType: text('to_type', { enum: bookingTypes }).notNull(),
    reason: text('reason').notNull().default(''),
    /** Null if a timer or the card provider caused the move. */
    actorID: accountRef('actor_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('booking_moves_by_booking').on(table.bookingID, table.moveID),
    check('booking_moves_event_known', oneOf(table.event, bookingEvents)),
  ],
)

const urnStatuses = ['Open', 'Approved', 'Denied'] as const

export const urnRequests = pgTable(
  'urn_requests',
  {
    urnRequestID: uuid('urn_request_id').primaryKey(),
    bookingID: text('booking_id')
      .notNull()
      .references(() => bookings.bookingID),
    status: text('status', { enum: urnStatuses }).notNull().default('Open'),
    dateOfDeath: date('date_of_death', { mode: 'string' }).notNull(),
    inscription: text('inscription').notNull().default(''),
    /** The statuses of the booking and its niche before the request, restored if it is denied. */
    beforeStatus: text('before_status', { enum: bookingStatuses }).notNull(),
    beforeNicheStatus: text('before_niche_status', { enum: nicheStatuses }).notNull(),
    requestedAt: instant('requested_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    uniqueIndex('urn_requests_one_open').on(table.bookingID).where(sql`status = 'Open'`),
    index('urn_requests_by_booking').on(table.bookingID),
    index('urn_requests_open_by_time').on(table.requestedAt).where(sql`status = 'Open'`),
    check('urn_requests_status_known', oneOf(table.status, urnStatuses)),
  ],
)

const requestStatuses = ['Open', 'Answered', 'Closed'] as const

/** A better certificate that staff have asked the family for. A decision on the booking closes it. */
export const certificateRequests = pgTable(
  'certificate_requests',
  {
    requestID: uuid('request_id').primaryKey(),
    bookingID: text('booking_id')
      .notNull()
      .references(() => bookings.bookingID),
    status: text('status', { enum: requestStatuses }).notNull().default('Open'),
    kinds: text('kinds', { enum: certificateKinds }).array().notNull(),
    reason: text('reason').notNull(),
    requestedByID: accountRef('requested_by_id').notNull(),
    requestedAt: instant('requested_at').notNull(),
    remindedAt: instant('reminded_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('certificate_requests_one_open').on(table.bookingID).where(sql`status = 'Open'`),
    index('certificate_requests_open_by_time').on(table.requestedAt).where(sql`status = 'Open'`),
    check('certificate_requests_status_known', oneOf(table.status, requestStatuses)),
    check(
      'certificate_requests_kinds_known',
      sql`${table.kinds} <@ array['birth', 'death', 'relationship'] and cardinality(${table.kinds}) > 0`,
    ),
  ],
)

/** A certificate belongs to a beneficiary, or to an urn request until that is approved. */
export const certificates = pgTable(
  'certificates',
  {
    certificateID: uuid('certificate_id').primaryKey(),
    kind: text('kind', { enum: certificateKinds }).notNull(),
    beneficiaryID: uuid('beneficiary_id').references(() => beneficiaries.beneficiaryID),
    urnRequestID: uuid('urn_request_id').references(() => urnRequests.urnRequestID),
    mime: text('mime').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('certificates_one_of_a_kind').on(table.beneficiaryID, table.kind),
    uniqueIndex('certificates_one_per_urn_request').on(table.urnRequestID),
    check('certificates_kind_known', oneOf(table.kind, certificateKinds)),
    check('certificates_one_owner', sql`num_nonnulls(${table.beneficiaryID}, ${table.urnRequestID}) = 1`),
    check('certificates_size_allowed', sql`${table.size} between 1 and 5242880`),
    check('certificates_mime_allowed', oneOf(table.mime, ['application/pdf', 'image/png', 'image/jpeg'])),
  ],
)

/** Encrypted chunks of 256 kB, so that no statement carries a whole file. */
export const certificateChunks = pgTable(
  'certificate_chunks',
  {
    certificateID: uuid('certificate_id')
      .notNull()
      .references(() => certificates.certificateID, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    sealed: bytes('sealed').notNull(),
  },
  (table) => [uniqueIndex('certificate_chunks_in_order').on(table.certificateID, table.position)],
)
