import { and, eq, exists, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { paymentEvents, payments, users } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

/** Whether this person took the money of a payment, or decided on its refund. */
const tookPart = (db: Db, userID: string | typeof users.userID): SQL =>
  exists(
    db
      .select({ eventID: paymentEvents.eventID })
      .from(paymentEvents)
      .where(
        and(
          eq(paymentEvents.paymentID, payments.paymentID),
          inArray(paymentEvents.kind, ['paid', 'refunding']).inlineParams(),
          eq(paymentEvents.actorID, userID),
        ),
      ),
  )

const isClerk = and(eq(users.role, 'staff').inlineParams(), isNull(users.closedAt), isNull(users.suspendedAt))

/** Whether another clerk gives the money back. A house may have nobody else. */
export const needsAnother = (db: Db, userID: string): SQL<boolean> => {
  const otherClerk = db
    .select({ userID: users.userID })
    .from(users)
    .where(and(isClerk, not(tookPart(db, users.userID))))
  return sql<boolean>`${tookPart(db, userID)} and ${exists(otherClerk)}`
}

export const findReturnFacts = (db: Db, paymentID: string, userID: string) =>
  db
    .select({ tookPart: tookPart(db, userID).mapWith(Boolean), needsAnother: needsAnother(db, userID) })
    .from(payments)
    .where(eq(payments.paymentID, paymentID))
    .then(only)

export const listAdminAddresses = (db: Db) =>
  db
    .select({ userID: users.userID, email: users.email, fullName: users.fullName })
    .from(users)
    .where(and(eq(users.role, 'admin').inlineParams(), isNull(users.suspendedAt)))
