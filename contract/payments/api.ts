import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { Term } from '../rights/right.ts'
import { bookingID, instant, pageAfterID, pageQuery, paymentID, reason, seenVersion, uuid } from '../schema-parts.ts'
import {
  Payment,
  PaymentProblem,
  paymentMethods,
  paymentStatuses,
  refundMethods,
  returnMethods,
  UnknownPayment,
} from './payment.ts'

/** The content of a receipt. */
export const Receipt = z.object({
  bookingID: z.string(),
  paymentID: z.string(),
  amount: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  paymentDate: instant,
  applicantName: z.string(),
  email: z.string(),
  contactNumber: z.string(),
  beneficiaryName: z.string(),
  bookingType: z.string(),
  nicheCode: z.string(),
  place: z.string(),
  /** The last digits of the card; null for other methods, and for payments made before they were recorded. */
  cardLast4: z.string().nullable(),
  /** The name of the house as it was; empty if that is not known any more. */
  houseName: z.string(),
  /** The house that issued it, and what it says about taxes. */
  issuer: z.string(),
  /** Null for payments that were settled before there were bills. */
  billNumber: z.string().nullable(),
  /** The term of the right that the booking holds, or will hold once it is confirmed. Null once the booking has ended. */
  term: Term.nullable(),
})
export type Receipt = z.infer<typeof Receipt>

const { anyone, applicants, staff, admins, applicantsAndStaff, allButWitnesses } = callsBelow('/api/payment')

export const paymentApi = {
  config: anyone.get('config', "The card provider's public key", { reply: z.object({ publishableKey: z.string() }) }),
  byID: allButWitnesses.get('getPaymentByID', 'One payment', {
    query: z.object({ paymentID: z.string().max(60) }),
    reply: Payment,
  }),
  mine: applicants.get('mine', "The signed-in user's completed payments, newest first", {
    query: pageQuery,
    reply: z.array(
      Payment.extend({
        bookingID: z.string(),
        beneficiaryName: z.string(),
        /** It paid charges of the booking, not its niche. */
        isForCharges: z.boolean(),
        /** The bill of the charges. */
        chargesBill: z.string().nullable(),
      }),
    ),
  }),
  createIntent: applicants.post('create-payment-intent', 'Start a card payment for an unpaid booking', {
    body: z.object({ bookingID: bookingID.optional() }).default({}),
    reply: z.object({
      clientSecret: z.string(),
      bookingID: z.string(),
      amount: z.string(),
      holdExpiresAt: instant.nullable(),
    }),
  }),
  update: applicantsAndStaff.post('/api/booking/updateBookingTransaction', 'Finalise a card or counter payment', {
    body: z.object({
      bookingID,
      paymentMethod: z.string().max(40).default('Credit Card'),
      paymentAmount: z.union([z.string().max(20), z.number()]).optional(),
      note: z.string().trim().max(500).optional(),
      /** The clerk confirmed an amount other than the one due; `note` is then the reason. */
      confirmedAmount: z.boolean().optional(),
      version: seenVersion,
    }),
    reply: z.object({ success: z.literal(true), bookingID: z.string(), paymentStatus: z.enum(paymentStatuses) }),
  }),
  receipt: applicantsAndStaff.get('receipt', 'The content of a receipt', {
    recordedRead: { kind: 'receipt', subject: 'bookingID' },
    query: z.object({ bookingID: z.string().max(60) }),
    reply: Receipt,
  }),
  sendReceipt: applicantsAndStaff.post('/api/email/sendReceipt', 'Email the receipt to the applicant', {
    body: z.object({ to: z.string().max(200).optional(), bookingID, again: z.boolean().optional() }),
  }),
  settleRefund: staff.post('settle-refund', 'Record that a counter refund was paid out', {
    /** `returnedBy` says how the money went back; left out, as it came. */
    body: z.object({ paymentID, returnedBy: z.enum(refundMethods).optional() }),
  }),
  refunds: staff.get('refunds', 'Refunds that are not complete yet', {
    recordedRead: { kind: 'refunds' },
    query: pageQuery,
    reply: z.array(
      Payment.extend({
        bookingID: z.string(),
        beneficiaryName: z.string(),
        customerName: z.string(),
        contactNumber: z.string(),
        /** The provider could not make it, so it is also among the problems. */
        failed: z.boolean(),
        /** The reader took the money or decided on the refund, so another clerk gives it back. */
        needsAnother: z.boolean(),
      }),
    ),
  }),
  problems: staff.get(
    'problems',
    'Refunds that failed for good, payments with a wrong amount, and disputes, to be settled by hand',
    { recordedRead: { kind: 'refunds' }, query: pageAfterID, reply: z.array(PaymentProblem) },
  ),
  settleProblem: staff.post('settle-problem', 'Record how such a problem was settled by hand', {
    /** `returnedBy` says how the money of a failed refund went back. */
    body: z.object({ problemID: uuid, reason, returnedBy: z.enum(returnMethods).optional() }),
  }),
  unknown: admins.get(
    'unknown',
    'Payments of the card provider that the last comparison did not find here, oldest first',
    {
      query: pageQuery,
      reply: z.array(UnknownPayment),
    },
  ),
  webhook: anyone.post('webhook', 'Receives signed events from the card provider', {
    raw: true,
    reply: z.object({ received: z.literal(true) }),
  }),
  sandboxConfirm: applicants.post('sandbox/confirm', 'Pay with a test card', {
    demoOnly: true,
    body: z.object({
      clientSecret: z.string().max(200),
      number: z.string().max(40),
      expiry: z.string().max(10),
      cvc: z.string().max(6),
    }),
  }),
} as const
