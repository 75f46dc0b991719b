import { formatAmount, toAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { facts, letter, link, nameBeneficiary, nameOr, oncePer } from '#server/mail/outbox.ts'
import { sumCents } from './queries.ts'

interface Due {
  text: string
  cents: number
}

/** What is due for a booking: when Columba has charged it by itself, or when a clerk writes. */
export const dueLetter = (
  bookingID: string,
  beneficiaryName: string,
  due: readonly Due[],
  /** What was approved, or the payment that was credited. The family gets one letter about each. */
  cause?: string,
) =>
  letter(cause ? oncePer('charges-due', cause) : 'charges-due', `What is due for booking ${bookingID}`, [
    'This is due for the booking below, besides its niche. You can pay it in My Bookings or at our counter.',
    dueFacts(bookingID, beneficiaryName, due),
    link('See and pay it', pathTo('payCharges', { bookingID })),
    'If you have paid in the meantime, or have a question, please tell us. Nothing that you have booked waits for this payment.',
  ])

/** Charges were billed to somebody else, who may be made up: whoever knows of no such organisation says so. */
export const billedLetter = (
  bookingID: string,
  beneficiaryName: string,
  { name, paymentID, due }: { name: string; paymentID: string; due: readonly Due[] },
) =>
  letter(oncePer('charges-billed', paymentID), `Charges of booking ${bookingID} were billed to somebody else`, [
    `Our staff have billed what is listed below to ${nameOr('an organisation', name)}. You need not pay it, unless we write to you again.`,
    dueFacts(bookingID, beneficiaryName, due),
    'If you do not know of this, please call us or come to our counter.',
  ])

const dueFacts = (bookingID: string, beneficiaryName: string, due: readonly Due[]) =>
  facts({
    Booking: bookingID,
    For: nameBeneficiary(bookingID, beneficiaryName),
    ...Object.fromEntries(due.map(({ text, cents }, index) => [`${index + 1}. ${text}`, amountOf(cents)])),
    Total: amountOf(sumCents(due)),
  })

const amountOf = (cents: number) => formatAmount(toAmount(cents))
