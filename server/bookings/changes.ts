import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { BookingEvent } from '#contract/bookings/transitions.ts'
import { maxCapacity } from '#contract/niches/niche.ts'
import { type NewRow, remember } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import {
  beneficiaries,
  bookingMoves,
  bookings,
  certificateRequests,
  registerEntries,
  urnRequests,
} from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type Db, only } from '#server/ports/database.ts'

type Booking = typeof bookings.$inferSelect

/** Inserts a booking, its first move, and in the same statement the rows that belong to it from the beginning. */
export async function insertBooking(context: Context, row: typeof bookings.$inferInsert, rows: readonly NewRow[]) {
  const { bookingID, bookingType } = row
  await rememberMove(context, { bookingID, event: 'submit', toStatus: 'Pending', toType: bookingType }, rows)
    .insert(bookings)
    .values({ ...row, rightVersion: 1 })
}

export function moveBooking(
  context: Context,
  before: Booking,
  event: BookingEvent,
  reason: string | undefined,
  set: Partial<Booking> & Pick<Booking, 'bookingStatus' | 'bookingType'>,
): Promise<Booking> {
  const move = {
    bookingID: before.bookingID,
    event,
    reason,
    fromStatus: before.bookingStatus,
    fromType: before.bookingType,
    fromNicheStatus: before.nicheStatus,
    toStatus: set.bookingStatus,
    toType: set.bookingType,
  }
  return updateBooking(rememberMove(context, move), before, set)
}

/** Begins the statement that submits or moves a booking, which writes its history too. */
function rememberMove(
  context: Context,
  move: Omit<typeof bookingMoves.$inferInsert, 'actorID' | 'at'>,
  rows?: readonly NewRow[],
) {
  const { actor, clock } = context
  const row = { ...move, actorID: actor?.userID, at: clock() }
  const details = move.reason ? { reason: move.reason } : {}
  return remember(context, bookingMoves, row, `booking.${move.event}`, { subject: move.bookingID, details }, rows)
}

/** Throws if the booking has been changed since it was read. */
export async function updateBooking(
  db: Pick<Db, 'update'>,
  { bookingID, version }: Booking,
  set: Partial<Booking>,
): Promise<Booking> {
  const [updated] = await db
    .update(bookings)
    .set({ ...set, version: sql`${bookings.version} + 1`, rightVersion: sql`${bookings.version} + 1` })
    .where(and(eq(bookings.bookingID, bookingID), eq(bookings.version, version)))
    .returning()
  if (!updated) throw new AppError('BOOKING_MOVED')
  return updated
}

/** This is not a move: the booking's status and version stay. */
export const updateHoldEnd = (db: Db, bookingID: string, holdExpiresAt: Date) =>
  db.update(bookings).set({ holdExpiresAt }).where(eq(bookings.bookingID, bookingID))

/** The values are listed, because PostgreSQL expects a thousand rows of a series whose end it does not know. */
const everyPlace = sql.raw(`array[${Array.from({ length: maxCapacity }, (_, index) => index + 1)}]`)

/** Gives people whose place is beyond the capacity one that is free below. The caller has locked the niches. */
export async function moveUpInNiches(db: Db, nicheIDs: readonly string[], capacity: number) {
  await db.execute(sql`
    with active as (
      select niche_id, booking_id, place_number from ${bookings}
      where niche_id in (select ${listedID}::uuid from ${listedIDs(nicheIDs)}) and ${whereActive}
    ), beyond as (
      select niche_id, booking_id, row_number() over (partition by niche_id order by place_number) as nth
      from active where place_number > ${capacity}
    ), free as (
      select niche_id, place, row_number() over (partition by niche_id order by place) as nth
      from (select distinct niche_id from beyond) niche, unnest(${everyPlace}) place
      where place <= ${capacity} and not exists (select from active a where a.niche_id = niche.niche_id and a.place_number = place)
    )
    update ${bookings} b set place_number = free.place
    from beyond join free using (niche_id, nth) where b.booking_id = beyond.booking_id`)
}

/** What the application says beyond the beneficiary. */
export const updateApplication = (
  db: Db,
  bookingID: string,
  set: Partial<Pick<Booking, 'typeGiven' | 'remarks' | 'besideRelationship'>>,
) => db.update(bookings).set(set).where(eq(bookings.bookingID, bookingID))

type Beneficiary = typeof beneficiaries.$inferInsert

export const updateBeneficiaryRow = (db: Db, beneficiaryID: string, set: Partial<Beneficiary>) =>
  db.update(beneficiaries).set(set).where(eq(beneficiaries.beneficiaryID, beneficiaryID))

type Entry = typeof registerEntries.$inferSelect

/** What the register says about an imported booking. */
export async function updateEntry(db: Db, bookingID: string, set: Partial<Entry>): Promise<Entry> {
  const [entry] = await db.update(registerEntries).set(set).where(eq(registerEntries.bookingID, bookingID)).returning()
  if (!entry) throw new AppError('NOT_FOUND')
  return entry
}

export const insertUrnRequestRow = (db: Db, row: typeof urnRequests.$inferInsert) => db.insert(urnRequests).values(row)

type Decided = { status: 'Approved' | 'Denied'; decidedAt: Date }

export const moveUrnRequest = (db: Db, urnRequestID: string, set: Decided) =>
  db.update(urnRequests).set(set).where(eq(urnRequests.urnRequestID, urnRequestID))

/** Opens the request again that was denied last. */
export const reopenDeniedRequest = (db: Db, bookingID: string) => {
  const last = db
    .select({ urnRequestID: urnRequests.urnRequestID })
    .from(urnRequests)
    .where(and(eq(urnRequests.bookingID, bookingID), eq(urnRequests.status, 'Denied')))
    .orderBy(desc(urnRequests.decidedAt))
    .limit(1)
  return db.update(urnRequests).set({ status: 'Open', decidedAt: null }).where(inArray(urnRequests.urnRequestID, last))
}

/** Opens the approved request again, if the booking has one. */
export const reopenApprovedRequest = (db: Db, bookingID: string) =>
  db
    .update(urnRequests)
    .set({ status: 'Open', decidedAt: null })
    .where(and(eq(urnRequests.bookingID, bookingID), eq(urnRequests.status, 'Approved')))
    .returning()
    .then(only)

export const insertCertificateRequest = (db: Db, row: typeof certificateRequests.$inferInsert) =>
  db.insert(certificateRequests).values(row)

type Ended = { status: 'Answered' | 'Closed'; endedAt: Date }

/** The family has answered, or a decision has made the request superfluous. */
export const endCertificateRequest = (db: Db, requestID: string, ended: Ended) =>
  db.update(certificateRequests).set(ended).where(eq(certificateRequests.requestID, requestID))

/** Opens the last request again. */
export const reopenCertificateRequest = (db: Db, bookingID: string) => {
  const last = db
    .select({ requestID: certificateRequests.requestID })
    .from(certificateRequests)
    .where(eq(certificateRequests.bookingID, bookingID))
    .orderBy(desc(certificateRequests.requestedAt))
    .limit(1)
  return db
    .update(certificateRequests)
    .set({ status: 'Open', endedAt: null })
    .where(inArray(certificateRequests.requestID, last))
}

export const markReminded = (db: Db, requestID: string, remindedAt: Date) =>
  db.update(certificateRequests).set({ remindedAt }).where(eq(certificateRequests.requestID, requestID))
