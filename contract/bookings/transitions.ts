import type { NicheStatus } from '../niches/niche.ts'
import { isSettled, type PaymentStatus } from '../payments/payment.ts'
import type { Role } from '../roles.ts'
import { type AllowedMove, eventsFrom, eventsOf, findMove } from '../state-table.ts'
import type { BookingMaker, BookingStatus, BookingType } from './booking.ts'
import type { MoveRefusal } from './refusals.ts'

/** Everything that decides what may happen to a booking next. */
export interface BookingState {
  status: BookingStatus
  type: BookingType
  /** A booking without a payment, from a register, counts as `Waived`. */
  payment: PaymentStatus
  /** An urn request is open. */
  urn: boolean
  /** The family has been asked for a better certificate and has not sent it yet. */
  certificateAsked: boolean
  madeBy: BookingMaker
  /** The niche is `Available` now. Needed only to reopen an archived booking. */
  nicheFree?: boolean
  /** The urn is in the niche. */
  urnPlaced?: boolean
  /** The house has the urn, and it is not in the niche. */
  urnHeld?: boolean
  /** It was denied so recently that its letter has not left the house. */
  justDenied?: boolean
}

/** The actors who move a booking. Background jobs and the card provider act as `system`. */
export type MoverRole = Role | 'system'

type KnownState = BookingState & { urnPlaced: boolean; urnHeld: boolean; justDenied: boolean; settled: boolean }

export interface Transition extends AllowedMove<KnownState, MoverRole> {
  /** The changes of a move. `before` restores what was there before the move that is undone. */
  to: { status?: BookingStatus; type?: BookingType } | 'before'
  /** The new niche status. Without it, the status stays. */
  niche?: NicheStatus | Record<'Current' | 'PreOrder', NicheStatus> | 'before'
  /** `settle`: paid. `refund`: a paid payment is refunded, an unpaid one fails, a waived one stays. `keep`: it is not refunded after all. `fail`: never paid. */
  money?: 'settle' | 'refund' | 'keep' | 'fail'
  urn?: 'Open' | 'Approved' | 'Denied'
}

interface BookingEventRow {
  /** The word in histories, and in refusals that name the last move. */
  past: string
  /** The name of the event in the audit log. */
  audit: string
  moves: readonly Transition[]
}

const unpaidPending = { status: 'Pending', settled: false, urn: false } as const
const urnNotHere = { urnPlaced: false, urnHeld: false } as const

/** Every allowed move of a booking. Anything not listed is refused. */
export const transitions = {
  amend: {
    past: 'amended',
    audit: 'Booking amended',
    moves: [
      { from: { ...unpaidPending, payment: 'Pending', madeBy: 'user' }, by: ['user', 'staff'], to: {} },
      { from: { ...unpaidPending, payment: 'Pending', madeBy: 'staff' }, by: ['staff'], to: {} },
    ],
  },
  pay: {
    past: 'paid',
    audit: 'Booking paid',
    moves: [{ from: unpaidPending, by: ['user', 'system'], to: {}, money: 'settle' }],
  },
  finalise: {
    past: 'paid at the counter',
    audit: 'Booking paid at the counter',
    moves: [
      {
        from: { ...unpaidPending, madeBy: 'staff' },
        by: ['staff'],
        to: { status: 'Confirmed' },
        niche: { Current: 'Occupied', PreOrder: 'Reserved' },
        money: 'settle',
      },
      { from: { ...unpaidPending, madeBy: 'user' }, by: ['staff'], to: {}, money: 'settle' },
    ],
  },
  cancel: {
    past: 'cancelled',
    audit: 'Booking cancelled',
    moves: [{ from: unpaidPending, by: ['user', 'staff'], to: { status: 'Cancelled' }, niche: 'Available', money: 'fail' }],
  },
  expire: {
    past: 'cancelled, as it was not paid in time',
    audit: 'Time to pay ended',
    moves: [{ from: unpaidPending, by: ['system'], to: { status: 'Cancelled' }, niche: 'Available', money: 'fail' }],
  },
  retake: {
    past: 'taken up again by a late payment',
    audit: 'Niche taken again',
    moves: [{ from: { status: 'Cancelled', payment: 'Failed' }, by: ['user', 'system'], to: { status: 'Pending' }, niche: 'Pending', money: 'settle' }],
  },
  approve: {
    past: 'approved',
    audit: 'Booking approved',
    moves: [
      { from: { status: 'Pending', settled: true, urn: false }, by: ['staff'], to: { status: 'Confirmed', type: 'Current' }, niche: 'Occupied' },
      { from: { status: 'Pending', urn: true }, by: ['staff'], to: { status: 'Confirmed', type: 'Current' }, niche: 'Occupied', urn: 'Approved' },
    ],
  },
  confirm: {
    past: 'confirmed as a pre-order',
    audit: 'Pre-order confirmed',
    moves: [{ from: { status: 'Pending', type: 'PreOrder', settled: true, urn: false }, by: ['staff'], to: { status: 'Confirmed' }, niche: 'Reserved' }],
  },
  requestUrn: {
    past: 'opened for urn placement',
    audit: 'Urn placement requested',
    moves: [
      { from: { status: 'Pending', type: 'PreOrder', settled: true, urn: false }, by: ['user'], to: { status: 'Pending' }, niche: 'Pending', urn: 'Open' },
      { from: { status: 'Confirmed', type: 'PreOrder', settled: true, urn: false }, by: ['user'], to: { status: 'Pending' }, niche: 'Pending', urn: 'Open' },
    ],
  },
  deny: {
    past: 'denied',
    audit: 'Booking denied',
    moves: [
      // Sent twice, the denial of an urn request must not cancel the booking.
      {
        from: { status: 'Pending', urn: false, justDenied: false, ...urnNotHere },
        by: ['staff'],
        to: { status: 'Cancelled' },
        niche: 'Available',
        money: 'refund',
      },
      { from: { status: 'Pending', urn: true }, by: ['staff'], to: 'before', niche: 'before', urn: 'Denied' },
    ],
  },
  undoDenial: {
    past: 'no longer denied, as the denial was taken back',
    audit: 'Denial taken back',
    moves: [
      { from: { status: 'Cancelled', justDenied: true, nicheFree: true }, by: ['staff'], to: 'before', niche: 'before', money: 'keep' },
      { from: { status: 'Confirmed', justDenied: true }, by: ['staff'], to: 'before', niche: 'before', urn: 'Open' },
      { from: { status: 'Pending', justDenied: true }, by: ['staff'], to: 'before', niche: 'before', urn: 'Open' },
    ],
  },
  archive: {
    past: 'archived',
    audit: 'Booking archived',
    moves: [{ from: { status: 'Confirmed', type: 'Current', urnPlaced: false }, by: ['staff'], to: { type: 'Archived' }, niche: 'Available' }],
  },
  release: {
    past: 'released',
    audit: 'Booking released',
    moves: [
      {
        from: { status: 'Confirmed', type: 'PreOrder', ...urnNotHere },
        by: ['staff'],
        to: { status: 'Cancelled' },
        niche: 'Available',
        money: 'refund',
      },
    ],
  },
  reopen: {
    past: 'reopened',
    audit: 'Booking reopened',
    moves: [
      { from: { status: 'Confirmed', type: 'Current', ...urnNotHere }, by: ['staff'], to: 'before', niche: 'before' },
      { from: { status: 'Confirmed', type: 'PreOrder' }, by: ['staff'], to: 'before', niche: 'before' },
      { from: { status: 'Confirmed', type: 'Archived', nicheFree: true }, by: ['staff'], to: 'before', niche: 'before' },
    ],
  },
  requestCertificate: {
    past: 'sent back for another certificate',
    audit: 'Certificate requested',
    moves: [{ from: { status: 'Pending', settled: true, certificateAsked: false }, by: ['staff'], to: {} }],
  },
  sendCertificate: {
    past: 'returned with another certificate',
    audit: 'Certificate sent',
    moves: [{ from: { status: 'Pending', certificateAsked: true }, by: ['user'], to: {} }],
  },
  correct: {
    past: 'corrected',
    audit: 'Booking corrected',
    moves: [{ from: { status: 'Confirmed', type: ['Current', 'PreOrder'], madeBy: 'import' }, by: ['staff', 'admin'], to: {} }],
  },
} as const satisfies Record<string, BookingEventRow>

export type BookingEvent = keyof typeof transitions
export const bookingEvents = ['submit', ...eventsOf(transitions)] as const

/** What each event is called. A submission begins a booking and therefore is no move of one. */
export const bookingEventWords: Record<(typeof bookingEvents)[number], Omit<BookingEventRow, 'moves'>> = {
  submit: { past: 'submitted', audit: 'Booking submitted' },
  ...transitions,
}

const knownState = (state: BookingState): KnownState => ({
  ...state,
  urnPlaced: state.urnPlaced ?? false,
  urnHeld: state.urnHeld ?? false,
  justDenied: state.justDenied ?? false,
  settled: isSettled(state.payment),
})

/** The move for this event, state and role, if it is allowed. */
export const findTransition = (state: BookingState, event: BookingEvent, by: MoverRole): Transition | undefined =>
  findMove<KnownState, MoverRole, Transition>(transitions[event], knownState(state), by)

/** The events that this role may trigger now, in the order of the table. */
export const actionsFor = (state: BookingState, by: MoverRole): BookingEvent[] => eventsFrom(transitions, knownState(state), by)

/** The niche status after this move, for a booking of this type. The caller resolves `before`. */
export function nicheAfter(move: Transition, type: BookingType): NicheStatus | 'before' | undefined {
  if (typeof move.niche !== 'object') return move.niche
  return type === 'Archived' ? undefined : move.niche[type]
}

/** The payment status after this move. */
export function paymentAfter(move: Transition, payment: PaymentStatus): PaymentStatus {
  if (move.money === 'fail') return 'Failed'
  if (move.money === 'keep') return payment === 'Refunding' ? 'Paid' : payment
  if (move.money !== 'refund') return payment
  if (payment === 'Paid') return 'Refunding'
  return payment === 'Pending' ? 'Failed' : payment
}

/** Why the event is refused. `moveRefusals` has the sentence. */
export function explainRefusal(state: BookingState, event: BookingEvent): MoveRefusal {
  if (event === 'undoDenial') return state.justDenied ? 'NICHE_TAKEN_SINCE_DENIAL' : 'DENIAL_STANDS'
  if (state.status === 'Cancelled') return 'CANCELLED'
  if (state.type === 'Archived') return event === 'reopen' ? 'NICHE_TAKEN_SINCE' : 'ARCHIVED'
  if (state.status === 'Pending' && !isSettled(state.payment) && requires(event, 'settled', true)) return 'UNPAID'
  if (state.urnPlaced && requires(event, 'urnPlaced', false)) return 'URN_PLACED'
  if (state.urnHeld && actionsFor({ ...state, urnHeld: false }, 'staff').includes(event)) return 'URN_HELD'
  if (event === 'deny' && state.status === 'Pending') return 'URN_REQUEST_JUST_DENIED'
  if (event === 'confirm' && state.urn) return 'URN_REQUEST_OPEN'
  if (event === 'confirm' && state.type === 'Current') return 'ONLY_PRE_ORDER_CONFIRMED'
  if (event === 'requestUrn') return state.urn ? 'URN_ALREADY_REQUESTED' : 'ONLY_PRE_ORDER_URN'
  if (event === 'release') return 'ONLY_PRE_ORDER_RELEASED'
  if (event === 'archive') return 'ONLY_CURRENT_ARCHIVED'
  if (isSettled(state.payment) && requires(event, 'settled', false)) return 'ALREADY_PAID'
  if (event === 'requestCertificate' && state.certificateAsked) return 'CERTIFICATE_ASKED'
  if (event === 'sendCertificate') return 'NO_CERTIFICATE_ASKED'
  if (event === 'amend' && state.madeBy === 'staff') return 'MADE_AT_COUNTER'
  return state.status === 'Confirmed' ? 'ALREADY_CONFIRMED' : 'STILL_PENDING'
}

/** Whether a move of this event is allowed only with this value. */
const requires = (event: BookingEvent, key: keyof KnownState, value: boolean) => transitions[event].moves.some(({ from }: Transition) => from[key] === value)
