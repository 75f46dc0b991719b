import { type BookingStatus, type BookingType, secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import {
  type BookingEvent,
  type BookingState,
  bookingEventWords,
  findTransition,
  type MoverRole,
  nicheAfter,
  paymentAfter,
  type Transition,
} from '#contract/bookings/transitions.ts'
import { type NicheStatus, strongestStatus } from '#contract/niches/niche.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { chargeForApproval } from '#server/charges/public.ts'
import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { setNicheStatus } from '#server/niches/public.ts'
import { beginRefund, failPayment, type Settlement, settlePayment, takeBackRefund } from '#server/payments/public.ts'
import { requireUnblocked } from '#server/rights/public.ts'
import { endCertificateRequest, moveBooking, reopenCertificateRequest } from './changes.ts'
import { familyStatusOncePaid, type MoveDetails } from './family-facts.ts'
import { isActive, isHoldLapsed } from './holds.ts'
import { enqueueMoveLetter, readerOf, withdrawDenial } from './letters.ts'
import { type LockedBooking, listHistory, type Move } from './queries.ts'
import { explainRefusedMove } from './refused-move.ts'
import { closedCertificateRequest, findReversibleMove } from './reversible-move.ts'
import { settleRights } from './settle-rights.ts'
import { updateUrnRequest } from './urn-request-moves.ts'

export interface AdvanceOptions extends MoveDetails {
  /** Method and amount, if this move settles the payment. */
  settlement?: Settlement
  /** The booking type of an amended application. */
  type?: 'Current' | 'PreOrder'
}

/** The only way a booking's status changes: checks the transition, changes niche, payment, booking and right, records and mails it. */
export async function advanceBooking<Held extends LockedBooking>(
  context: Context,
  locked: Held,
  event: BookingEvent,
  circumstances: AdvanceOptions = {},
): Promise<Held> {
  const by: MoverRole = context.actor?.role ?? 'system'
  const state = effectiveState(locked, event, context.clock())
  const move = findTransition(state, event, by)
  if (!move) throw await explainRefusedMove(context, locked, state, event)
  const isConfirmed = move.to !== 'before' && move.to.status === 'Confirmed'
  if (isConfirmed || movesRight.has(event)) await requireUnblocked(context, locked.booking.bookingID)
  const history = move.to === 'before' ? await listHistory(context.db, locked.booking.bookingID) : []
  const next = computeOutcome(locked, event, move, history, circumstances.type)
  const undoUntil = undoEnd(locked, event, context.clock())
  const placeNumber = isActive(locked.booking) ? locked.booking.placeNumber : locked.placeAgain
  if (placeNumber === undefined) throw new AppError('NICHE_TAKEN')

  if (event === 'undoDenial' && !(await withdrawDenial(context, locked))) throw denialStands()
  await applyNicheChange(context, locked, event, next)
  const payment = await applyPaymentChange(context, locked, move, next, { ...circumstances, undoUntil })
  const booking = await moveBooking(context, locked.booking, event, circumstances.reason, {
    bookingStatus: next.status,
    bookingType: next.type,
    nicheStatus: next.nicheStatus,
    undoUntil,
    placeNumber,
    ...(event === 'requestUrn' && { waitingSince: context.clock() }),
    holdExpiresAt:
      next.status === 'Pending' && payment && !isSettled(payment.paymentStatus) ? locked.booking.holdExpiresAt : null,
  })

  const after: Held = { ...locked, booking, payment }
  await updateUrnRequest(context, locked, event, move, history)
  if (locked.booking.bookingStatus === 'Confirmed' || booking.bookingStatus === 'Confirmed')
    await settleRights(context, [booking.nicheID], {
      causedBy: { bookingID: booking.bookingID, event, toldAt: readerOf(locked).email },
    })
  if (approvals.has(event)) await chargeForItself(context, locked, booking)
  if (locked.certificateRequest && next.status !== 'Pending') {
    const { requestID } = locked.certificateRequest
    await endCertificateRequest(context.db, requestID, { status: 'Closed', endedAt: context.clock() })
  }
  if (event === 'undoDenial' && closedCertificateRequest(history))
    await reopenCertificateRequest(context.db, booking.bookingID)
  await enqueueMoveLetter(context, after, event, circumstances)
  return after
}

/**
 * Events that are refused while an objection to the right is open, besides those that confirm a booking. Money that was paid is still
 * recorded, unless that confirms: the counter has not taken it yet.
 */
const movesRight = new Set<BookingEvent>(['requestUrn', 'archive', 'release', 'reopen'])
const approvals = new Set<BookingEvent>(['approve', 'confirm', 'finalise'])

/**
 * What the house charges by itself once it has approved an urn request, or another person in a niche. An urn request can be approved with
 * the person; one that comes later does not charge the person, who may have been confirmed before there was a price.
 */
async function chargeForItself(context: Context, { urn }: LockedBooking, after: LockedBooking['booking']) {
  const { bookingID, besideBookingID, bookingStatus, createdAt } = after
  if (bookingStatus !== 'Confirmed' || !(urn || besideBookingID)) return
  const isAnother = besideBookingID && !(urn && (await wasConfirmedBefore(context, bookingID)))
  await chargeForApproval(context, bookingID, {
    ...(urn && { urnRequest: { id: urn.urnRequestID, askedAt: urn.requestedAt } }),
    ...(isAnother && { anotherPerson: { id: bookingID, askedAt: createdAt } }),
  })
}

/** The move that has just confirmed it starts from Pending. */
const wasConfirmedBefore = async ({ db }: Context, bookingID: string) =>
  (await listHistory(db, bookingID)).some(({ fromStatus }) => fromStatus === 'Confirmed')

/** A denial of what is paid, or of an urn request, waits; that of an unpaid booking has no niche and no money to restore. */
function undoEnd({ payment, urn }: LockedBooking, event: BookingEvent, now: Date): Date | null {
  if (event !== 'deny' || !(urn || (payment && isSettled(payment.paymentStatus)))) return null
  return new Date(now.getTime() + secondsToUndoDenial * 1000)
}

const denialStands = () => new AppError('BOOKING_NOT_MOVABLE', { why: moveRefusals.DENIAL_STANDS })

/** The booking as it would be after this move, which is not made. */
export async function foreseeMove<Held extends LockedBooking>(
  context: Context,
  locked: Held,
  event: BookingEvent,
): Promise<Held> {
  const state = effectiveState(locked, event, context.clock())
  const move = findTransition(state, event, context.actor?.role ?? 'system')
  if (!move) throw await explainRefusedMove(context, locked, state, event)
  const { status, type } = computeOutcome(locked, event, move)
  const { payment } = locked
  return {
    ...locked,
    booking: { ...locked.booking, bookingStatus: status, bookingType: type, holdExpiresAt: null },
    payment: payment && { ...payment, paymentStatus: paymentAfter(move, payment.paymentStatus) },
  }
}

/** A booking with a lapsed hold counts as cancelled, but can still be paid until the background job ends it. */
function effectiveState(locked: LockedBooking, event: BookingEvent, now: Date) {
  const state = bookingStateOf(locked, now)
  const lapsed = isHoldLapsed(locked.booking, now) && event !== 'pay' && event !== 'expire'
  return lapsed ? ({ ...state, status: 'Cancelled', payment: 'Failed' } as const) : state
}

const bookingStateOf = (
  { booking, payment, urn, certificateRequest, placedUrn, heldUrn, placeAgain }: LockedBooking,
  now: Date,
): BookingState => ({
  status: booking.bookingStatus,
  type: booking.bookingType,
  payment: payment?.paymentStatus ?? 'Waived',
  urn: urn !== null,
  certificateAsked: certificateRequest !== null,
  madeBy: booking.madeBy,
  nicheFree: placeAgain !== undefined,
  urnPlaced: placedUrn !== null,
  urnHeld: heldUrn !== null,
  justDenied: booking.undoUntil !== null && booking.undoUntil > now,
})

interface Outcome {
  status: BookingStatus
  type: BookingType
  /** The niche status that belongs to this booking after the move. */
  nicheStatus: NicheStatus
  /** Whether the niche keeps its status, gets the new one, or gets it only if no admin has overridden it. */
  niche: 'stays' | 'becomes' | 'returns'
}

function computeOutcome(
  { booking, urn }: LockedBooking,
  event: BookingEvent,
  move: Transition,
  history: readonly Move[] = [],
  changedType: BookingType = booking.bookingType,
): Outcome {
  if (move.to !== 'before') {
    const { status = booking.bookingStatus, type = changedType } = move.to
    const after = nicheAfter(move, type)
    if (after === undefined || after === 'before')
      return { status, type, nicheStatus: booking.nicheStatus, niche: 'stays' }
    return { status, type, nicheStatus: after, niche: after === 'Available' ? 'returns' : 'becomes' }
  }
  if (urn)
    return { status: urn.beforeStatus, type: booking.bookingType, nicheStatus: urn.beforeNicheStatus, niche: 'returns' }
  const earlier = event === 'undoDenial' ? history.at(-1) : findReversibleMove(history)
  if (!earlier?.fromStatus || !earlier.fromType || !earlier.fromNicheStatus) throw new AppError('BOOKING_MOVED')
  return { status: earlier.fromStatus, type: earlier.fromType, nicheStatus: earlier.fromNicheStatus, niche: 'returns' }
}

/**
 * Several bookings give their niche the strongest of their statuses. A niche returns only from the status that bookings gave it, to
 * keep an admin's override. A place that is taken again must be free.
 */
async function applyNicheChange(
  context: Context,
  { booking, currentNicheStatus, others }: LockedBooking,
  event: BookingEvent,
  next: Outcome,
) {
  if (next.niche === 'stays') return
  const takesPlaceAgain = !isActive(booking)
  const given = others.map(({ nicheStatus }) => nicheStatus)
  const to = strongestStatus([next.nicheStatus, ...given])
  if (currentNicheStatus === to && (!takesPlaceAgain || others.length > 0)) return
  const before = strongestStatus(takesPlaceAgain ? given : [booking.nicheStatus, ...given])
  const onlyFrom = takesPlaceAgain || next.niche === 'returns' ? before : undefined
  const moved = await setNicheStatus(context, booking.nicheID, {
    to,
    ...(onlyFrom && { onlyFrom }),
    reason: `Booking ${booking.bookingID}: ${bookingEventWords[event].past}`,
    bookingID: booking.bookingID,
  })
  if (takesPlaceAgain && !moved) throw new AppError('NICHE_TAKEN')
}

async function applyPaymentChange(
  context: Context,
  { payment }: LockedBooking,
  move: Transition,
  next: Outcome,
  { settlement, undoUntil }: Pick<AdvanceOptions, 'settlement'> & { undoUntil: Date | null },
) {
  if (!payment) return null
  if (move.money === 'settle') {
    if (!settlement) throw new Error('This move settles a payment and needs its method and amount')
    return settlePayment(context, payment, settlement, familyStatusOncePaid(next, settlement).next)
  }
  if (move.money === 'keep' && payment.paymentStatus !== 'Waived') {
    const kept = await takeBackRefund(context, payment)
    if (!kept) throw denialStands()
    return kept
  }
  const after = paymentAfter(move, payment.paymentStatus)
  if (after === payment.paymentStatus) return payment
  return after === 'Refunding' ? beginRefund(context, payment, undoUntil) : failPayment(context, payment)
}
