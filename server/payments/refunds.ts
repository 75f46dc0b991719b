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

/** Decides, within the caller's transaction, that paid money goes back; `requestRefund` follows once that is committed. */
export async function beginRefund(context: Context, payment: PaymentRow) {
  const refunding = await changePayment(context, payment, 'refunding', { paymentStatus: 'Refunding' })
  await record(context, 'payment.refund_begun', payment.bookingID, { paymentID: payment.paymentID })
  return refunding
}

/** Money that came when there was nothing left to pay for goes back as it came. */
export async function refundLatePayment(context: Context, payment: PaymentRow) {
  const refunding = await changePayment(context, payment, 'late', {
    paymentStatus: 'Refunding',
    paymentMethod: 'Credit Card',
    settledAt: context.clock(),
  })
  await record(context, 'payment.late', payment.bookingID, { paymentID: payment.paymentID })
  await enqueueLatePaymentLetters(context, payment.bookingID)
  return refunding
}

/** Asks the provider to return card money; asking twice returns it once. What fails here is tried again by the sweeper. */
export async function requestRefund(context: Context, paymentID: string): Promise<void> {
  try {
    const payment = await findPaymentRow(context.db, paymentID)
    if (payment) await requestCardRefund(context, payment)
  } catch (error) {
    context.log.warn({ err: error, paymentID }, 'a refund waits for the card provider')
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
  if (status === 'failed') context.log.error({ paymentID, refundID }, 'the card provider could not return a payment')
}

/** How a refund at the provider ended, whether its answer or its event says so first. */
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

/** A clerk has handed the money back; card money goes back by the provider alone. */
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

/** The worker's turn: whatever the provider did not take the first time. */
export async function retryRefunds(context: Context) {
  for (const { paymentID } of await listUnconfirmedCardRefunds(context.db, batchSize))
    await requestRefund(context, paymentID)
  for (const { paymentID } of await listUnrefundedSurpluses(context.db, batchSize))
    await refundSurplus(context, paymentID)
}

/** Card money on top of what the counter took goes back whole; it is owed until the provider says that it has gone. */
export async function refundSurplus(context: Context, paymentID: string): Promise<void> {
  try {
    const intentID = (await findPaymentRow(context.db, paymentID))?.surplusIntentID
    if (!intentID) return
    const { amountCents } = await context.gateway.readIntent(intentID)
    const idempotencyKey = `surplus-${paymentID}`
    const { refundID, status } = await context.gateway.refund({ intentID, amountCents, idempotencyKey })
    if (status === 'succeeded') await recordRefundResult(context, paymentID, { refundID, succeeded: true })
    if (status === 'failed')
      context.log.error({ paymentID, refundID }, 'the card provider could not return a second payment')
  } catch (error) {
    context.log.warn({ err: error, paymentID }, 'a second payment waits to be returned')
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
