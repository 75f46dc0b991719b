import { and, eq, exists, inArray, not, type SQL, sql } from 'drizzle-orm'
import { paymentEvents, payments, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

const isTakingPart = inArray(paymentEvents.kind, ['paid', 'refunding']).inlineParams()

/** Whether this person took the money of a payment, or decided on its refund. */
const tookPart = (db: Db, userID: string | typeof users.userID): SQL =>
  exists(
    db
      .select({ eventID: paymentEvents.eventID })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.paymentID, payments.paymentID), isTakingPart, eq(paymentEvents.actorID, userID))),
  )

/** Whether another of these clerks gives the money back. */
export const needsAnother = (db: Db, userID: string, clerks: readonly string[]): SQL<boolean> => {
  const otherClerk = db
    .select({ userID: users.userID })
    .from(users)
    .where(and(inArray(users.userID, [...clerks]), not(tookPart(db, users.userID))))
  return sql<boolean>`${tookPart(db, userID)} and ${exists(otherClerk)}`
}

export const listParticipants = (db: Db, paymentID: string) => listActors(db, paymentID, isTakingPart)

export const listBillers = (db: Db, paymentID: string) =>
  listActors(db, paymentID, eq(paymentEvents.kind, 'billed').inlineParams())

const listActors = async (db: Db, paymentID: string, isTheirs: SQL) =>
  (
    await db
      .selectDistinct({ actorID: paymentEvents.actorID })
      .from(paymentEvents)
      .where(and(eq(paymentEvents.paymentID, paymentID), isTheirs))
  ).map(({ actorID }) => actorID)
