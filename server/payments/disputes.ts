import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import type { Dispute } from '#server/ports/card-gateway.ts'
import { moneyMoved, recordPaymentEvent } from './change-payment.ts'
import { closeProblemsOfIntent, hasCardMoney, listProblemsOfIntent, sumTakenByBank } from './problem-queries.ts'
import { findPaymentOfIntent, lockPayment, type PaymentRow, paidBookingOf } from './queries.ts'
import { reportProblem } from './report-problem.ts'

/**
 * Applies what the provider says of a dispute now; everything once, so neither the order of its events nor a repetition matters. Neither the
 * payment nor its bill changes: the bank takes the money, not what was sold. Returns the disputed payment, if it is known.
 */
export const applyDispute = (context: Context, dispute: Dispute): Promise<PaymentRow | undefined> =>
  inTransaction(context, async (context) => {
    const { db } = context
    const found = dispute.intentID && (await findPaymentOfIntent(db, dispute.intentID, undefined))
    const payment = found ? await lockPayment(db, found.paymentID) : undefined
    if (!payment) return undefined
    if (await hasCardMoney(db, payment.paymentID)) await recordMoves(context, payment, dispute)
    await reportDispute(context, payment, dispute)
    return payment
  })

async function recordMoves(context: Context, payment: PaymentRow, { disputeID, moves }: Dispute) {
  for (const { moveID, cents } of moves) {
    const kind = cents < 0 ? 'dispute withdrawn' : 'dispute returned'
    await recordMove(context, payment, kind, Math.abs(cents), { providerEventID: moveID, details: { disputeID } })
  }
}

async function recordMove(context: Context, payment: PaymentRow, kind: string, amountCents: number, more = {}) {
  const { paymentID } = payment
  const moved = moneyMoved(kind, amountCents, 'Credit Card')
  if (!(await recordPaymentEvent(context, paymentID, { kind, amountCents, ...moved, ...more }))) return
  await record(context, 'payment.moved_by_bank', paidBookingOf(payment), { paymentID, kind, amountCents })
}

/** Shows it to staff while it is open and, if it is lost, until a clerk has settled it. */
async function reportDispute(context: Context, payment: PaymentRow, dispute: Dispute) {
  const { disputeID, status, amountCents, currency, reason: failureCode } = dispute
  const found = { intentID: disputeID, amountCents, currency, failureCode }
  const earlier = await listProblemsOfIntent(context.db, payment.paymentID, disputeID)
  if (status === 'open') {
    if (earlier.length === 0) await reportProblem(context, payment, 'Disputed', found)
    return
  }
  const isKnown = status === 'lost' ? earlier.some(({ kind }) => kind === 'DisputeLost') : !earlier.some(isOpen)
  if (isKnown) return
  const settlement = { settledAt: context.clock(), settledByID: null, settledReason: `The dispute was ${status}.` }
  await closeProblemsOfIntent(context.db, payment.paymentID, disputeID, settlement)
  if (status === 'lost') await reportProblem(context, payment, 'DisputeLost', found)
  else await record(context, 'payment.dispute_won', paidBookingOf(payment), { paymentID: payment.paymentID, disputeID })
}

const isOpen = ({ settledAt }: { settledAt: Date | null }) => settledAt === null

/** A clerk settles a refund by hand that the bank has made already: what it has taken is this refund, and does not leave the house twice. */
export async function countAsRefund(context: Context, payment: PaymentRow, refundedCents: number) {
  const amountCents = Math.min(await sumTakenByBank(context.db, payment.paymentID), refundedCents)
  if (amountCents > 0) await recordMove(context, payment, 'dispute refunded', amountCents)
}

/** What the cardholder says, by the provider's code. */
const claims: Record<string, string> = {
  fraudulent: 'The cardholder says that somebody else used the card.',
  unrecognized: 'The cardholder does not know this payment.',
  duplicate: 'The cardholder says that the card was charged twice.',
  product_not_received: 'The cardholder says that nothing was given for it.',
  product_unacceptable: 'The cardholder says that it is not what was agreed.',
  credit_not_processed: 'The cardholder says that a refund has not arrived.',
}

/** What the clerk reads who settles it. */
export const explainDispute = (kind: 'Disputed' | 'DisputeLost', code: string): string =>
  `${claims[code] ?? `The card provider gave this reason: ${code}.`} ${whatNow[kind]}`

const whatNow = {
  Disputed: 'Please answer at the card provider, which says until when.',
  DisputeLost: 'The bank has decided for the cardholder and keeps the money.',
}
