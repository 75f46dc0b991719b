import { inArray, sql } from 'drizzle-orm'
import { verifyLog } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import { bookings, payments } from '#server/database/schema.ts'
import { findDoubleSeats, findViolations, findWrongOutsideSince } from '#test/find-violations.ts'
import type { Acknowledged } from './families.ts'

/** What is wrong with the whole database: money, places, urns, ledger, audit chain, letters, and what was acknowledged but is missing. */
export async function findFaults(context: Context, acknowledged: Acknowledged): Promise<string[]> {
  const { db } = context
  const violations = await findViolations(db)
  const log = await db.transaction((tx) => verifyLog({ ...context, db: tx }), { isolationLevel: 'repeatable read' })
  const letters = await db.execute(
    sql`select dedupe_key from outbox where dedupe_key is not null group by dedupe_key having count(*) > 1`,
  )
  return [
    ...Object.entries(violations).map(([name, rows]) => `${name}: ${rows?.length}`),
    ...(await findDoubleSeats(db)).map(() => 'Two appointments have one seat.'),
    ...(await findWrongOutsideSince(db)).map(() => 'An urn differs from its ledger.'),
    ...log.problems,
    ...letters.rows.map(({ dedupe_key }) => `The letter ${dedupe_key} exists twice.`),
    ...(await findLost(context, acknowledged)),
  ]
}

async function findLost({ db }: Context, acknowledged: Acknowledged): Promise<string[]> {
  const kept = await db.select({ bookingID: bookings.bookingID, nicheID: bookings.nicheID }).from(bookings)
  const settled = await db
    .select({ bookingID: payments.bookingID })
    .from(payments)
    .where(inArray(payments.paymentStatus, ['Paid', 'Refunding', 'Refunded']))
  const [nicheOf, paid] = [
    new Map(kept.map(({ bookingID, nicheID }) => [bookingID, nicheID])),
    new Set(settled.map(({ bookingID }) => bookingID)),
  ]
  return [
    ...acknowledged.bookings
      .filter(({ bookingID, nicheID }) => nicheOf.get(bookingID) !== nicheID)
      .map(({ bookingID }) => `The booking ${bookingID} was acknowledged and is lost.`),
    ...acknowledged.paid
      .filter((bookingID) => !paid.has(bookingID))
      .map((bookingID) => `The payment of ${bookingID} was acknowledged and is lost.`),
  ]
}
