import { and, asc, desc, eq } from 'drizzle-orm'
import { whereHoldLapsed, whereStillPending, whereUnpaid } from '#server/bookings/public.ts'
import { bookings, payments, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

const isOfBooking = eq(payments.bookingID, bookings.bookingID)

const selectOrders = (db: Db) =>
  db
    .select({ booking: bookings, payment: payments, email: users.email })
    .from(bookings)
    .innerJoin(payments, isOfBooking)
    .innerJoin(users, eq(users.userID, bookings.userID))
    .$dynamic()

/** A booking with its payment and the applicant's email address. */
export type Order = Awaited<ReturnType<typeof selectOrders>>[number]

export async function findOwnOrder(db: Db, bookingID: string, userID: string): Promise<Order | undefined> {
  const [order] = await selectOrders(db).where(and(eq(bookings.bookingID, bookingID), eq(bookings.userID, userID)))
  return order
}

export async function findNewestUnpaidOrder(db: Db, userID: string, now: Date): Promise<Order | undefined> {
  const [order] = await selectOrders(db)
    .where(and(eq(bookings.userID, userID), whereUnpaid, whereStillPending(now)))
    .orderBy(desc(bookings.createdAt))
    .limit(1)
  return order
}

/** The longest lapsed first, with the intent of a card payment that was started. */
export const listLapsedHolds = (db: Db, now: Date, limit: number) =>
  db
    .select({ bookingID: bookings.bookingID, intentID: payments.intentID, createdAt: payments.createdAt })
    .from(bookings)
    .innerJoin(payments, isOfBooking)
    .where(whereHoldLapsed(now))
    .orderBy(asc(bookings.holdExpiresAt))
    .limit(limit)
