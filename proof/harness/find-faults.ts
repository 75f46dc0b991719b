import { inArray } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { bookingMoves, bookings, payments, urnMoves } from '#server/database/schema.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { findAllViolations } from '#test/find-violations.ts'
import type { Acknowledged } from './acknowledged.ts'
import { findLetterFaults, type Sink } from './find-letter-faults.ts'

/**
 * What is wrong with the whole database: money, places, urns, ledger, audit chain, letters, and what was acknowledged but is missing. With
 * the mail server of the proof, also letters that it never got.
 */
export async function findFaults(context: Context, acknowledged: Acknowledged, sink?: Sink): Promise<string[]> {
  const violations = await findAllViolations(context.db)
  return [
    ...Object.entries(violations).map(([name, rows]) => `${name}: ${rows?.length}`),
    ...(await verifyAudit(context)).problems,
    ...(await findLost(context, acknowledged)),
    ...(sink ? await findLetterFaults(context, sink) : []),
  ]
}

export async function findLost({ db }: Context, acknowledged: Acknowledged): Promise<string[]> {
  const kept = await db.select({ bookingID: bookings.bookingID, nicheID: bookings.nicheID }).from(bookings)
  const settled = await db
    .select({ bookingID: payments.bookingID })
    .from(payments)
    .where(inArray(payments.paymentStatus, ['Paid', 'Refunding', 'Refunded']))
  const made = await db.select({ bookingID: bookingMoves.bookingID, event: bookingMoves.event }).from(bookingMoves)
  const moves = await db.select({ requestID: urnMoves.requestID }).from(urnMoves)
  const nicheOf = new Map(kept.map(({ bookingID, nicheID }) => [bookingID, nicheID]))
  const paid = new Set(settled.map(({ bookingID }) => bookingID))
  const decided = new Set(made.map(({ bookingID, event }) => `${event} ${bookingID}`))
  const moved = new Set(moves.map(({ requestID }) => requestID))
  return [
    ...acknowledged.bookings
      .filter(({ bookingID, nicheID }) => nicheOf.get(bookingID) !== nicheID)
      .map(({ bookingID }) => `The booking ${bookingID} was acknowledged and is lost.`),
    ...acknowledged.paid
      .filter((bookingID) => !paid.has(bookingID))
      .map((bookingID) => `The payment of ${bookingID} was acknowledged and is lost.`),
    ...acknowledged.decided
      .filter(({ bookingID, event }) => !decided.has(`${event} ${bookingID}`))
      .map(({ bookingID, event }) => `The ${event} of ${bookingID} was acknowledged and is lost.`),
    ...acknowledged.moved
      .filter((requestID) => !moved.has(requestID))
      .map((requestID) => `The urn move of request ${requestID} was acknowledged and is lost.`),
  ]
}
