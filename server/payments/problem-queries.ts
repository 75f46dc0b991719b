import { and, asc, desc, eq, gt, isNotNull, isNull, like, sql } from 'drizzle-orm'
import { holderContact, holderName } from '#server/database/holder.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import {
  beneficiaries,
  bookings,
  paidBookingID,
  paymentEvents,
  paymentProblems,
  payments,
  registerEntries,
  users,
} from '#server/database/schema.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'

export type ProblemRow = typeof paymentProblems.$inferSelect

const isOpen = isNull(paymentProblems.settledAt)

/** False if the same problem is open already. */
export const insertProblem = (db: Db, row: typeof paymentProblems.$inferInsert): Promise<boolean> =>
  db
    .insert(paymentProblems)
    .values(row)
    .onConflictDoNothing()
    .returning({ problemID: paymentProblems.problemID })
    .then((rows) => rows.length > 0)

export const findProblem = (db: Db, problemID: string): Promise<ProblemRow | undefined> =>
  db.select().from(paymentProblems).where(eq(paymentProblems.problemID, problemID)).then(only)

const isAbout = (paymentID: string, intentID: string) =>
  and(eq(paymentProblems.paymentID, paymentID), eq(paymentProblems.intentID, intentID))

/** The problems of an intent, settled or not. */
export const listProblemsOfIntent = (db: Db, paymentID: string, intentID: string): Promise<ProblemRow[]> =>
  db.select().from(paymentProblems).where(isAbout(paymentID, intentID))

/** True if a clerk has settled the payment of this intent. */
export const isSettledByHand = (db: Db, paymentID: string, intentID: string): Promise<boolean> =>
  isThere(db, paymentProblems, and(isAbout(paymentID, intentID), isNotNull(paymentProblems.settledByID)))

type Settlement = Pick<ProblemRow, 'settledAt' | 'settledByID' | 'settledReason'>

export const closeProblem = async (db: Db, problemID: string, settlement: Settlement) => {
  await db.update(paymentProblems).set(settlement).where(eq(paymentProblems.problemID, problemID))
}

/** Closes the problems once the money has gone back after all. */
export const closeProblemsOfIntent = async (db: Db, paymentID: string, intentID: string, settlement: Settlement) => {
  await db
    .update(paymentProblems)
    .set(settlement)
    .where(and(isAbout(paymentID, intentID), isOpen))
}

/** The oldest first. */
export const listOpenProblems = (db: Db, cursor: string | undefined, limit: number) =>
  db
    .select({
      problem: paymentProblems,
      bookingID: paidBookingID,
      dueCents: payments.amountCents,
      beneficiaryName: beneficiaries.beneficiaryName,
      customerName: holderName,
      contactNumber: holderContact,
    })
    .from(paymentProblems)
    .innerJoin(payments, eq(payments.paymentID, paymentProblems.paymentID))
    .innerJoin(bookings, eq(bookings.bookingID, paidBookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .where(
      and(
        isOpen,
        rowsAfter({ direction: 'asc', by: [paymentProblems.foundAt], key: paymentProblems.problemID }, cursor),
      ),
    )
    .orderBy(asc(paymentProblems.foundAt), asc(paymentProblems.problemID))
    .limit(limit)

/** What was paid for a booking that the counter had already settled. */
export async function findSurplusAmount(db: Db, paymentID: string): Promise<number | undefined> {
  const [surplus] = await db
    .select({ amountCents: paymentEvents.amountCents })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentID, paymentID), eq(paymentEvents.kind, 'surplus')))
    .orderBy(desc(paymentEvents.eventID))
    .limit(1)
  return surplus?.amountCents ?? undefined
}

/** The IDs of the disputes that wait for the bank. */
export const listOpenDisputes = async (db: Db): Promise<string[]> =>
  (
    await db
      .select({ disputeID: paymentProblems.intentID })
      .from(paymentProblems)
      .where(and(isOpen, eq(paymentProblems.kind, 'Disputed')))
  ).map(({ disputeID }) => disputeID)

/** Whether money of this payment has come in through the card provider. One with a wrong amount never counted. */
export const hasCardMoney = (db: Db, paymentID: string): Promise<boolean> =>
  isThere(
    db,
    paymentEvents,
    and(
      eq(paymentEvents.paymentID, paymentID),
      eq(paymentEvents.method, 'Credit Card'),
      gt(paymentEvents.movedCents, 0),
    ),
  )

/** What the bank has taken of a payment because of disputes, and not given back. */
export async function sumTakenByBank(db: Db, paymentID: string): Promise<number> {
  const [taken] = await db
    .select({ cents: sql<number>`coalesce(-sum(${paymentEvents.movedCents}), 0)::float8` })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentID, paymentID), like(paymentEvents.kind, 'dispute %')))
  return taken?.cents ?? 0
}
