import { formatDateTime } from '#contract/dates.ts'
import { formatAmount, toAmount } from '#contract/money.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { cardEnding, type PaymentStatus } from '#contract/payments/payment.ts'
import { facts, type Letter, letter, link, nameBeneficiary, nameOr, oncePer } from '#server/mail/outbox.ts'
import { type PaymentFacts, type PaymentRow, paidBookingOf } from './queries.ts'

const amountOf = ({ amountCents }: { amountCents: number }) => formatAmount(toAmount(amountCents))

/** Words for what the payment was for, within a subject. */
const paidFor = ({ bookingID, isForCharges }: PaymentFacts) =>
  isForCharges ? `charges of booking ${bookingID}` : `booking ${bookingID}`

const whyLate = ({ isForCharges }: PaymentFacts) =>
  isForCharges ? 'after these charges had been paid, billed to somebody else or waived' : 'after this booking had ended'

const factsOf = (payment: PaymentFacts) => ({
  Booking: payment.bookingID,
  Niche: `${payment.nicheCode} (${buildingLevelBlock(payment)})`,
  For: nameBeneficiary(payment.bookingID, payment.beneficiaryName),
  Charges: payment.charges.map(({ text }) => text).join('; ') || undefined,
  Payment: payment.paymentID,
  Amount: amountOf(payment),
  Method: payment.paymentMethod,
})

const openingByStatus: Partial<Record<PaymentStatus, string>> = {
  Waived: 'The fee for this booking has been waived. Nothing is owed.',
  Refunding: 'We received this payment, and it is now being returned to you.',
  Refunded: 'We received this payment and have since returned it to you.',
}

interface ReceiptOptions {
  /** What happens next with the booking. */
  next?: string | undefined
  /** Somebody asked for another copy, so it may be written although there is one. */
  isCopy?: boolean | undefined
}

export const receiptLetter = (
  payment: PaymentFacts,
  issuer: readonly string[],
  { next, isCopy }: ReceiptOptions = {},
): Letter => ({
  ...letter(isCopy ? 'receipt' : oncePer('receipt', payment.paymentID), `Receipt for ${paidFor(payment)}`, [
    openingByStatus[payment.paymentStatus] ?? 'Thank you. We have received your payment. Please keep this receipt.',
    next,
    facts({
      ...factsOf(payment),
      Card: payment.cardLast4 ? cardEnding(payment.cardLast4) : undefined,
      Date: formatDateTime(payment.settledAt ?? payment.createdAt),
    }),
    payment.isForCharges
      ? link('See my payments', pathTo('myPayments'))
      : link('See the receipt', pathTo('receipt', { bookingID: payment.bookingID })),
    ...issuer,
  ]),
  asWritten: issuer,
})

interface RefundLetterOptions {
  /** A clerk has returned what could not go back to the card. */
  byHand: boolean
}

const byHandNote = 'It could not go back to your card, so our staff have returned it to you in another way.'

export const refundedLetter = (payment: PaymentFacts, { byHand }: RefundLetterOptions) =>
  letter(oncePer('refund', payment.paymentID, byHand && 'by-hand'), `Your refund for ${paidFor(payment)}`, [
    payment.paymentMethod === 'Credit Card' && !byHand
      ? `We have returned ${amountOf(payment)} to your card. Your bank may take 5 to 10 days to show it.`
      : `We have returned ${amountOf(payment)} to you.`,
    byHand && byHandNote,
    facts(factsOf(payment)),
  ])

/** Sent at once, before the refund is confirmed. */
export const latePaymentLetter = (payment: PaymentFacts) =>
  letter(
    { kind: 'late payment', dedupeKey: `late:${payment.paymentID}` },
    `Your payment for ${paidFor(payment)} is being returned`,
    [
      `Your payment of ${amountOf(payment)} reached us ${whyLate(payment)}, so it could not be used. We are sorry.`,
      'We are returning the whole amount to your card. We will write again once that is done.',
      facts(factsOf(payment)),
      link('See my bookings', pathTo('myBookings')),
    ],
  )

/** Written to staff, because the family may ask them about it. */
export const latePaymentNotice = (payment: PaymentFacts) =>
  letter(
    { kind: 'late payment notice', dedupeKey: `late:${payment.paymentID}` },
    `Late payment for ${paidFor(payment)}`,
    [
      `A card payment of ${amountOf(payment)} came in ${whyLate(payment)}. It is being refunded and the family has been told.`,
      facts({ ...factsOf(payment), Applicant: nameOr('See the booking', payment.fullName) }),
      link('See the booking', pathTo('bookingApproval', { bookingID: payment.bookingID })),
    ],
  )

/** Written to every admin of a house in which no other clerk could do it. */
export const returnedAloneNotice = (payment: PaymentRow, by: string) =>
  letter(
    oncePer('returned-alone', payment.paymentID),
    `A refund for booking ${paidBookingOf(payment)} was decided and settled by one person alone`,
    [
      `${nameOr('A member of staff', by)} took this payment or decided on its refund, and has also recorded that it was given back or settled. No other member of staff could do it.`,
      'If you do not know of this refund, talk to the family and to your colleague.',
      facts({
        Booking: paidBookingOf(payment),
        Payment: payment.paymentID,
        Amount: amountOf(payment),
        Method: payment.paymentMethod,
      }),
    ],
  )

/** Written to every admin of a house in which no other clerk could record it. */
export const transferAloneNotice = (payment: PaymentRow, by: string) =>
  letter(
    oncePer('transfer-alone', payment.paymentID),
    `A bill for booking ${paidBookingOf(payment)} was written and settled by one person alone`,
    [
      `${nameOr('A member of staff', by)} billed this to an organisation, and has also recorded that the money has come. No other member of staff could do it.`,
      'Please compare it with the statement of the bank.',
      facts({ Booking: paidBookingOf(payment), Payment: payment.paymentID, Amount: amountOf(payment) }),
    ],
  )

export const surplusLetter = (payment: PaymentFacts, { byHand }: RefundLetterOptions) =>
  letter(
    { kind: 'refund', dedupeKey: `surplus:${payment.paymentID}${byHand ? ':by-hand' : ''}` },
    `A second payment for booking ${payment.bookingID} has been returned`,
    [
      byHand
        ? `This booking was already paid when another card payment came in. ${byHandNote}`
        : 'This booking was already paid when another card payment came in. We have returned that payment to your card; your bank may take 5 to 10 days to show it.',
      'Your booking is not affected.',
      facts(factsOf(payment)),
    ],
  )
