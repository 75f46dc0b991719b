import { formatAmount, toAmount } from '#contract/money.ts'
import { pathTo } from '#contract/pages.ts'
import { facts, letter, link, nameBeneficiary, oncePer } from '#server/mail/outbox.ts'
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
  /** What was approved: about each the family gets one letter. */
  approved?: string,
) =>
  letter(approved ? oncePer('charges-due', approved) : 'charges-due', `What is due for booking ${bookingID}`, [
    'This is due for the booking below, besides its niche. You can pay it in My Bookings or at our counter.',
    facts({
      Booking: bookingID,
      For: nameBeneficiary(bookingID, beneficiaryName),
      ...Object.fromEntries(due.map(({ text, cents }, index) => [`${index + 1}. ${text}`, amountOf(cents)])),
      Total: amountOf(sumCents(due)),
    }),
    link('See and pay it', pathTo('payCharges', { bookingID })),
    'If you have paid in the meantime, or have a question, please tell us. Nothing that you have booked waits for this payment.',
  ])

const amountOf = (cents: number) => formatAmount(toAmount(cents))
