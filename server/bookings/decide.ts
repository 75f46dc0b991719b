import type { BookingType } from '#contract/bookings/booking.ts'
import type { BookingEvent } from '#contract/bookings/transitions.ts'
import { inTransaction, type SignedIn } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { askForRefund } from '#server/payments/actions.ts'
import { advanceBooking } from './advance.ts'
import { type HeldBooking, holdBooking } from './held-booking.ts'
import { findPendingOf } from './pending-of.ts'
import { findLastMove, refusalOfChanged } from './refusal.ts'

const done = { success: true } as const

export const approveBooking = (context: SignedIn, bookingID: string) => decide(context, bookingID, 'approve')
export const confirmBooking = (context: SignedIn, bookingID: string) => decide(context, bookingID, 'confirm')
export const archiveBooking = (context: SignedIn, bookingID: string) => decide(context, bookingID, 'archive')

interface WithReason {
  bookingID: string
  reason: string
}

/** A booking that is no longer what the clerk saw may have been reopened already: another time would take back one decision more. */
export function reopenBooking(
  context: SignedIn,
  { bookingID, reason, bookingType }: WithReason & { bookingType?: BookingType | undefined },
) {
  const mustBeAsSeen = async (held: HeldBooking, context: SignedIn) => {
    if (bookingType && held.booking.bookingType !== bookingType) throw await refusalOfChanged(context, held)
  }
  return decide(context, bookingID, 'reopen', reason, { check: mustBeAsSeen })
}

/** A pre-order that ends gives its money back, before the clerk has the answer if the provider is there. */
export async function releaseBooking(context: SignedIn, { bookingID, reason }: WithReason) {
  await decide(context, bookingID, 'release', reason, returnMoney(context))
  return done
}

/** Denies what the letter is about: the booking that is named, or the recipient's only pending one. */
export async function denyBooking(
  context: SignedIn,
  { to, reason, bookingID }: { to: string; reason: string; bookingID?: string | undefined },
) {
  const which = bookingID ?? (await findPendingOf(context, to))
  const mustBeTheirs = ({ applicant }: HeldBooking) => {
    if (applicant.email !== to)
      throw new AppError('NOT_THEIR_ADDRESS', { errors: { to: 'That is not the e-mail address of the applicant.' } })
  }
  await decide(context, which, 'deny', reason, { ...returnMoney(context), check: mustBeTheirs })
  return done
}

/** Cancelling twice is cancelling once. */
export async function cancelBooking(context: SignedIn, bookingID: string) {
  const isOwn = ({ booking }: HeldBooking) => {
    if (context.actor.role === 'user' && booking.userID !== context.actor.userID) throw new AppError('NOT_FOUND')
  }
  return decide(context, bookingID, 'cancel', undefined, { check: isOwn, alreadyDone: wasCancelled })
}

const wasCancelled = async ({ db }: SignedIn, { booking }: HeldBooking) =>
  booking.bookingStatus === 'Cancelled' && (await findLastMove(db, booking.bookingID))?.event === 'cancel'

interface Around {
  /** Refuses before the rules are asked. */
  check?: (held: HeldBooking, context: SignedIn) => void | Promise<void>
  alreadyDone?: (context: SignedIn, held: HeldBooking) => Promise<boolean>
  afterwards?: (moved: HeldBooking) => Promise<void>
}

async function decide(context: SignedIn, bookingID: string, event: BookingEvent, reason?: string, around: Around = {}) {
  const moved = await inTransaction(context, async (context) => {
    const held = await holdBooking(context.db, bookingID)
    if (!held) throw new AppError('NOT_FOUND')
    await around.check?.(held, context)
    if (await around.alreadyDone?.(context, held)) return undefined
    return advanceBooking(context, held, event, reason === undefined ? {} : { reason })
  })
  if (moved) await around.afterwards?.(moved)
  return done
}

/** The provider is asked once the decision is committed; what it does not take now, the sweeper asks again. */
const returnMoney = (context: SignedIn): Around => ({
  afterwards: async ({ payment }) => {
    if (payment.paymentStatus === 'Refunding') await askForRefund(context, payment.paymentID)
  },
})
