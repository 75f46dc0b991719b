import type { Role } from '../roles.ts'
import { type AllowedMove, eventsOf, findMove } from '../state-table.ts'
import type { RightStatus } from './right.ts'

/** Everything that decides what may happen to a right next. */
export interface RightState {
  status: RightStatus | 'none'
  /** Its last day is over. */
  over: boolean
}

/** Whoever moves the booking or the urn that is the cause. Background jobs act as `system`. */
export type RightMover = Role | 'system'

interface RightTransition extends AllowedMove<RightState, RightMover> {
  to: RightStatus
}

const staff = ['staff', 'admin'] as const
/** Who holds a right changes while it is living or ended, and its state stays. */
const holderMoves = [
  { from: { status: 'living' }, by: staff, to: 'living' },
  { from: { status: 'ended' }, by: staff, to: 'ended' },
] as const
/** Contacts decide nothing, so the family names them itself. Whoever answers by a link is not signed in. */
const contactMoves = (...by: readonly RightMover[]) =>
  [
    { from: { status: 'living' }, by, to: 'living' },
    { from: { status: 'ended' }, by, to: 'ended' },
  ] as const
const anyone = ['user', 'staff', 'admin', 'witness', 'system'] as const

/** Every allowed move of a right. Anything not listed is refused. */
export const rightTransitions = {
  grant: {
    past: 'granted',
    audit: 'Right granted',
    moves: [{ from: { status: 'none' }, by: anyone, to: 'living' }],
  },
  begin: {
    past: 'begun by the first placement',
    audit: 'Term of a right begun',
    moves: [{ from: { status: 'living', over: false }, by: anyone, to: 'living' }],
  },
  extend: {
    past: 'extended',
    audit: 'Right extended',
    moves: [{ from: { status: ['living', 'ended'] }, by: anyone, to: 'living' }],
  },
  retract: {
    past: 'no longer extended, because its payment was refunded',
    audit: 'Extension of a right taken back',
    moves: [
      { from: { status: 'living' }, by: anyone, to: 'living' },
      { from: { status: 'ended' }, by: anyone, to: 'ended' },
      { from: { status: 'surrendered' }, by: anyone, to: 'surrendered' },
    ],
  },
  end: {
    past: 'ended, waiting',
    audit: 'Right ended, waiting',
    moves: [{ from: { status: 'living', over: true }, by: ['system'], to: 'ended' }],
  },
  surrender: {
    past: 'surrendered',
    audit: 'Right surrendered',
    moves: [{ from: { status: ['living', 'ended'] }, by: anyone, to: 'surrendered' }],
  },
  restore: {
    past: 'restored',
    audit: 'Right restored',
    moves: [
      { from: { status: 'surrendered', over: false }, by: anyone, to: 'living' },
      { from: { status: 'surrendered', over: true }, by: anyone, to: 'ended' },
    ],
  },
  addHolder: { past: 'given a further holder', audit: 'Holder of a right added', moves: holderMoves },
  correctHolder: { past: 'changed: a holder corrected', audit: 'Holder of a right corrected', moves: holderMoves },
  removeHolder: { past: 'changed: a holder removed', audit: 'Holder of a right removed', moves: holderMoves },
  addContact: {
    past: 'given a contact',
    audit: 'Contact of a right named',
    moves: contactMoves('user', 'staff', 'admin'),
  },
  changeContact: {
    past: 'changed: a contact changed',
    audit: 'Contact of a right changed',
    moves: contactMoves('user', 'staff', 'admin'),
  },
  acceptContact: {
    past: 'accepted by a contact',
    audit: 'Contact of a right has accepted',
    moves: contactMoves('staff', 'admin', 'system'),
  },
  declineContact: {
    past: 'declined by a contact',
    audit: 'Contact of a right has declined',
    moves: contactMoves('system'),
  },
  removeContact: {
    past: 'changed: a contact removed',
    audit: 'Contact of a right removed',
    moves: contactMoves('user', 'staff', 'admin'),
  },
} as const satisfies Record<string, { past: string; audit: string; moves: readonly RightTransition[] }>

export type RightEvent = keyof typeof rightTransitions
export const rightEvents = eventsOf(rightTransitions)

/** The state after this event, if it is allowed. */
export const rightStateAfter = (state: RightState, event: RightEvent, by: RightMover): RightStatus | undefined =>
  findMove<RightState, RightMover, RightTransition>(rightTransitions[event], state, by)?.to
