import { setTimeout } from 'node:timers/promises'
import { formatBillNumber } from '#contract/bills/bill.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { findStarted, listCharges, listStartedOf, requireOwnCharges } from '#server/charges/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { type Throttle, throttleAttempt } from '#server/http/throttles.ts'
import type { PaymentRow } from '#server/payments/public.ts'
import { applyIntent, type IntentOutcome } from './apply-intent.ts'
import { type PaymentInput, recordCounterPayment } from './counter-payment.ts'
import { getOwnOrder } from './intents.ts'

/** One endpoint for two roles: checks an applicant's payment with the provider, or records a clerk's counter payment. */
export async function updateBookingTransaction(context: SignedInContext, sent: PaymentInput) {
  const { bookingID } = sent
  const isAtCounter = context.actor.role === 'staff'
  const payment = isAtCounter ? await recordCounterPayment(context, sent) : await checkWithProvider(context, bookingID)
  return { bookingID, paymentStatus: payment.paymentStatus }
}

/** Each is a call to the card provider. A family makes a few for each booking. */
const checkLimits = (userID: string, bookingID: string): Throttle[] => [
  { key: `payment-check:${userID}`, limit: 100, seconds: 10 * 60 },
  { key: `payment-check:${bookingID}`, limit: 30, seconds: 10 * 60 },
]

async function checkWithProvider(context: SignedInContext, bookingID: string): Promise<PaymentRow> {
  const { payment: before } = await getOwnOrder(context, bookingID)
  /** The family may have paid by card as well, on a page that was open when the counter took the money. */
  const mayBePaidTwice = before.intentID && before.paymentMethod !== 'Credit Card'
  const isPaid = isSettled(before.paymentStatus)
  if (isPaid && !mayBePaidTwice) return before
  for (const rule of checkLimits(context.actor.userID, bookingID)) await throttleAttempt(context, rule)
  if (before.intentID) await waitForTurn(before.intentID)
  const outcome = before.intentID && (await applyIntent(context, before.intentID).catch(throwUnless(isPaid)))

  const { payment: after } = await getOwnOrder(context, bookingID)
  if (isSettled(after.paymentStatus)) return after
  if (after.paymentStatus === 'Refunding' || after.paymentStatus === 'Refunded') {
    throw new AppError('BOOKING_NOT_MOVABLE', { why: moveRefusals.CANCELLED_AND_REFUNDED })
  }
  throw new AppError(outcome === 'processing' ? 'PAYMENT_PROCESSING' : 'PAYMENT_NOT_COMPLETE')
}

interface StartedPayment {
  bookingID: string
  paymentID?: string | undefined
}

/**
 * The same for charges. The payment that was started decides, because something may have been charged since. One that was given up for
 * another is looked at too: what it took is returned. The reply says what is paid even if the provider cannot be asked about an earlier payment.
 */
export async function finaliseCharges(context: SignedInContext, { bookingID, paymentID }: StartedPayment) {
  await requireOwnCharges(context, bookingID)
  for (const rule of checkLimits(context.actor.userID, bookingID)) await throttleAttempt(context, rule)
  const outcomes: IntentOutcome[] = []
  const failures: unknown[] = []
  for (const { intentID } of await listStartedOf(context.db, bookingID)) {
    await waitForTurn(intentID)
    await applyIntent(context, intentID).then(
      (outcome) => outcomes.push(outcome),
      (error: unknown) => failures.push(error),
    )
  }
  const started = await findStarted(context.db, bookingID, paymentID)
  const charges = await listCharges(context.db, bookingID)
  const isDue = charges.some(({ state }) => state === 'due')
  const isReturned = started?.paymentStatus === 'Refunding' || started?.paymentStatus === 'Refunded'
  /** What was due may be settled another way: whoever asks about this payment still learns that it is returned. */
  if (isReturned && (paymentID || isDue)) throw new AppError('PAYMENT_RETURNED')
  if (isDue && started?.paymentStatus !== 'Paid') {
    if (failures.length > 0) throw failures[0]
    throw new AppError(outcomes.includes('processing') ? 'PAYMENT_PROCESSING' : 'PAYMENT_NOT_COMPLETE')
  }
  const paid = charges.filter(({ state }) => state === 'paid')
  const bill = (paid.find((charge) => charge.paymentID === started?.paymentID) ?? paid[0])?.bill ?? null
  return { billNumber: bill === null ? null : formatBillNumber(bill) }
}

/** A payment that the counter settled stays settled while the provider is away. */
const throwUnless = (isPaid: boolean) => (error: unknown) => {
  if (!isPaid) throw error
}

/** Lets callers with the same key through one after the other, so many milliseconds apart. */
export function createTurns(
  spacing: number,
  now = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = setTimeout,
) {
  const nextTurn = new Map<string, number>()
  return async (key: string) => {
    const asked = now()
    for (const [other, next] of nextTurn) if (next < asked) nextTurn.delete(other)
    const turn = nextTurn.get(key) ?? asked
    nextTurn.set(key, turn + spacing)
    if (turn > asked) await wait(turn - asked)
  }
}

/** This process asks the provider about an intent at most once in two seconds. */
const waitForTurn = createTurns(2000)
