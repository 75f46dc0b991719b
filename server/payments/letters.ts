import { showInstant } from '#contract/dates.ts'
import { showAmount, toAmount } from '#contract/money.ts'
import type { PaymentStatus } from '#contract/payments/payment.ts'
import type { Letter } from '#server/mail/outbox.ts'
import { placeOf, type ReceiptFacts } from './queries.ts'

const amountOf = ({ amountCents }: ReceiptFacts) => showAmount(toAmount(amountCents))

const factsOf = (it: ReceiptFacts): [string, string][] => [
  ['Booking', it.bookingID],
  ['Niche', `${it.nicheCode} (${placeOf(it)})`],
  ['For', it.beneficiaryName],
  ['Payment', it.paymentID],
  ['Amount', amountOf(it)],
  ['Method', it.paymentMethod],
]

const to = ({ email, applicantName }: ReceiptFacts) => ({ to: email, name: applicantName })

const thanks: Partial<Record<PaymentStatus, string>> = {
  Waived: 'The fee for this booking has been waived. Nothing is owed.',
  Refunding: 'We received this payment, and it is now being returned to you.',
  Refunded: 'We received this payment and have since returned it to you.',
}

/** `again` tells one copy from another when a person asks for more. */
export const receiptLetter = (it: ReceiptFacts, again?: string): Letter => ({
  ...to(it),
  kind: 'receipt',
  subject: `Receipt for booking ${it.bookingID}`,
  paragraphs: [thanks[it.paymentStatus] ?? 'Thank you. We have received your payment. Please keep this receipt.'],
  facts: [...factsOf(it), ['Date', showInstant((it.settledAt ?? it.createdAt).toISOString())]],
  action: { label: 'See the receipt', path: `/receipt?bookingID=${it.bookingID}` },
  dedupeKey: again ? `receipt:${it.paymentID}:${again}` : `receipt:${it.paymentID}`,
})

export const refundedLetter = (it: ReceiptFacts): Letter => ({
  ...to(it),
  kind: 'refund',
  subject: `Your refund for booking ${it.bookingID}`,
  paragraphs: [
    it.paymentMethod === 'Credit Card'
      ? `We have returned ${amountOf(it)} to your card. Your bank may take 5 to 10 days to show it.`
      : `We have returned ${amountOf(it)} to you.`,
  ],
  facts: factsOf(it),
  dedupeKey: `refund:${it.paymentID}`,
})

/** Told at once, before the money is on its way back. */
export const lateMoneyLetter = (it: ReceiptFacts): Letter => ({
  ...to(it),
  kind: 'late payment',
  subject: `Your payment for booking ${it.bookingID} is being returned`,
  paragraphs: [
    `Your payment of ${amountOf(it)} reached us after this booking had ended, and the niche could not be kept for you. We are sorry.`,
    'We are returning the whole amount to your card. We will write again once that is done.',
  ],
  facts: factsOf(it),
  action: { label: 'Choose a niche', path: '/book-niche' },
  dedupeKey: `late:${it.paymentID}`,
})

/** For those behind the counter, who may be asked about it. */
export const lateMoneyNotice = (it: ReceiptFacts, staff: { email: string; fullName: string }): Letter => ({
  to: staff.email,
  name: staff.fullName,
  kind: 'late payment notice',
  subject: `Late payment for booking ${it.bookingID}`,
  paragraphs: [
    `A card payment of ${amountOf(it)} came in after the booking had ended. It is being refunded and the family has been told.`,
  ],
  facts: [...factsOf(it), ['Applicant', it.applicantName]],
  action: { label: 'See the booking', path: `/booking-approval/${it.bookingID}` },
  dedupeKey: `late:${it.paymentID}:${staff.email}`,
})

export const surplusLetter = (it: ReceiptFacts): Letter => ({
  ...to(it),
  kind: 'refund',
  subject: `A second payment for booking ${it.bookingID} has been returned`,
  paragraphs: [
    'This booking was already paid when another card payment came in. We have returned that payment to your card; your bank may take 5 to 10 days to show it.',
    'Your booking is not affected.',
  ],
  facts: factsOf(it),
  dedupeKey: `surplus:${it.paymentID}`,
})
