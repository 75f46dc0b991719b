import { and, count, desc, eq, gt, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { formatDateTime } from '#contract/dates.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { preparedStatement } from '#server/database/prepared.ts'
import { bookingMoves, bookings, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { whereStillPending, whereUnpaid } from './holds.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const maxExpiredHoldsPerDay = 2

/** Whether an applicant may send one more application. Like all checks of this file, only while their account is locked. */
export async function requireSubmissionAllowed(context: SignedInContext, nicheID: string) {
  if (context.actor.role !== 'staff') rejectTooManySubmissions(context, await findUsage(context, nicheID))
}

/** Whether an applicant may hold one more niche, and this one. */
export async function requireHoldAllowed(context: SignedInContext, nicheID: string) {
  if (context.actor.role === 'staff') return
  const usage = await findUsage(context, nicheID)
  rejectTooManySubmissions(context, usage)
  if (usage.unpaidHolds >= context.config.maxUnpaidHolds) {
    const why = usage.unpaidHolds === 1 ? 'a booking' : `${usage.unpaidHolds} bookings`
    throw new AppError('TOO_MANY_UNPAID_BOOKINGS', { why })
  }
  if (usage.expiredOften)
    throw new AppError('NICHE_HELD_TWICE', { why: formatTime(usage.expiredOften.getTime() + day) })
}

type Usage = Awaited<ReturnType<typeof findUsage>>

function rejectTooManySubmissions({ clock }: SignedInContext, { sentMany }: Usage) {
  if (!sentMany) return
  const until = sentMany.getTime() + hour
  throw new AppError('TOO_MANY_SUBMISSIONS', {
    why: formatTime(until),
    retryAfter: Math.max(1, (until - clock().getTime()) / 1000),
  })
}

/** The time is rounded up, because sentences show no seconds. */
const formatTime = (time: number) => formatDateTime(new Date(Math.ceil(time / minute) * minute))

/** What an applicant has used of each limit, in one query. Bookings made at the counter do not count. */
async function findUsage({ db, config, clock, actor: { userID } }: SignedInContext, nicheID: string) {
  const now = clock()
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  const times = { now: ago(0), hourAgo: ago(hour), dayAgo: ago(day) }
  const newer = config.maxSubmissionsPerHour - 1
  const [usage] = await usageOfLimits(db).execute({ userID, nicheID, newer, ...times })
  if (!usage) throw new AppError('NOT_SIGNED_IN')
  return usage
}

const usageOfLimits = preparedStatement((db) => {
  const userID = sql.placeholder('userID')
  const own = and(eq(bookings.userID, userID), eq(bookings.madeBy, 'user'))
  const sent = and(
    own,
    eq(bookingMoves.actorID, userID),
    inArray(bookingMoves.event, ['submit', 'amend']),
    gt(bookingMoves.at, sql.placeholder('hourAgo')),
  )
  const expired = and(
    own,
    eq(bookings.nicheID, sql.placeholder('nicheID')),
    eq(bookings.bookingStatus, 'Cancelled'),
    eq(bookingMoves.event, 'expire'),
    gt(bookingMoves.at, sql.placeholder('dayAgo')),
  )
  const unpaidHolds = db
    .select({ count: count() })
    .from(bookings)
    .where(and(own, whereUnpaid, whereStillPending(sql.placeholder('now'))))
  return db
    .select({
      unpaidHolds: sql`${unpaidHolds}`.mapWith(Number),
      /** When the oldest of the last submissions was sent, if they are as many as an hour allows. */
      sentMany: moveBefore(db, sql.placeholder('newer'), sent),
      /** The same for the holds of this niche that have expired. */
      expiredOften: moveBefore(db, maxExpiredHoldsPerDay - 1, expired),
    })
    .from(users)
    .where(eq(users.userID, userID))
    .prepare('usage_of_limits')
})

/** When the move before so many newer ones was made; null if there is none. */
function moveBefore(db: Db, newer: number | Placeholder, where: SQL | undefined): SQL<Date | null> {
  const move = db
    .select({ at: bookingMoves.at })
    .from(bookingMoves)
    .innerJoin(bookings, eq(bookings.bookingID, bookingMoves.bookingID))
    .where(where)
    .orderBy(desc(bookingMoves.at))
    .limit(1)
    .offset(newer)
  return sql`${move}`.mapWith(bookingMoves.at)
}
