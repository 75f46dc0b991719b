import { type PaymentMethod, type RefundMethod, refundMethodsOf } from '#contract/payments/payment.ts'
import { record } from '#server/audit/public.ts'
import { creditPayment } from '#server/bills/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueLetter, tellAdmins } from '#server/mail/outbox.ts'
import { requireUnblocked } from '#server/rights/public.ts'
import { requireUninvolved } from '#server/second-person/public.ts'
import { changePayment, moneyMoved, recordPaymentEvent } from './change-payment.ts'
import { countAsRefund } from './disputes.ts'
import { refundedLetter, returnedAloneNotice, surplusLetter } from './letters.ts'
import { closeProblemsOfIntent, findSurplusAmount, listProblemsOfIntent } from './problem-queries.ts'
import {
  claimDueRefund,
  findPaymentFacts,
  findPaymentRow,
  listDueRefunds,
  listUnconfirmedCardRefunds,
  listUnrefundedSurpluses,
  lockPayment,
  type PaymentRow,
  paidBookingOf,
  saveProviderIDs,
} from './queries.ts'
import { enqueueLatePaymentLetters } from './receipts.ts'
import { reportFailedRefund } from './report-problem.ts'
import { listParticipants } from './return-queries.ts'

/** Marks a paid payment for refund in the caller's transaction. Call `requestRefund` after the commit, or a job does once it is due. */
export async function beginRefund(context: Context, payment: PaymentRow, refundDueAt: Date | null) {
  await requireUnblocked(context, paidBookingOf(payment))
  const refunding = await changePayment(context, payment, 'refunding', { paymentStatus: 'Refunding', refundDueAt })
  await record(context, 'payment.refund_begun', paidBookingOf(payment), { paymentID: payment.paymentID })
  return refunding
}

/** Undefined if the refund has been requested or paid out. Locks the payment, because jobs request refunds at any time. */
export async function takeBackRefund(context: Context, { paymentID }: PaymentRow) {
  const payment = await lockPayment(context.db, paymentID)
  if (payment?.paymentStatus !== 'Refunding' || payment.refundDueAt === null) return undefined
  const kept = { paymentStatus: 'Paid', refundDueAt: null } as const
  await record(context, 'payment.refund_taken_back', paidBookingOf(payment), { paymentID })
  return changePayment(context, payment, 'refund taken back', kept)
}

/** Marks a card payment for refund that came after its booking had ended. */
export async function refundLatePayment(context: Context, payment: PaymentRow, cardLast4: string | undefined) {
  const refunding = await changePayment(context, payment, 'late', {
    paymentStatus: 'Refunding',
    paymentMethod: 'Credit Card',
    cardLast4: cardLast4 ?? null,
    settledAt: context.clock(),
  })
  await record(context, 'payment.late', paidBookingOf(payment), { paymentID: payment.paymentID })
  await enqueueLatePaymentLetters(context, payment.paymentID)
  return refunding
}

/** Requests a card refund from the provider; idempotent. Returns false if that failed: then the background job tries again. */
export async function requestRefund(context: Context, paymentID: string): Promise<boolean> {
  try {
    const payment = await findPaymentRow(context.db, paymentID)
    if (payment) await requestCardRefund(context, payment)
    return true
  } catch (error) {
    context.log.warn({ err: error, paymentID }, 'could not request a refund; the background job will retry it')
    return false
  }
}

async function requestCardRefund(context: Context, payment: PaymentRow) {
  if (payment.refundDueAt && !(await claimDueRefund(context.db, payment.paymentID, context.clock()))) return
  const { paymentID, paymentStatus, paymentMethod, intentID, amountCents } = payment
  if (paymentStatus !== 'Refunding' || paymentMethod !== 'Credit Card' || !intentID) return
  if (await waitsForClerk(context, paymentID, intentID)) return
  const refund = await context.gateway.refund({ intentID, amountCents, idempotencyKey: `refund-${paymentID}` })
  if (refund.status !== 'pending') return recordRefundResult(context, paymentID, refund)
  const { refundID } = refund
  if (payment.refundID !== refundID) await saveProviderIDs(context.db, paymentID, { refundID })
}

/** A refund that failed for good is not requested again. */
export const waitsForClerk = async ({ db }: Context, paymentID: string, intentID: string) =>
  (await listProblemsOfIntent(db, paymentID, intentID)).some(
    ({ kind, settledAt }) => kind !== 'WrongAmount' && settledAt === null,
  )

interface RefundResult {
  status: 'succeeded' | 'failed'
  refundID: string | undefined
  /** Left out if it is the whole payment. */
  amountCents?: number | undefined
  failureCode?: string | undefined
  eventID?: string
}

/** Records the result of a refund. The provider's reply and its webhook event may come in either order. */
export async function recordRefundResult(context: Context, paymentID: string, result: RefundResult) {
  await inTransaction(context, async (context) => {
    const payment = await lockPayment(context.db, paymentID)
    const { refundID = null, status, amountCents, failureCode, eventID: providerEventID } = result
    const isNew = await recordPaymentEvent(context, paymentID, {
      kind: `refund ${status}`,
      ...(amountCents !== undefined && { amountCents }),
      details: { refundID, ...(failureCode && { failureCode }) },
      ...(providerEventID && { providerEventID }),
    })
    if (!payment || !isNew) return
    if (status === 'failed') return reportFailedRefund(context, payment, result)
    const awaited = payment.paymentStatus === 'Refunding' && payment.paymentMethod === 'Credit Card'
    const dueCents = awaited ? payment.amountCents : await findSurplusAmount(context.db, paymentID)
    /** Somebody has returned a part at the provider. The rest is due until a clerk settles it. */
    if (dueCents && (amountCents ?? dueCents) < dueCents) return
    if (awaited) await finishRefund(context, payment, { refundID })
    else if (payment.surplusIntentID) await finishSurplusRefund(context, payment)
  })
}

interface Finish {
  refundID: string | null
  /** A clerk has returned what the provider could not. */
  byHand?: boolean
  /** How a clerk has returned it, if that is known: then it has left the house even if the bank has taken it as well. */
  returnedBy?: PaymentMethod | undefined
}

export async function finishRefund(
  context: Context,
  payment: PaymentRow,
  { refundID, byHand = false, returnedBy }: Finish,
) {
  if (byHand && !returnedBy) await countAsRefund(context, payment, payment.amountCents)
  const refunded = { paymentStatus: 'Refunded', refundID, refundDueAt: null } as const
  await changePayment(context, payment, 'refunded', refunded, returnedBy)
  await creditPayment(context, payment.paymentID, { returnedBy })
  await closeProblems(context, payment, payment.intentID)
  const details = { paymentID: payment.paymentID, ...(returnedBy && { returnedBy }) }
  await record(context, 'payment.refunded', paidBookingOf(payment), details)
  const facts = await findPaymentFacts(context.db, payment.paymentID)
  /** The money of an organisation goes back to it, with its credit note. */
  if (!facts || facts.paymentMethod === 'Bank transfer') return
  const returned = { ...facts, paymentMethod: returnedBy ?? facts.paymentMethod }
  await enqueueLetter(context, facts, aboutBooking(facts.bookingID, refundedLetter(returned, { byHand })))
}

/** The provider may refund what had failed, for example from its own dashboard. */
async function closeProblems(context: Context, { paymentID }: PaymentRow, intentID: string | null) {
  const settlement = { settledAt: context.clock(), settledByID: null, settledReason: 'The money was refunded.' }
  if (intentID) await closeProblemsOfIntent(context.db, paymentID, intentID, settlement)
}

const batchSize = 20

/** Run by a background job: requests the refunds of denials that can no longer be taken back. */
export async function requestDueRefunds(context: Context) {
  for (const { paymentID } of await listDueRefunds(context.db, context.clock(), batchSize))
    await requestRefund(context, paymentID)
}

/** Run by the background job: requests again all refunds that the provider has not confirmed. */
export async function retryRefunds(context: Context) {
  for (const { paymentID } of await listUnconfirmedCardRefunds(context.db, batchSize))
    await requestRefund(context, paymentID)
  for (const { paymentID } of await listUnrefundedSurpluses(context.db, batchSize))
    await refundSurplus(context, paymentID)
}

/** Refunds a surplus in full. It stays due until the provider confirms the refund. */
export async function refundSurplus(context: Context, paymentID: string): Promise<void> {
  try {
    const payment = await findPaymentRow(context.db, paymentID)
    const intentID = payment?.surplusIntentID
    if (!intentID || (await waitsForClerk(context, paymentID, intentID))) return
    const amountCents = (await findSurplusAmount(context.db, paymentID)) ?? payment.amountCents
    const idempotencyKey = `surplus-${paymentID}`
    const refund = await context.gateway.refund({ intentID, amountCents, idempotencyKey })
    if (refund.status !== 'pending') await recordRefundResult(context, paymentID, refund)
  } catch (error) {
    context.log.warn({ err: error, paymentID }, 'could not refund a surplus; the background job will retry it')
  }
}

export async function finishSurplusRefund(
  context: Context,
  payment: PaymentRow,
  { byHand = false, returnedBy }: Omit<Finish, 'refundID'> = {},
) {
  await saveProviderIDs(context.db, payment.paymentID, { surplusIntentID: null })
  await closeProblems(context, payment, payment.surplusIntentID)
  const amountCents = (await findSurplusAmount(context.db, payment.paymentID)) ?? payment.amountCents
  if (byHand && !returnedBy) await countAsRefund(context, payment, amountCents)
  await recordPaymentEvent(context, payment.paymentID, {
    kind: 'surplus refunded',
    amountCents,
    ...moneyMoved('surplus refunded', amountCents, returnedBy ?? 'Credit Card'),
    details: { intentID: payment.surplusIntentID },
  })
  const details = { paymentID: payment.paymentID, amountCents, ...(returnedBy && { returnedBy }) }
  await record(context, 'payment.surplus_refunded', paidBookingOf(payment), details)
  const facts = await findPaymentFacts(context.db, payment.paymentID)
  if (facts) await enqueueLetter(context, facts, aboutBooking(facts.bookingID, surplusLetter(facts, { byHand })))
}

interface PaidOut {
  paymentID: string
  returnedBy?: RefundMethod | undefined
}

/** A clerk has refunded the payment at the counter. Card payments can be refunded only by the provider. */
export async function settleRefund(context: SignedInContext, { paymentID, returnedBy }: PaidOut) {
  await inTransaction(context, async (context) => {
    const payment = await lockPayment(context.db, paymentID)
    if (!payment) throw new AppError('NOT_FOUND')
    if (payment.paymentStatus !== 'Refunding' || payment.paymentMethod === 'Credit Card')
      throw new AppError('REFUND_NOT_DUE')
    if (returnedBy && !refundMethodsOf(payment.paymentMethod).includes(returnedBy))
      throw new AppError('INVALID', { errors: { returnedBy: 'An organisation gets its money back by bank transfer.' } })
    await requireAnotherToReturn(context, payment)
    await finishRefund(context, payment, { refundID: null, returnedBy })
  })
}

/** One clerk could otherwise take cash, deny the booking and keep the money. Where there is no other clerk, all admins are told instead. */
async function requireAnotherToReturn(context: SignedInContext, payment: PaymentRow) {
  const { db, actor } = context
  const participants = await listParticipants(db, payment.paymentID)
  await requireUninvolved(context, 'returnMoney', participants, 'REFUND_BY_ANOTHER')
  if (!participants.includes(actor.userID)) return
  await tellAdmins(context, returnedAloneNotice(payment, actor.name))
}
