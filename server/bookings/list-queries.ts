import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import { holderName } from '#server/database/holder.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { nameMatches } from '#server/database/name-search.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import {
  beneficiaries,
  bookingMoves,
  bookings,
  certificateRequests,
  certificates,
  locationColumns,
  nicheLocations,
  niches,
  payments,
  registerEntries,
  rights,
  urnRequests,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { whereStillPending } from './holds.ts'
import { placedUrn, roomLeft, sharesNiche } from './places.ts'

/** The longest list that a reply contains. */
export const pageLength = 1000

const isOpenRequest = and(eq(urnRequests.bookingID, bookings.bookingID), eq(urnRequests.status, 'Open').inlineParams())
const isOpenCertificateRequest = and(
  eq(certificateRequests.bookingID, bookings.bookingID),
  eq(certificateRequests.status, 'Open').inlineParams(),
)
const certificateAsked = isNotNull(certificateRequests.requestID).mapWith(Boolean)
const urnRequested = isNotNull(urnRequests.urnRequestID).mapWith(Boolean)
const birth = alias(certificates, 'birth')
const death = alias(certificates, 'death')

interface OwnBookingFilter {
  bookingID?: string
  /** The applicant who made them. */
  userID?: string
  /** That one family may see: `whereInFamily`. */
  inFamily?: SQL | undefined
  /** The last booking of the previous page. */
  cursor?: string | undefined
}

/** The bookings to which all of this applies; newest first. */
export function listOwnBookingRows(db: Db, { bookingID, userID, inFamily, cursor }: OwnBookingFilter) {
  const lastMove = selectLastMove(db)
  return db
    .select({ ...ownBookingColumns, lastMove: { event: lastMove.event, reason: lastMove.reason } })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .leftJoinLateral(lastMove, sql`true`)
    .leftJoin(urnRequests, isOpenRequest)
    .leftJoin(certificateRequests, isOpenCertificateRequest)
    .leftJoin(birth, and(eq(birth.beneficiaryID, bookings.beneficiaryID), eq(birth.kind, 'birth')))
    .leftJoin(death, and(eq(death.beneficiaryID, bookings.beneficiaryID), eq(death.kind, 'death')))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(rights, eq(rights.rightID, bookings.rightID))
    .where(
      and(
        bookingID === undefined ? undefined : eq(bookings.bookingID, bookingID),
        userID === undefined ? undefined : eq(bookings.userID, userID),
        inFamily,
        afterNewest(cursor),
      ),
    )
    .orderBy(...newestFirst)
    .limit(pageLength + 1)
}

const selectLastMove = (db: Db) =>
  db
    .select({ event: bookingMoves.event, reason: bookingMoves.reason })
    .from(bookingMoves)
    .where(eq(bookingMoves.bookingID, bookings.bookingID))
    .orderBy(desc(bookingMoves.moveID))
    .limit(1)
    .as('last_move')

/** The last of the moves that may confirm a booking. */
const approvedAt = sql<Date | null>`(
  select max(m.at) from ${bookingMoves} m
  where m.booking_id = ${bookings.bookingID} and m.event in ('approve', 'confirm', 'finalise'))`.mapWith(
  bookingMoves.at,
)

const newestFirst = [desc(bookings.createdAt), desc(bookings.bookingID)]
const afterNewest = (cursor: string | undefined) =>
  rowsAfter({ direction: 'desc', by: [bookings.createdAt], key: bookings.bookingID }, cursor)

const ownBookingColumns = {
  bookingID: bookings.bookingID,
  version: bookings.version,
  userID: bookings.userID,
  nicheID: bookings.nicheID,
  paymentID: payments.paymentID,
  bookingStatus: bookings.bookingStatus,
  bookingType: bookings.bookingType,
  typeGiven: bookings.typeGiven,
  createdAt: bookings.createdAt,
  approvedAt,
  ...locationColumns,
  blockID: nicheLocations.blockID,
  beneficiary: beneficiaries,
  birthCertSha256: birth.sha256,
  deathCertSha256: death.sha256,
  amountCents: payments.amountCents,
  paymentMethod: payments.paymentMethod,
  paymentStatus: payments.paymentStatus,
  settledAt: payments.settledAt,
  holdExpiresAt: bookings.holdExpiresAt,
  right: rights,
  roomLeft,
  sharesNiche,
  urnRequested,
  certificateAsked,
  certificateRequest: certificateRequests,
  madeBy: bookings.madeBy,
  holderName: users.fullName,
}

/** The bookings of every applicant with this contact number, and of holders that only a register names; newest first. */
export async function listRowsByContact(db: Db, contactKey: string, cursor: string | undefined): Promise<StaffRow[]> {
  const { bookingID, createdAt, userID } = bookings
  const ofAccounts = db
    .select({ bookingID, createdAt })
    .from(users)
    .innerJoin(bookings, eq(userID, users.userID))
    .where(and(eq(users.contactKey, contactKey), afterNewest(cursor)))
  const ofHolders = db
    .select({ bookingID, createdAt })
    .from(registerEntries)
    .innerJoin(bookings, eq(bookingID, registerEntries.bookingID))
    .where(
      and(
        eq(registerEntries.contactKey, contactKey),
        ne(registerEntries.contactKey, '').inlineParams(),
        isNull(userID),
        afterNewest(cursor),
      ),
    )
  const found = await union(ofAccounts, ofHolders)
    .orderBy(desc(createdAt), desc(bookingID))
    .limit(pageLength + 1)
  return selectStaffRows(db, found, newestFirst)
}

/** A booking matches if it is in one of the lists. */
export interface FoundIDs {
  bookingIDs: readonly string[]
  userIDs: readonly string[]
  nicheIDs: readonly string[]
  beneficiaryIDs: readonly string[]
}

/** The bookings that were found, newest first. */
export async function listFoundRows(
  db: Db,
  { bookingIDs, userIDs, nicheIDs, beneficiaryIDs }: FoundIDs,
  limit: number,
): Promise<StaffRow[]> {
  const found = await db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .where(
      or(
        inArray(bookings.bookingID, bookingIDs),
        inArray(bookings.userID, userIDs),
        inArray(bookings.nicheID, nicheIDs),
        inArray(bookings.beneficiaryID, beneficiaryIDs),
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)
  return selectStaffRows(db, found, newestFirst)
}

export const listBeneficiariesNamed = (db: Db, name: string, limit: number) =>
  db
    .select({ beneficiaryID: beneficiaries.beneficiaryID })
    .from(beneficiaries)
    .where(nameMatches(beneficiaries.beneficiaryName, name))
    .orderBy(asc(beneficiaries.beneficiaryName))
    .limit(limit)

/** Bookings from a register whose holder has this name. */
export const listHeldByNamed = (db: Db, name: string, limit: number) =>
  db
    .select({ bookingID: registerEntries.bookingID })
    .from(registerEntries)
    .where(nameMatches(registerEntries.holderName, name))
    .orderBy(asc(registerEntries.holderName))
    .limit(limit)

type PendingKind = 'Current' | 'PreOrder' | 'Urn' | 'Certificate'

export interface PendingFilter {
  kind?: PendingKind | undefined
  /** The last booking of the previous page. */
  cursor?: string | undefined
}

const oldestFirst = [asc(bookings.waitingSince), asc(bookings.bookingID)]

/** One page of pending bookings, the longest wait first, and one row more if there is another page. */
export async function listPendingRows(db: Db, now: Date, { kind, cursor }: PendingFilter): Promise<StaffRow[]> {
  const page = await db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .leftJoin(urnRequests, isOpenRequest)
    .leftJoin(certificateRequests, isOpenCertificateRequest)
    .where(
      and(
        whereStillPending(now),
        whereKind(kind),
        rowsAfter({ direction: 'asc', by: [bookings.waitingSince], key: bookings.bookingID }, cursor),
      ),
    )
    .orderBy(...oldestFirst)
    .limit(pageLength + 1)
  return selectStaffRows(db, page, oldestFirst)
}

/** Counts those that wait, by kind. */
export async function countPending(db: Db, now: Date): Promise<Record<PendingKind, number>> {
  const countOf = (kind: PendingKind) => sql<number>`count(*) filter (where ${whereKind(kind)})::int`
  const [counts] = await db
    .select({
      Current: countOf('Current'),
      PreOrder: countOf('PreOrder'),
      Urn: countOf('Urn'),
      Certificate: countOf('Certificate'),
    })
    .from(bookings)
    .leftJoin(urnRequests, isOpenRequest)
    .leftJoin(certificateRequests, isOpenCertificateRequest)
    .where(whereStillPending(now))
  return counts ?? { Current: 0, PreOrder: 0, Urn: 0, Certificate: 0 }
}

/** Bookings that wait for the family's certificate are a kind of their own, because they wait for the family and not for a clerk. */
function whereKind(kind: PendingKind | undefined): SQL | undefined {
  if (!kind) return undefined
  if (kind === 'Certificate') return isNotNull(certificateRequests.requestID)
  const isReady = isNull(certificateRequests.requestID)
  if (kind === 'Urn') return and(isReady, isNotNull(urnRequests.urnRequestID))
  return and(isReady, eq(bookings.bookingType, kind), isNull(urnRequests.urnRequestID))
}

const selectStaffRows = async (db: Db, found: readonly { bookingID: string }[], order: readonly SQL[]) =>
  found.length === 0 ? [] : selectRows(db, found, order)

const selectRows = (db: Db, found: readonly { bookingID: string }[], order: readonly SQL[]) =>
  db
    .select({
      bookingID: bookings.bookingID,
      version: bookings.version,
      bookingStatus: bookings.bookingStatus,
      bookingType: bookings.bookingType,
      customerName: holderName,
      createdAt: bookings.createdAt,
      waitingSince: bookings.waitingSince,
      nicheID: bookings.nicheID,
      nicheCode: niches.nicheCode,
      nicheStatus: niches.status,
      beneficiaryName: beneficiaries.beneficiaryName,
      amountCents: payments.amountCents,
      paymentMethod: payments.paymentMethod,
      paymentStatus: payments.paymentStatus,
      holdExpiresAt: bookings.holdExpiresAt,
      urnRequested,
      certificateAsked,
      placedUrn,
      madeBy: bookings.madeBy,
    })
    .from(listedIDs(found.map(({ bookingID }) => bookingID)))
    .innerJoin(bookings, eq(bookings.bookingID, listedID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .leftJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .leftJoin(urnRequests, isOpenRequest)
    .leftJoin(certificateRequests, isOpenCertificateRequest)
    .orderBy(...order)
export type StaffRow = Awaited<ReturnType<typeof selectRows>>[number]

/** Open requests older than this of which the family was not reminded yet. */
export const listUnansweredRequests = (db: Db, before: Date, limit: number) =>
  db
    .select({ bookingID: certificateRequests.bookingID })
    .from(certificateRequests)
    .where(
      and(
        eq(certificateRequests.status, 'Open'),
        lt(certificateRequests.requestedAt, before),
        isNull(certificateRequests.remindedAt),
      ),
    )
    .orderBy(asc(certificateRequests.requestedAt))
    .limit(limit)
export type OwnBookingRow = Awaited<ReturnType<typeof listOwnBookingRows>>[number]
