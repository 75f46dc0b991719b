import { record } from '#server/audit/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { changePayment, recordPaymentEvent } from './change-payment.ts'
import { refundedLetter, surplusLetter } from './letters.ts'
import {
  findPaymentRow,
  findReceiptFacts,
  listUnconfirmedCardRefunds,
  listUnrefundedSurpluses,
  lockPayment,
  type PaymentRow,
  saveRefundID,
  saveSurplusIntentID,
} from './queries.ts'
import { enqueueLatePaymentLetters } from './receipts.ts'

/** Marks a paid payment for refund in the caller's transaction. Call `requestRefund` after the commit. */
export async function beginRefund(context: Context, payment: PaymentRow) {
  const refunding = await changePayment(context, payment, 'refunding', { paymentStatus: 'Refunding' })
  await record(context, 'payment.refund_begun', payment.bookingID, { paymentID: payment.paymentID })
  return refunding
}

/** Marks a card payment for refund that came after its booking had ended. */
export async function refundLatePayment(context: Context, payment: PaymentRow, cardLast4: string | undefined) {
  const refunding = await changePayment(context, payment, 'late', {
    paymentStatus: 'Refunding',
    paymentMethod: 'Credit Card',
    cardLast4: cardLast4 ?? null,
    settledAt: context.clock(),
  })
  await record(context, 'payment.late', payment.bookingID, { paymentID: payment.paymentID })
  await enqueueLatePaymentLetters(context, payment.bookingID)
  return refunding
}

/** Requests a card refund from the provider; idempotent. If it fails, the background job retries it. */
export async function requestRefund(context: Context, paymentID: string): Promise<void> {
  try {
    const payment = await findPaymentRow(context.db, paymentID)
    if (payment) await requestCardRefund(context, payment)
  } catch (error) {
    context.log.warn({ err: error, paymentID }, 'could not request a refund; the background job will retry it')
  }
}

async function requestCardRefund(context: Context, payment: PaymentRow) {
  const { paymentID, paymentStatus, paymentMethod, intentID, amountCents } = payment
  if (paymentStatus !== 'Refunding' || paymentMethod !== 'Credit Card' || !intentID) return
  const { refundID, status } = await context.gateway.refund({
    intentID,
    amountCents,
    idempotencyKey: `refund-${paymentID}`,
  })
  if (status === 'succeeded') return recordRefundResult(context, paymentID, { refundID, succeeded: true })
  if (payment.refundID !== refundID) await saveRefundID(context.db, paymentID, refundID)
  if (status === 'failed') context.log.error({ paymentID, refundID }, 'the card provider could not refund a payment')
}

/** Records the result of a refund. The provider's reply and its webhook event may come in either order. */
export async function recordRefundResult(
  context: Context,
  paymentID: string,
  end: { refundID: string; succeeded: boolean; eventID?: string },
) {
  await inTransaction(context, async (context) => {
    const payment = await lockPayment(context.db, paymentID)
    const { refundID, succeeded, eventID: providerEventID } = end
    const isNew = await recordPaymentEvent(context, paymentID, {
      kind: succeeded ? 'refund succeeded' : 'refund failed',
      details: { refundID },
      ...(providerEventID && { providerEventID }),
    })
    if (!payment || !isNew || !succeeded) return
    const awaited = payment.paymentStatus === 'Refunding' && payment.paymentMethod === 'Credit Card'
    if (awaited) await finishRefund(context, payment, refundID)
    else if (payment.surplusIntentID) await recordSurplusRefunded(context, payment)
  })
}

/** A clerk has refunded the payment at the counter. Card payments can be refunded only by the provider. */
export async function settleRefund(context: Context, paymentID: string) {
  await inTransaction(context, async (context) => {
    const payment = await lockPayment(context.db, paymentID)
    if (!payment) throw new AppError('NOT_FOUND')
    if (payment.paymentStatus !== 'Refunding' || payment.paymentMethod === 'Credit Card')
      throw new AppError('REFUND_NOT_DUE')
    await finishRefund(context, payment, null)
  })
  return { success: true } as const
}

async function finishRefund(context: Context, payment: PaymentRow, refundID: string | null) {
  await changePayment(context, payment, 'refunded', { paymentStatus: 'Refunded', refundID })
  await record(context, 'payment.refunded', payment.bookingID, { paymentID: payment.paymentID })
  const facts = await findReceiptFacts(context.db, payment.bookingID)
  if (facts) await enqueueLetter(context, refundedLetter(facts))
}

const batchSize = 20

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
    const intentID = (await findPaymentRow(context.db, paymentID))?.surplusIntentID
    if (!intentID) return
    const { amountCents } = await context.gateway.readIntent(intentID)
    const idempotencyKey = `surplus-${paymentID}`
    const { refundID, status } = await context.gateway.refund({ intentID, amountCents, idempotencyKey })
    if (status === 'succeeded') await recordRefundResult(context, paymentID, { refundID, succeeded: true })
    if (status === 'failed') context.log.error({ paymentID, refundID }, 'the card provider could not refund a surplus')
  } catch (error) {
    context.log.warn({ err: error, paymentID }, 'could not refund a surplus; the background job will retry it')
  }
}

async function recordSurplusRefunded(context: Context, payment: PaymentRow) {
  await saveSurplusIntentID(context.db, payment.paymentID, null)
  await recordPaymentEvent(context, payment.paymentID, {
    kind: 'surplus refunded',
    details: { intentID: payment.surplusIntentID },
  })
  const facts = await findReceiptFacts(context.db, payment.bookingID)
  if (facts) await enqueueLetter(context, surplusLetter(facts))
}
