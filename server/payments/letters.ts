import { formatDateTime } from '#contract/dates.ts'
import type { HouseDetails } from '#contract/house/api.ts'
import { issuerLine } from '#contract/house/house-texts.ts'
import { formatAmount, toAmount } from '#contract/money.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { cardEnding, type PaymentStatus } from '#contract/payments/payment.ts'
import { type Letter, nameBeneficiary, nameOr } from '#server/mail/outbox.ts'
import type { PaymentRow, ReceiptFacts } from './queries.ts'

const amountOf = ({ amountCents }: ReceiptFacts) => formatAmount(toAmount(amountCents))

const factsOf = (facts: ReceiptFacts): [string, string][] => [
  ['Booking', facts.bookingID],
  ['Niche', `${facts.nicheCode} (${buildingLevelBlock(facts)})`],
  ['For', nameBeneficiary(facts.bookingID, facts.beneficiaryName)],
  ['Payment', facts.paymentID],
  ['Amount', amountOf(facts)],
  ['Method', facts.paymentMethod],
]

const recipient = ({ email, applicantName }: ReceiptFacts) => ({ to: email, name: applicantName })

const openingByStatus: Partial<Record<PaymentStatus, string>> = {
  Waived: 'The fee for this booking has been waived. Nothing is owed.',
  Refunding: 'We received this payment, and it is now being returned to you.',
  Refunded: 'We received this payment and have since returned it to you.',
}

interface ReceiptOptions {
  /** What happens next with the booking. */
  next?: string
  /** Somebody asked for another copy, so it may be written although there is one. */
  isCopy?: boolean
}

export const receiptLetter = (
  facts: ReceiptFacts,
  house: HouseDetails,
  { next, isCopy = false }: ReceiptOptions = {},
): Letter => ({
  ...recipient(facts),
  kind: 'receipt',
  subject: `Receipt for booking ${facts.bookingID}`,
  paragraphs: [
    openingByStatus[facts.paymentStatus] ?? 'Thank you. We have received your payment. Please keep this receipt.',
    ...(next ? [next] : []),
  ],
  facts: [
    ...factsOf(facts),
    ...(facts.cardLast4 ? [['Card', cardEnding(facts.cardLast4)] as const] : []),
    ['Date', formatDateTime(facts.settledAt ?? facts.createdAt)],
  ],
  closing: [issuerLine(house), house.taxNote].filter(Boolean),
  action: { label: 'See the receipt', path: pathTo('receipt', { bookingID: facts.bookingID }) },
  ...(!isCopy && { dedupeKey: `receipt:${facts.paymentID}` }),
})

interface RefundLetterOptions {
  /** A clerk has returned what could not go back to the card. */
  byHand: boolean
}

const byHandNote = 'It could not go back to your card, so our staff have returned it to you in another way.'

export const refundedLetter = (facts: ReceiptFacts, { byHand }: RefundLetterOptions): Letter => ({
  ...recipient(facts),
  kind: 'refund',
  subject: `Your refund for booking ${facts.bookingID}`,
  paragraphs: [
    facts.paymentMethod === 'Credit Card' && !byHand
      ? `We have returned ${amountOf(facts)} to your card. Your bank may take 5 to 10 days to show it.`
      : `We have returned ${amountOf(facts)} to you.`,
    ...(byHand ? [byHandNote] : []),
  ],
  facts: factsOf(facts),
  dedupeKey: `refund:${facts.paymentID}${byHand ? ':by-hand' : ''}`,
})

/** Sent at once, before the refund is confirmed. */
export const latePaymentLetter = (facts: ReceiptFacts): Letter => ({
  ...recipient(facts),
  kind: 'late payment',
  subject: `Your payment for booking ${facts.bookingID} is being returned`,
  paragraphs: [
    `Your payment of ${amountOf(facts)} reached us after this booking had ended, so it could not be used. We are sorry.`,
    'We are returning the whole amount to your card. We will write again once that is done.',
  ],
  facts: factsOf(facts),
  action: { label: 'See my bookings', path: pathTo('myBookings') },
  dedupeKey: `late:${facts.paymentID}`,
})

/** For staff, because the family may ask them about it. */
export const latePaymentNotice = (facts: ReceiptFacts, staff: { email: string; fullName: string }): Letter => ({
  to: staff.email,
  name: staff.fullName,
  kind: 'late payment notice',
  subject: `Late payment for booking ${facts.bookingID}`,
  paragraphs: [
    `A card payment of ${amountOf(facts)} came in after the booking had ended. It is being refunded and the family has been told.`,
  ],
  facts: [...factsOf(facts), ['Applicant', nameOr('See the booking', facts.applicantName)]],
  action: { label: 'See the booking', path: pathTo('bookingApproval', { bookingID: facts.bookingID }) },
  dedupeKey: `late:${facts.paymentID}:${staff.email}`,
})

/** To every admin of a house in which no other clerk could do it. */
export const returnedAloneNotice = (
  admin: { userID: string; email: string; fullName: string },
  { bookingID, paymentID, amountCents, paymentMethod }: PaymentRow,
  by: string,
): Letter => ({
  to: admin.email,
  name: admin.fullName,
  kind: 'returned-alone',
  subject: `A refund for booking ${bookingID} was given back by one person alone`,
  paragraphs: [
    `${nameOr('A member of staff', by)} took this payment or decided on its refund, and has also recorded that it was given back. No other member of staff could do it.`,
    'If you do not know of this refund, talk to the family and to your colleague.',
  ],
  facts: [
    ['Booking', bookingID],
    ['Payment', paymentID],
    ['Amount', formatAmount(toAmount(amountCents))],
    ['Method', paymentMethod],
  ],
  dedupeKey: `returned-alone:${paymentID}:${admin.userID}`,
})

export const surplusLetter = (facts: ReceiptFacts, { byHand }: RefundLetterOptions): Letter => ({
  ...recipient(facts),
  kind: 'refund',
  subject: `A second payment for booking ${facts.bookingID} has been returned`,
  paragraphs: [
    byHand
      ? `This booking was already paid when another card payment came in. ${byHandNote}`
      : 'This booking was already paid when another card payment came in. We have returned that payment to your card; your bank may take 5 to 10 days to show it.',
    'Your booking is not affected.',
  ],
  facts: factsOf(facts),
  dedupeKey: `surplus:${facts.paymentID}${byHand ? ':by-hand' : ''}`,
})
