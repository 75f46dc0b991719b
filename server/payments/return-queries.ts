import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { paymentEvents, payments, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

/** Whether this person took the money of a payment, or decided on its refund. */
const tookPart = (userID: SQL | string) =>
  sql<boolean>`exists (
    select 1 from ${paymentEvents}
    where ${paymentEvents.paymentID} = ${payments.paymentID} and ${inArray(paymentEvents.kind, ['paid', 'refunding']).inlineParams()}
      and ${paymentEvents.actorID} = ${userID})`

/** Whether another clerk gives the money back. A house may have nobody else. */
export const needsAnother = (userID: string) =>
  sql<boolean>`(${tookPart(userID)} and exists (
    select 1 from ${users}
    where ${and(eq(users.role, 'staff').inlineParams(), isNull(users.closedAt), isNull(users.suspendedAt))}
      and not ${tookPart(sql`${users.userID}`)}))`

export async function findReturnFacts(db: Db, paymentID: string, userID: string) {
  const [row] = await db
    .select({ tookPart: tookPart(userID), needsAnother: needsAnother(userID) })
    .from(payments)
    .where(eq(payments.paymentID, paymentID))
  return row
}

export const listAdminAddresses = (db: Db) =>
  db
    .select({ userID: users.userID, email: users.email, fullName: users.fullName })
    .from(users)
    .where(and(eq(users.role, 'admin').inlineParams(), isNull(users.suspendedAt)))
