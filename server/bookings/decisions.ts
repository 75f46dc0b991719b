import type { BookingType } from '#contract/bookings/booking.ts'
import type { BookingEvent } from '#contract/bookings/transitions.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { previewLetter } from '#server/mail/outbox.ts'
import { hasLetterLeft } from '#server/mail/public.ts'
import { requestRefund } from '#server/payments/public.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { advanceBooking, foreseeMove } from './advance-booking.ts'
import { denialKey, moveLetter } from './letters.ts'
import { findUrnOf } from './places.ts'
import {
  findLastMove,
  findLastMovedBookingOf,
  findUserIDByEmail,
  findVersion,
  type LockedBooking,
  listHistory,
  listPendingBookingsOf,
  lockBooking,
} from './queries.ts'
import { changedBookingError, requireUnchanged } from './refused-move.ts'
import { wasApproved } from './reversible-move.ts'

/** The booking that the clerk decides on, in the version that they saw. */
interface Seen {
  bookingID: string
  version?: number | undefined
}
interface WithReason extends Seen {
  reason: string
}

/** If the type has changed, the booking was probably reopened already; reopening again would undo one more decision. */
export function reopenBooking(
  context: SignedInContext,
  { bookingType, ...sent }: WithReason & { bookingType?: BookingType | undefined },
) {
  const requireSameType = async (locked: LockedBooking, context: SignedInContext) => {
    if (bookingType && locked.booking.bookingType !== bookingType) throw await changedBookingError(context, locked)
  }
  return applyDecision(context, sent, 'reopen', { validate: requireSameType })
}

/** Frees a niche that a family has paid for. A second clerk confirms it, unless two people have given the urn back to the family. */
export async function archiveBooking(context: SignedInContext, { bookingID, version }: Seen) {
  const found = await findUrnOf(context.db, bookingID)
  if (!found) throw new AppError('NOT_FOUND')
  const what = () =>
    `Booking ${bookingID} ends although its urn was not released. Its place in niche ${found.nicheCode} is free again.`
  const isNeeded = async ({ db }: Context) => !(await findUrnOf(db, bookingID))?.isReleased
  const details = version === undefined ? {} : { version }
  await guard(context, 'archive', bookingID, { what, details, isNeeded }, archive)
}

export const archive = (context: SignedInContext, { subject, details }: AskedAct) =>
  applyDecision(context, { bookingID: subject, version: details.version as number | undefined }, 'archive')

interface Ending {
  event: 'deny' | 'release'
  version?: number | undefined
  /** The address that a denial was sent to. */
  to?: string
}

/**
 * Ends a booking. If it had been approved, a second clerk confirms that, as for archiving; otherwise reopening it first would be a way
 * around them. Denying an urn request ends nothing.
 */
function endBooking(context: SignedInContext, { bookingID, reason, version }: WithReason, ending: Ending) {
  const isNeeded = async ({ db }: Context) =>
    (await lockBooking(db, bookingID))?.urn === null && wasApproved(await listHistory(db, bookingID))
  const what = async ({ db }: Context) => {
    const nicheCode = (await findUrnOf(db, bookingID))?.nicheCode
    return `Booking ${bookingID} ends although it had been approved. Its place in niche ${nicheCode} is free again, and what was paid goes back.`
  }
  const details = { ...ending, ...(version !== undefined && { version }) }
  return guard(context, 'endApproved', bookingID, { what, details, reason, isNeeded }, endApproved)
}

/** A card refund that is due after this is requested by whoever called it, or by a job. */
export function endApproved(context: SignedInContext, { subject, details, reason }: AskedAct) {
  const { event, version, to } = details as unknown as Ending
  const requireApplicantEmail = ({ applicant }: LockedBooking) => {
    if (event === 'deny' && applicant.email !== to)
      throw new AppError('NOT_THEIR_ADDRESS', { errors: { to: 'That is not the email address of the applicant.' } })
  }
  return decide(context, { bookingID: subject, version, reason }, event, { validate: requireApplicantEmail })
}

/** Ends a confirmed pre-order and refunds it, before the reply if the provider can be reached. */
export async function releaseBooking(context: SignedInContext, sent: WithReason) {
  const payment = (await endBooking(context, sent, { event: 'release' }))?.payment
  if (payment?.paymentStatus === 'Refunding') await requestRefund(context, payment.paymentID)
}

/** Denies the booking with this ID or, without an ID, the recipient's only pending one. Letter and refund wait, see `undoUntil`. */
export async function denyBooking(
  context: SignedInContext,
  { to, ...sent }: Omit<WithReason, 'bookingID'> & { to: string; bookingID?: string | undefined },
) {
  const bookingID = sent.bookingID ?? (await findPendingBookingByEmail(context, to))
  await endBooking(context, { ...sent, bookingID }, { event: 'deny', to })
}

/**
 * The applicant's only pending booking; fails if several are pending. If none is, the one that was moved last: a repeated
 * denial is then refused with who did what, and when.
 */
async function findPendingBookingByEmail({ db, clock }: Context, email: string): Promise<string> {
  const userID = await findUserIDByEmail(db, email)
  if (!userID)
    throw new AppError('NOT_THEIR_ADDRESS', { errors: { to: 'That is not the email address of the applicant.' } })
  const pending = await listPendingBookingsOf(db, userID, clock(), 2)
  if (pending.length > 1) throw new AppError('BOOKING_AMBIGUOUS')
  const only = pending[0] ?? (await findLastMovedBookingOf(db, userID))
  if (!only) throw new AppError('NOT_FOUND')
  return only.bookingID
}

/** Booking, niche and payment are as before, and the letter is not sent. */
export const undoDenial = (context: SignedInContext, bookingID: string) =>
  applyDecision(context, { bookingID }, 'undoDenial')

/** A booking that was moved again since its denial has no letter of a denial. */
export async function readDenialLetter({ db }: SignedInContext, bookingID: string) {
  const booking = await findVersion(db, bookingID)
  if (!booking) throw new AppError('NOT_FOUND')
  return { hasLeft: await hasLetterLeft(db, denialKey(booking)) }
}

/** The letter that a denial would send, made by what sends it. Nothing is changed. */
export async function previewDenial(context: SignedInContext, { bookingID, reason }: WithReason) {
  return inTransaction(context, async (context) => {
    const locked = await lockBooking(context.db, bookingID)
    const denied = locked && (await foreseeMove(context, locked, 'deny'))
    const letter = denied && moveLetter(denied, 'deny', { reason })
    const to = denied?.applicant.email
    if (!letter || !to) throw new AppError('NOT_FOUND')
    return { to, ...(await previewLetter(context, denied.applicant, letter)) }
  })
}

/** Idempotent: cancelling again succeeds and changes nothing. */
export async function cancelBooking(context: SignedInContext, bookingID: string) {
  const requireOwnBooking = ({ booking }: LockedBooking) => {
    if (context.actor.role === 'user' && booking.userID !== context.actor.userID) throw new AppError('NOT_FOUND')
  }
  return applyDecision(context, { bookingID }, 'cancel', { validate: requireOwnBooking, isAlreadyDone: wasCancelled })
}

const wasCancelled = async ({ db }: SignedInContext, { booking }: LockedBooking) =>
  booking.bookingStatus === 'Cancelled' && (await findLastMove(db, booking.bookingID))?.event === 'cancel'

interface DecisionHooks {
  /** Throws if the decision is not allowed; runs before the transition table is checked. */
  validate?: (locked: LockedBooking, context: SignedInContext) => void | Promise<void>
  isAlreadyDone?: (context: SignedInContext, locked: LockedBooking) => Promise<boolean>
}

/** What every decision does; those without hooks need no function of their own. */
export async function applyDecision(...decision: Parameters<typeof decide>) {
  await decide(...decision)
}

/** Returns the booking as it is then, or nothing if this was done already. */
const decide = (
  context: SignedInContext,
  { bookingID, version, reason }: Seen & { reason?: string },
  event: BookingEvent,
  around: DecisionHooks = {},
) =>
  inTransaction(context, async (context) => {
    const locked = await lockBooking(context.db, bookingID)
    if (!locked) throw new AppError('NOT_FOUND')
    await around.validate?.(locked, context)
    if (await around.isAlreadyDone?.(context, locked)) return undefined
    await requireUnchanged(context, locked, version)
    return advanceBooking(context, locked, event, reason === undefined ? {} : { reason })
  })
