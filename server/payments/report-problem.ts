import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#contract/audit/audit-actions.ts'
import type { ProblemKind } from '#contract/payments/payment.ts'
import { record } from '#server/audit/public.ts'
import type { Context } from '#server/core/context.ts'
import type { Intent } from '#server/ports/card-gateway.ts'
import { changePayment, recordPaymentEvent } from './change-payment.ts'
import { findSurplusAmount, insertProblem, listProblemsOfIntent } from './problem-queries.ts'
import { type PaymentRow, paidBookingOf, saveProviderIDs } from './queries.ts'

interface Found {
  /** The intent or, of a dispute, the dispute. */
  intentID: string
  amountCents: number
  currency?: string
  failureCode?: string
}

const auditActions: Record<ProblemKind, AuditAction> = {
  RefundFailed: 'payment.refund_failed',
  SurplusRefundFailed: 'payment.refund_failed',
  WrongAmount: 'payment.wrong_amount',
  Disputed: 'payment.disputed',
  DisputeLost: 'payment.dispute_lost',
}

/** Puts it on the staff dashboard, once, in the caller's transaction. */
export async function reportProblem(
  context: Context,
  payment: PaymentRow,
  kind: ProblemKind,
  found: Found,
): Promise<boolean> {
  const { paymentID } = payment
  const row = { problemID: randomUUID(), paymentID, kind, ...found, foundAt: context.clock() }
  if (!(await insertProblem(context.db, row))) return false
  const { amountCents, currency = 'sgd', failureCode } = found
  const details = { paymentID, amountCents, currency, ...(failureCode && { failureCode }) }
  await record(context, auditActions[kind], paidBookingOf(payment), details)
  context.log.error({ kind, ...details }, 'a payment has to be settled by hand')
  return true
}

/** A payment with the wrong amount or currency settles nothing. */
export async function reportWrongAmount(context: Context, payment: PaymentRow, intent: Intent) {
  const { intentID, amountCents, currency } = intent
  if (!(await reportProblem(context, payment, 'WrongAmount', { intentID, amountCents, currency }))) return
  const details = { intentID, currency }
  await recordPaymentEvent(context, payment.paymentID, { kind: 'refused', amountCents, details })
}

interface FailedRefund {
  refundID: string | undefined
  failureCode?: string | undefined
}

/** A refund that failed for good. The money of a card payment is owed to the family again, even if the refund first succeeded. */
export async function reportFailedRefund(context: Context, payment: PaymentRow, failed: FailedRefund) {
  const { intentID, paymentStatus, paymentMethod, amountCents } = payment
  if (payment.surplusIntentID || paymentMethod !== 'Credit Card')
    return reportFailedSurplusRefund(context, payment, failed)
  if (!intentID) return
  const hadSucceeded = paymentStatus === 'Refunded' && payment.refundID === failed.refundID
  if (hadSucceeded) await changePayment(context, payment, 'refund failed later', { paymentStatus: 'Refunding' })
  else if (paymentStatus !== 'Refunding') return
  const failureCode = failed.failureCode ?? 'unknown'
  await reportProblem(context, payment, 'RefundFailed', { intentID, amountCents, failureCode })
}

async function reportFailedSurplusRefund(
  context: Context,
  payment: PaymentRow,
  { failureCode = 'unknown' }: FailedRefund,
) {
  const intentID = payment.surplusIntentID ?? payment.intentID
  const surplusCents = await findSurplusAmount(context.db, payment.paymentID)
  if (!intentID || !(payment.surplusIntentID || surplusCents)) return
  const earlier = await listProblemsOfIntent(context.db, payment.paymentID, intentID)
  /** The provider reports a failure more than once. */
  if (earlier.some(({ kind }) => kind === 'SurplusRefundFailed')) return
  await saveProviderIDs(context.db, payment.paymentID, { surplusIntentID: intentID })
  const amountCents = surplusCents ?? payment.amountCents
  await reportProblem(context, payment, 'SurplusRefundFailed', { intentID, amountCents, failureCode })
}
