import { toAmount } from '#contract/money.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { billPayment, findBillOfPayment, isSinceBills } from '#server/bills/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { readReceiptIssuer } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { type Throttle, throttleAttempt } from '#server/http/throttles.ts'
import { aboutBooking, enqueueCopy, enqueueLetter } from '#server/mail/outbox.ts'
import { readTermFor } from '#server/rights/public.ts'
import { listPossibleSeconds } from '#server/second-person/public.ts'
import { latePaymentLetter, latePaymentNotice, receiptLetter } from './letters.ts'
import {
  findPayment,
  findPaymentFacts,
  findReceiptFacts,
  listPaymentsMade,
  listRefundsDue,
  listStaffAddresses,
} from './queries.ts'

/** Applicants see only their own payments; staff see everyone's. */
const ownerScope = ({ actor }: SignedInContext) => (actor.role === 'user' ? actor.userID : undefined)

export async function getPayment(context: SignedInContext, paymentID: string) {
  const payment = await findPayment(context.db, paymentID, ownerScope(context))
  if (!payment) throw new AppError('NOT_FOUND')
  return payment
}

export const listMyPayments = ({ db, actor }: SignedInContext, cursor: string | undefined) =>
  listPaymentsMade(db, actor.userID, cursor)

export async function listRefunds(context: SignedInContext, cursor: string | undefined) {
  const clerks = await listPossibleSeconds(context, 'returnMoney')
  return listRefundsDue(context.db, { readerID: context.actor.userID, clerks, cursor })
}

export async function getReceipt(context: SignedInContext, bookingID: string) {
  const facts = await findPaidReceipt(context, bookingID)
  const { number, houseName, issuer } = await findBillOrIssuer(context, facts.paymentID)
  return {
    ...facts,
    houseName,
    issuer: issuer.join(' '),
    billNumber: number,
    applicantName: facts.fullName,
    email: facts.email ?? '',
    amount: toAmount(facts.amountCents),
    paymentDate: facts.settledAt ?? facts.createdAt,
    place: buildingLevelBlock(facts),
    term: await readTermFor(context, facts.bookingID),
  }
}

interface ReceiptRequest {
  bookingID: string
  again?: boolean | undefined
}

/** Mails the receipt to the applicant's own address, never to one from the request; once, unless `again` is set. */
export async function sendReceipt(context: SignedInContext, { bookingID, again }: ReceiptRequest) {
  const facts = await findPaidReceipt(context, bookingID)
  if (again) await throttleAttempt(context, receiptCopies(facts.paymentID))
  const { issuer } = await findBillOrIssuer(context, facts.paymentID)
  const content = receiptLetter(facts, issuer, { isCopy: again })
  await enqueueLetter(context, facts, aboutBooking(facts.bookingID, content))
}

/** What was settled before there were bills has the house as it was then. What comes too late since then has no bill either. */
async function findBillOrIssuer(context: Context, paymentID: string) {
  const bill = await findBillOfPayment(context, paymentID)
  if (bill) return bill
  return { number: null, ...(await readReceiptIssuer(context, !(await isSinceBills(context.db, paymentID)))) }
}

/** Copies are throttled per payment, not per user, because staff can also send them to the applicant's mailbox. */
const receiptCopies = (paymentID: string): Throttle => ({ key: `receipt:${paymentID}`, limit: 3, seconds: 3600 })

async function findPaidReceipt(context: SignedInContext, bookingID: string) {
  const facts = await findReceiptFacts(context.db, bookingID, ownerScope(context))
  if (!facts) throw new AppError('NOT_FOUND')
  if (['Pending', 'Failed'].includes(facts.paymentStatus)) throw new AppError('BOOKING_UNPAID')
  return facts
}

export async function enqueueLatePaymentLetters(context: Context, paymentID: string) {
  const facts = await findPaymentFacts(context.db, paymentID)
  if (!facts) return
  await enqueueLetter(context, facts, aboutBooking(facts.bookingID, latePaymentLetter(facts)))
  for (const clerk of await listStaffAddresses(context.db))
    await enqueueCopy(context, clerk, clerk.email, latePaymentNotice(facts))
}

/** The automatic receipt; its dedupe key makes sure that there is only one for each payment. */
export async function billAndSendReceipt(context: Context, paymentID: string, next?: string) {
  const facts = await findPaymentFacts(context.db, paymentID)
  if (!facts) return
  const content = receiptLetter(facts, await billPayment(context, facts), { next })
  await enqueueLetter(context, facts, aboutBooking(facts.bookingID, content))
}
