import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dayMs } from '#contract/dates.ts'
import type { Role } from '#contract/roles.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import {
  auditLog,
  bookingMoves,
  bookings,
  charges,
  closingRequests,
  dueCharges,
  niches,
  paymentProblems,
  payments,
  users,
} from '#server/database/schema.ts'
import { type Db, hasRows, isThere, only } from '#server/ports/database.ts'

type RequestRow = typeof closingRequests.$inferSelect

/** A second request replaces the first, and a refusal of it. */
export const saveClosingRequest = async (db: Db, request: Pick<RequestRow, 'userID' | 'message' | 'requestedAt'>) => {
  const row = { ...request, refusedAt: null, refusalReason: null }
  await db.insert(closingRequests).values(row).onConflictDoUpdate({ target: closingRequests.userID, set: row })
}

export const findClosingRequest = (db: Db, userID: string): Promise<RequestRow | undefined> =>
  db.select().from(closingRequests).where(eq(closingRequests.userID, userID)).then(only)

export const saveRefusal = async (db: Db, userID: string, refusal: Pick<RequestRow, 'refusedAt' | 'refusalReason'>) => {
  await db.update(closingRequests).set(refusal).where(eq(closingRequests.userID, userID))
}

/** False if there is none. */
export const deleteClosingRequest = (db: Db, userID: string): Promise<boolean> =>
  db.delete(closingRequests).where(eq(closingRequests.userID, userID)).returning().then(hasRows)

export const closingsPerPage = 200

export const listOpenClosingRequests = (db: Db, roles: Role[], cursor: string | undefined) =>
  db
    .select({
      userID: users.userID,
      role: users.role,
      fullName: users.fullName,
      email: users.email,
      contactNumber: users.contactNumber,
      message: closingRequests.message,
      requestedAt: closingRequests.requestedAt,
    })
    .from(closingRequests)
    .innerJoin(users, eq(users.userID, closingRequests.userID))
    .where(
      and(
        isNull(closingRequests.refusedAt),
        inArray(users.role, roles),
        rowsAfter({ direction: 'asc', by: [closingRequests.requestedAt], key: closingRequests.userID }, cursor),
      ),
    )
    .orderBy(asc(closingRequests.requestedAt), asc(closingRequests.userID))
    .limit(closingsPerPage + 1)

const hasOpenProblem = (db: Db) =>
  exists(
    db
      .select()
      .from(paymentProblems)
      .where(and(eq(paymentProblems.paymentID, payments.paymentID), isNull(paymentProblems.settledAt))),
  )

/** A decision or money is owed. */
const isUnfinished = (db: Db) =>
  or(
    eq(bookings.bookingStatus, 'Pending'),
    eq(payments.paymentStatus, 'Refunding'),
    isNotNull(payments.surplusIntentID),
    hasOpenProblem(db),
    hasOpenCharges(db),
  )

const ofCharges = alias(payments, 'of_charges')

/** Charges that are due, or whose money goes back. */
const hasOpenCharges = (db: Db) =>
  or(
    exists(db.select().from(dueCharges).where(eq(dueCharges.bookingID, bookings.bookingID))),
    exists(
      db
        .select()
        .from(ofCharges)
        .where(and(eq(ofCharges.chargedBookingID, bookings.bookingID), eq(ofCharges.paymentStatus, 'Refunding'))),
    ),
  )

export const listBookingsOf = (db: Db, userIDs: string[]) =>
  db
    .select({
      userID: bookings.userID,
      bookingID: bookings.bookingID,
      bookingStatus: bookings.bookingStatus,
      bookingType: bookings.bookingType,
      nicheCode: niches.nicheCode,
      unfinished: (isUnfinished(db) as SQL<boolean>).mapWith(Boolean),
    })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(inArray(bookings.userID, userIDs))
    .orderBy(asc(bookings.createdAt), asc(bookings.bookingID))

const daysAfterEnd = 30

/** The bookings because of which an account is kept: all but those that were never paid or charged and ended more than 30 days ago. */
export const selectBookingsToKeep = (db: Db, userID: SQL | string | typeof users.userID, now: Date) => {
  const longAgo = new Date(now.getTime() - daysAfterEnd * dayMs)
  const lastMoves = db
    .select()
    .from(bookingMoves)
    .where(and(eq(bookingMoves.bookingID, bookings.bookingID), gt(bookingMoves.at, longAgo)))
  return db
    .select({ bookingID: bookings.bookingID })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .where(
      and(
        eq(bookings.userID, userID),
        or(
          ne(bookings.bookingStatus, 'Cancelled'),
          ne(payments.paymentStatus, 'Failed'),
          exists(lastMoves),
          exists(db.select().from(charges).where(eq(charges.bookingID, bookings.bookingID))),
          hasOpenProblem(db),
        ),
      ),
    )
}

export const hasBookings = async (db: Db, userID: string, now: Date): Promise<boolean> =>
  hasRows(await selectBookingsToKeep(db, userID, now).limit(1))

/** Whether this account is or was one of staff: each change of a role has staff or an admin on one side. */
export async function hasBeenStaff(db: Db, { userID, role }: Pick<typeof users.$inferSelect, 'userID' | 'role'>) {
  if (role !== 'user') return true
  const changes = inArray(auditLog.action, ['role.changed', 'staff.invitation_accepted'])
  return isThere(db, auditLog, and(eq(auditLog.subject, userID), changes))
}
