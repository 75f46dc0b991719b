import { and, eq, isNotNull, isNull, lt, notExists } from 'drizzle-orm'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { bookings, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import type { UserRow } from './queries.ts'

const hoursToFinish = 48
const atOnce = 100

/** The person chose a password but never set up the second step. After a reset by an admin, the last step is not 0. */
export const isUnfinished = ({ role, passwordHash, totpSealed, totpLastStep }: UserRow) =>
  role === 'user' && passwordHash !== null && totpSealed === null && totpLastStep === 0

const whereUnfinished = and(
  eq(users.role, 'user'),
  isNotNull(users.passwordHash),
  isNull(users.totpSealed),
  eq(users.totpLastStep, 0),
)

/** Removes registrations that nobody finished, so that they do not keep someone's NRIC and username for ever. */
export async function removeUnfinishedRegistrations(context: Context) {
  const before = new Date(context.clock().getTime() - hoursToFinish * 3_600_000)
  await inTransaction(context, async (context) => {
    for (const { userID } of await lockUnfinished(context.db, before)) {
      await context.db.delete(users).where(eq(users.userID, userID))
      await record(context, 'registration.removed', userID)
    }
  })
}

/** Not accounts with a booking: staff may have opened those at the counter. */
const lockUnfinished = (db: Db, before: Date) =>
  db
    .select({ userID: users.userID })
    .from(users)
    .where(
      and(
        whereUnfinished,
        lt(users.createdAt, before),
        notExists(db.select().from(bookings).where(eq(bookings.userID, users.userID))),
      ),
    )
    .limit(atOnce)
    .for('update', { skipLocked: true })
