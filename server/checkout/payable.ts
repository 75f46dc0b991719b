import {
  advanceBooking,
  type BookingWithPayment,
  extendHold,
  findActiveBooking,
  findLastMove,
  hasPayment,
  lockBooking,
} from '#server/bookings/public.ts'
import { lockBookingOf } from '#server/charges/public.ts'
import type { Context } from '#server/core/context.ts'
import { lockPayment, type PaymentRow, type Settlement, settlePayment } from '#server/payments/public.ts'

/** A payment with what it is for, locked: a booking, or charges of one. */
export interface Payable {
  payment: PaymentRow
  /** A bank is moving the money: what is paid for is kept until then. */
  keep: () => Promise<void>
  /** Settles the open payment. False if it came too late. */
  settle: (settlement: Settlement) => Promise<boolean>
}

export async function lockPayable(context: Context, found: PaymentRow): Promise<Payable | undefined> {
  if (found.chargedBookingID) return lockCharges(context, found.paymentID, found.chargedBookingID)
  const locked = found.bookingID && (await lockBooking(context.db, found.bookingID))
  if (!locked || !hasPayment(locked)) return undefined
  return {
    payment: locked.payment,
    keep: () => extendHold(context, locked),
    settle: (settlement) => settleBooking(context, locked, settlement),
  }
}

async function settleBooking(context: Context, locked: BookingWithPayment, settlement: Settlement) {
  if (locked.payment.paymentStatus === 'Pending') await advanceBooking(context, locked, 'pay', { settlement })
  else if (await canRetake(context, locked)) await advanceBooking(context, locked, 'retake', { settlement })
  else return false
  return true
}

/** Only an expired booking can be retaken, and only while its place is free. One that a person ended stays ended. */
async function canRetake({ db }: Context, locked: BookingWithPayment) {
  const { booking } = locked
  const isTaken = locked.others.length === 0 && (await findActiveBooking(db, booking.nicheID))
  if (isTaken || locked.placeAgain === undefined) return false
  return (await findLastMove(db, booking.bookingID))?.event === 'expire'
}

/** Charges that were waived, or paid another way, have ended their payment. */
async function lockCharges(context: Context, paymentID: string, bookingID: string): Promise<Payable | undefined> {
  await lockBookingOf(context.db, bookingID)
  const payment = await lockPayment(context.db, paymentID)
  return (
    payment && {
      payment,
      keep: async () => undefined,
      settle: async (settlement) => {
        if (payment.paymentStatus !== 'Pending') return false
        await settlePayment(context, payment, settlement)
        return true
      },
    }
  )
}
