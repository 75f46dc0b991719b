import { sql } from 'drizzle-orm'
import { findViolations } from '#test/find-violations.ts'
import type { Acknowledged } from './acknowledged.ts'
import { findLost } from './find-faults.ts'
import { findRepeated, mailOf } from './find-letter-faults.ts'
import type { Fault, House } from './house.ts'
import { isShort } from './length.ts'
import type { Work } from './mixed-work.ts'

/** What happened during one fault. Times are those of `performance.now()`. */
export interface Row {
  fault: Fault
  begunAt: number
  /** The amounts that had been acknowledged until then. */
  marks: Record<keyof Acknowledged, number>
  /** The time from which somebody must be able to buy. */
  mustSellFrom: number
  until: number
  /** The share of the machine that other programs left to the house and its users. */
  share: number
  hasResumed: boolean
  /** Calls that got no answer of Columba. */
  unanswered: number
  /** The seconds until its alarm was seen. */
  alarmAfter: number | undefined
  /** All alarms. */
  seen: string[]
}

/** The share of the machine below which waits say nothing about the house. */
const leastShare = 0.5

/** A short run has too few sales to judge less than this many seconds. */
const leastLimit = isShort ? 5 : 0

/** The limit is that of a machine on which nothing else runs: with a share of it everything takes longer. */
export function measure({ acknowledged: { bookings } }: Work, { fault, mustSellFrom, until, hasResumed, share }: Row) {
  const wait = hasResumed ? longestWait(bookings, mustSellFrom, until) : Number.POSITIVE_INFINITY
  const limit = Math.max(fault.limit, leastLimit) / share
  const isJudged = share >= leastShare
  return { wait, limit, isJudged, isSlow: isJudged && wait > limit }
}

/** The longest time in which somebody wanted to buy and nobody could, in seconds. Sales are in order. */
function longestWait(sales: Acknowledged['bookings'], from: number, until: number): number {
  let [longest, lastAt, waitingSince] = [0, until, until]
  /** Goes from the last sale to the first, because whoever is served later has waited as well. */
  for (const { begunAt, at } of sales.toReversed()) {
    if (begunAt > until) continue
    if (at <= until) longest = Math.max(longest, lastAt - Math.max(at, from, waitingSince))
    if (at <= from) return longest / 1000
    lastAt = Math.min(at, until)
    waitingSince = Math.min(waitingSince, begunAt)
  }
  return Math.max(longest, lastAt - Math.max(from, waitingSince)) / 1000
}

/** What each fault did. What is lost or twice belongs to the fault in which it was acknowledged or first sent. */
export async function judge({ production, work }: House, rows: readonly Row[]) {
  const { db } = production.context
  const twice = (await findViolations(db))['a niche has more active bookings than places'] ?? []
  const soldTwice = new Set((twice as { niche_id: string }[]).map(({ niche_id }) => niche_id))
  const mail = mailOf(production)
  const { needlessly, atCuts } = findRepeated(mail)
  const sentAt = (letterID: string) =>
    (mail.accepted.find(({ raw }) => raw.includes(letterID))?.at ?? 0) - performance.timeOrigin
  const expired = await findExpired(production.context, work.refusedToPay)
  const judged = []
  for (const [each, row] of rows.entries()) {
    const next = rows[each + 1]
    const isHere = (at: number) => at >= row.begunAt && at < (next?.begunAt ?? Number.POSITIVE_INFINITY)
    const acknowledged = between(work.acknowledged, row.marks, next?.marks)
    const needless = needlessly.filter((id) => isHere(sentAt(id))).length
    const waits = work.tally.waits.flatMap(({ begunAt, ms }) => (isHere(begunAt) ? [ms / 1000] : []))
    const [longestCall, wait] = [Math.max(0, ...waits), measure(work, row)]
    const isCallSlow = wait.isJudged && longestCall * row.share > (row.fault.longestCall ?? Number.POSITIVE_INFINITY)
    /** A sender that is killed cannot record what it has sent. */
    const byKilled = Math.min(needless, 2 * (row.fault.kills ?? 0))
    judged.push({
      ...row,
      ...wait,
      acknowledged: countAll(acknowledged),
      lost: (await findLost(production.context, acknowledged)).length,
      soldTwice: acknowledged.bookings.filter(({ nicheID }) => soldTwice.has(nicheID)).length,
      lettersTwice: needless - byKilled,
      lettersAtCuts: byKilled + atCuts.filter((id) => isHere(sentAt(id))).length,
      refused: acknowledged.bookings.filter(({ bookingID }) => expired.has(bookingID)).length,
      longestCall,
      isCallSlow,
      isAlarmMissing: row.fault.alarm !== undefined && row.alarmAfter === undefined,
    })
  }
  return judged
}

export type Judged = Awaited<ReturnType<typeof judge>>[number]

const between = (acknowledged: Acknowledged, from: Row['marks'], until?: Row['marks']) =>
  Object.fromEntries(
    Object.entries(acknowledged).map(([key, all]) => {
      const kind = key as keyof Acknowledged
      return [key, all.slice(from[kind], until?.[kind])]
    }),
  ) as unknown as Acknowledged

export const marksOf = (acknowledged: Acknowledged) =>
  Object.fromEntries(Object.entries(acknowledged).map(([key, all]) => [key, all.length])) as Row['marks']

export const countAll = (acknowledged: Acknowledged) =>
  Object.values(acknowledged).reduce((total, all) => total + all.length, 0)

/** Finds which of these bookings lost their hold. Families pay within seconds, long before that may happen. */
export async function findExpired({ db }: House['production']['context'], bookingIDs: readonly string[]) {
  const { rows } = await db.execute<{ id: string }>(
    sql`select booking_id as id from booking_moves where event = 'expire'`,
  )
  const ended = new Set(rows.map(({ id }) => id))
  return new Set(bookingIDs.filter((bookingID) => ended.has(bookingID)))
}

export const printTable = (rows: readonly Judged[]) =>
  console.table(
    rows.map((row) => ({
      fault: row.fault.name,
      acknowledged: row.acknowledged,
      lost: row.lost,
      'sold twice': row.soldTwice,
      'letters twice, at cuts': `${row.lettersTwice}, ${row.lettersAtCuts}`,
      wait: `${row.wait.toFixed(2)}${row.isSlow ? ' SLOW' : ''}${row.isJudged ? '' : ' not judged'}`,
      'limit, at share': `${row.limit.toFixed(2)}, ${row.share.toFixed(2)}`,
      'longest call': `${row.longestCall.toFixed(1)}${row.isCallSlow ? ' SLOW' : ''}`,
      unanswered: row.unanswered,
      alarm: row.fault.alarm ? `${row.fault.alarm.source} ${row.alarmAfter?.toFixed(1) ?? 'NOT SEEN'}` : '',
    })),
  )
