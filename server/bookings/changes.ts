import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { maxCapacity } from '#contract/niches/niche.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { beneficiaries, bookingMoves, bookings, certificateRequests, urnRequests } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'
import { whereActive } from './holds.ts'

type Booking = typeof bookings.$inferSelect

export const insertBooking = async (db: Db, row: typeof bookings.$inferInsert) => {
  await db.insert(bookings).values(row)
}

/** Returns `undefined` if the booking has been moved since it was read. */
export const moveBookingRow = (db: Db, { bookingID, version }: Booking, set: Partial<Booking>) =>
  db
    .update(bookings)
    .set({ ...set, version: sql`${bookings.version} + 1` })
    .where(and(eq(bookings.bookingID, bookingID), eq(bookings.version, version)))
    .returning()
    .then(only)

/** Not a move: the booking's status and version stay. */
export const updateHoldEnd = async (db: Db, bookingID: string, holdExpiresAt: Date) => {
  await db.update(bookings).set({ holdExpiresAt }).where(eq(bookings.bookingID, bookingID))
}

/** Listed, because PostgreSQL expects a thousand rows of a series whose end it does not know. */
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
export const updateApplication = async (
  db: Db,
  bookingID: string,
  set: Partial<Pick<Booking, 'remarks' | 'besideRelationship'>>,
) => {
  await db.update(bookings).set(set).where(eq(bookings.bookingID, bookingID))
}

export const insertMove = async (db: Db, row: typeof bookingMoves.$inferInsert) => {
  await db.insert(bookingMoves).values(row)
}

export const insertBeneficiaryRow = async (db: Db, row: typeof beneficiaries.$inferInsert) => {
  await db.insert(beneficiaries).values(row)
}

export const updateBeneficiaryRow = async (
  db: Db,
  beneficiaryID: string,
  set: Partial<typeof beneficiaries.$inferInsert>,
) => {
  await db.update(beneficiaries).set(set).where(eq(beneficiaries.beneficiaryID, beneficiaryID))
}

export const insertUrnRequestRow = async (db: Db, row: typeof urnRequests.$inferInsert) => {
  await db.insert(urnRequests).values(row)
}

export const moveUrnRequest = async (
  db: Db,
  urnRequestID: string,
  set: { status: 'Approved' | 'Denied'; decidedAt: Date },
) => {
  await db.update(urnRequests).set(set).where(eq(urnRequests.urnRequestID, urnRequestID))
}

/** Opens the request again that was denied last. */
export const reopenDeniedRequest = async (db: Db, bookingID: string) => {
  const last = db
    .select({ urnRequestID: urnRequests.urnRequestID })
    .from(urnRequests)
    .where(and(eq(urnRequests.bookingID, bookingID), eq(urnRequests.status, 'Denied')))
    .orderBy(desc(urnRequests.decidedAt))
    .limit(1)
  await db.update(urnRequests).set({ status: 'Open', decidedAt: null }).where(inArray(urnRequests.urnRequestID, last))
}

/** Opens the approved request again, if the booking has one. */
export const reopenApprovedRequest = (db: Db, bookingID: string) =>
  db
    .update(urnRequests)
    .set({ status: 'Open', decidedAt: null })
    .where(and(eq(urnRequests.bookingID, bookingID), eq(urnRequests.status, 'Approved')))
    .returning()
    .then(only)

export const insertCertificateRequest = async (db: Db, row: typeof certificateRequests.$inferInsert) => {
  await db.insert(certificateRequests).values(row)
}

export const answerCertificateRequest = async (db: Db, requestID: string, endedAt: Date) => {
  await db
    .update(certificateRequests)
    .set({ status: 'Answered', endedAt })
    .where(eq(certificateRequests.requestID, requestID))
}

/** A decision makes the open request of a booking superfluous. */
export const closeCertificateRequest = async (db: Db, requestID: string, endedAt: Date) => {
  await db
    .update(certificateRequests)
    .set({ status: 'Closed', endedAt })
    .where(eq(certificateRequests.requestID, requestID))
}

/** Opens the request again that a denial had made superfluous, if it did. */
export const reopenCertificateRequest = async (db: Db, bookingID: string, endedSince: Date) => {
  await db
    .update(certificateRequests)
    .set({ status: 'Open', endedAt: null })
    .where(
      and(
        eq(certificateRequests.bookingID, bookingID),
        eq(certificateRequests.status, 'Closed'),
        gte(certificateRequests.endedAt, endedSince),
      ),
    )
}

export const markReminded = async (db: Db, requestID: string, remindedAt: Date) => {
  await db.update(certificateRequests).set({ remindedAt }).where(eq(certificateRequests.requestID, requestID))
}
