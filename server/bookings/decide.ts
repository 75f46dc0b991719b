import type { BookingType } from '#contract/bookings/booking.ts'
import type { BookingEvent } from '#contract/bookings/transitions.ts'
import { inTransaction, type SignedIn } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { askForRefund } from '#server/payments/actions.ts'
import { advanceBooking } from './advance.ts'
import { type HeldBooking, holdBooking } from './held-booking.ts'
import { findPendingOf } from './pending-of.ts'
import { findLastMove, refusalOfChanged, refuseChanged } from './refusal.ts'

const done = { success: true } as const

/** Which booking the clerk decides on, and in which version they saw it. */
interface Seen {
  bookingID: string
  version?: number | undefined
}
interface WithReason extends Seen {
  reason: string
}

export const approveBooking = (context: SignedIn, sent: Seen) => decide(context, sent, 'approve')
export const confirmBooking = (context: SignedIn, sent: Seen) => decide(context, sent, 'confirm')
export const archiveBooking = (context: SignedIn, sent: Seen) => decide(context, sent, 'archive')

/** A booking that is no longer what the clerk saw may have been reopened already: another time would take back one decision more. */
export function reopenBooking(
  context: SignedIn,
  { bookingType, ...sent }: WithReason & { bookingType?: BookingType | undefined },
) {
  const mustBeAsSeen = async (held: HeldBooking, context: SignedIn) => {
    if (bookingType && held.booking.bookingType !== bookingType) throw await refusalOfChanged(context, held)
  }
  return decide(context, sent, 'reopen', { check: mustBeAsSeen })
}

/** A pre-order that ends gives its money back, before the clerk has the answer if the provider is there. */
export async function releaseBooking(context: SignedIn, sent: WithReason) {
  await decide(context, sent, 'release', returnMoney(context))
  return done
}

/** Denies what the letter is about: the booking that is named, or the recipient's only pending one. */
export async function denyBooking(
  context: SignedIn,
  { to, ...sent }: Omit<WithReason, 'bookingID'> & { to: string; bookingID?: string | undefined },
) {
  const bookingID = sent.bookingID ?? (await findPendingOf(context, to))
  const mustBeTheirs = ({ applicant }: HeldBooking) => {
    if (applicant.email !== to)
      throw new AppError('NOT_THEIR_ADDRESS', { errors: { to: 'That is not the e-mail address of the applicant.' } })
  }
  await decide(context, { ...sent, bookingID }, 'deny', { ...returnMoney(context), check: mustBeTheirs })
  return done
}

/** Cancelling twice is cancelling once. */
export async function cancelBooking(context: SignedIn, bookingID: string) {
  const isOwn = ({ booking }: HeldBooking) => {
    if (context.actor.role === 'user' && booking.userID !== context.actor.userID) throw new AppError('NOT_FOUND')
  }
  return decide(context, { bookingID }, 'cancel', { check: isOwn, alreadyDone: wasCancelled })
}

const wasCancelled = async ({ db }: SignedIn, { booking }: HeldBooking) =>
  booking.bookingStatus === 'Cancelled' && (await findLastMove(db, booking.bookingID))?.event === 'cancel'

interface Around {
  /** Refuses before the rules are asked. */
  check?: (held: HeldBooking, context: SignedIn) => void | Promise<void>
  alreadyDone?: (context: SignedIn, held: HeldBooking) => Promise<boolean>
  afterwards?: (moved: HeldBooking) => Promise<void>
}

async function decide(
  context: SignedIn,
  { bookingID, version, reason }: Seen & { reason?: string },
  event: BookingEvent,
  around: Around = {},
) {
  const moved = await inTransaction(context, async (context) => {
    const held = await holdBooking(context.db, bookingID)
    if (!held) throw new AppError('NOT_FOUND')
    await around.check?.(held, context)
    if (await around.alreadyDone?.(context, held)) return undefined
    await refuseChanged(context, held, version)
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
