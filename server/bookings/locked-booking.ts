import { and, asc, eq, sql } from 'drizzle-orm'
import type { BookingState } from '#contract/bookings/transitions.ts'
import type { Db } from '#server/database/database.ts'
import { beneficiaries, bookingMoves, bookings, niches, payments, urnRequests, users } from '#server/database/schema.ts'
import { whereActive } from './holds.ts'

/** A booking locked until the transaction ends, with everything that decides its next move. */
export interface LockedBooking {
  booking: typeof bookings.$inferSelect
  payment: typeof payments.$inferSelect
  /** Only an open urn request; `null` if none is open. */
  urn: typeof urnRequests.$inferSelect | null
  applicant: { email: string; fullName: string }
  nicheCode: string
  currentNicheStatus: typeof niches.$inferSelect.status
  beneficiaryName: string
}

/** The background job skips bookings that another transaction has locked. */
type LockOptions = { skipLocked?: true }

/** Locks in one query and reads in a second, so that the read sees what the previous lock holder committed. */
export async function lockBooking(
  db: Db,
  bookingID: string,
  lock: LockOptions = {},
): Promise<LockedBooking | undefined> {
  const [locked] = await db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .where(eq(bookings.bookingID, bookingID))
    .for('update', lock)
  if (!locked) return undefined
  const [held] = await db
    .select({
      booking: bookings,
      payment: payments,
      urn: urnRequests,
      applicant: { email: users.email, fullName: users.fullName },
      nicheCode: niches.nicheCode,
      currentNicheStatus: niches.status,
      beneficiaryName: beneficiaries.beneficiaryName,
    })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(users, eq(users.userID, bookings.userID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(urnRequests, and(eq(urnRequests.bookingID, bookings.bookingID), eq(urnRequests.status, 'Open')))
    .where(eq(bookings.bookingID, bookingID))
  return held
}

export const bookingStateOf = ({ booking, payment, urn, currentNicheStatus }: LockedBooking): BookingState => ({
  status: booking.bookingStatus,
  type: booking.bookingType,
  payment: payment.paymentStatus,
  urn: urn !== null,
  madeBy: booking.madeBy,
  nicheFree: currentNicheStatus === 'Available',
})

export type MoveRow = typeof bookingMoves.$inferSelect

export const listMoves = (db: Db, bookingID: string): Promise<MoveRow[]> =>
  db.select().from(bookingMoves).where(eq(bookingMoves.bookingID, bookingID)).orderBy(asc(bookingMoves.moveID))

/** The booking that keeps the niche, even if its hold has lapsed. */
export async function findActiveBooking(db: Db, nicheID: string) {
  const [active] = await db
    .select({
      bookingID: bookings.bookingID,
      userID: bookings.userID,
      createdByID: bookings.createdByID,
      bookingStatus: bookings.bookingStatus,
      holdExpiresAt: bookings.holdExpiresAt,
    })
    .from(bookings)
    .where(and(eq(bookings.nicheID, nicheID), whereActive))
  return active
}

/** Returns `undefined` if the booking has been moved since it was read. */
export async function moveBookingRow(
  db: Db,
  { bookingID, version }: LockedBooking['booking'],
  set: Partial<LockedBooking['booking']>,
) {
  const [moved] = await db
    .update(bookings)
    .set({ ...set, version: sql`${bookings.version} + 1` })
    .where(and(eq(bookings.bookingID, bookingID), eq(bookings.version, version)))
    .returning()
  return moved
}

export const insertMove = async (db: Db, row: typeof bookingMoves.$inferInsert) => {
  await db.insert(bookingMoves).values(row)
}

export const insertBooking = async (db: Db, row: typeof bookings.$inferInsert) => {
  await db.insert(bookings).values(row)
}
