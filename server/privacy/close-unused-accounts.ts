import { and, asc, eq, isNull, lt, notExists, type SQL } from 'drizzle-orm'
import { dayMs, formatDay, toDay } from '#contract/dates.ts'
import { lockForClosing, sendClosingNotice } from '#server/accounts/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { users } from '#server/database/schema.ts'
import { closeCompletely } from './closing.ts'
import { hasBeenStaff, hasBookings, selectBookingsToKeep } from './closing-queries.ts'

const monthsUnused = 24
const noticeMs = 30 * dayMs
const atOnce = 100

/**
 * Closes applicants' accounts without bookings 24 months after their last sign-in, and writes to their owners 30 days before.
 * Accounts of staff and admins stay. Resolves to `true` if there are probably more.
 */
export async function closeUnusedAccounts(context: Context): Promise<boolean> {
  const now = context.clock()
  const lastUse = monthsBefore(now, monthsUnused)
  const noticed = await listUnused(context, lastUse, lt(users.closingNoticeAt, new Date(now.getTime() - noticeMs)))
  for (const { userID } of noticed) await closeUnused(context, userID, lastUse)

  const unnoticed = await listUnused(context, new Date(lastUse.getTime() + noticeMs), isNull(users.closingNoticeAt))
  const lastDay = formatDay(toDay(new Date(now.getTime() + noticeMs)))
  for (const { userID } of unnoticed)
    await inTransaction(context, (context) => sendClosingNotice(context, userID, lastDay))
  return noticed.length === atOnce || unnoticed.length === atOnce
}

const listUnused = ({ db, clock }: Context, lastUse: Date, notice: SQL) =>
  db
    .select({ userID: users.userID })
    .from(users)
    .where(
      and(
        isNull(users.closedAt),
        eq(users.role, 'user'),
        lt(users.lastSignInAt, lastUse),
        notice,
        notExists(selectBookingsToKeep(db, users.userID, clock())),
      ),
    )
    .orderBy(asc(users.lastSignInAt))
    .limit(atOnce)

/** The owner may have signed in or booked since the account was listed. */
const closeUnused = (context: Context, userID: string, lastUse: Date) =>
  inTransaction(context, async (context) => {
    const user = await lockForClosing(context, userID)
    if (user?.role !== 'user' || user.lastSignInAt >= lastUse) return
    if (await hasBookings(context.db, userID, context.clock())) return
    await closeCompletely(context, user, { cause: 'unused', keepsName: await hasBeenStaff(context.db, user) })
  })

function monthsBefore(instant: Date, months: number): Date {
  const earlier = new Date(instant)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  return earlier
}
