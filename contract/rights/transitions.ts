import type { Role } from '../roles.ts'
import { type AllowedMove, eventsOf, findMove } from '../state-table.ts'
import type { RightStatus } from './right.ts'

/** Everything that decides what may happen to a right next. */
export interface RightState {
  status: RightStatus | 'none'
  /** Its last day is over. */
  over: boolean
  /** Two people have agreed that its urns leave the niche. */
  cleared: boolean
}

/** Whoever moves the booking or the urn that is the cause. Background jobs act as `system`. */
export type RightMover = Role | 'system'

interface RightTransition extends AllowedMove<RightState, RightMover> {
  to: RightStatus
}

const staff = ['staff', 'admin'] as const
/** It leaves the state of a right as it is, and happens while that is living or ended. */
const noted = <Mover extends RightMover>(...by: Mover[]) =>
  [
    { from: { status: 'living' }, by, to: 'living' },
    { from: { status: 'ended' }, by, to: 'ended' },
  ] as const
/** The same also once it is surrendered: its urns and its money can still be with the house. */
const notedAlways = <Mover extends RightMover>(...by: Mover[]) =>
  [...noted(...by), { from: { status: 'surrendered' }, by, to: 'surrendered' }] as const
const clerks = ['staff'] as const
/** Contacts decide nothing, so the family names them itself. */
const naming = noted('user', ...staff)
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
    moves: notedAlways(...anyone),
  },
  correct: {
    past: 'corrected',
    audit: 'Term or deed number of a right corrected',
    moves: noted(...staff),
  },
  correctEnd: {
    past: 'living again, because its last day was corrected',
    audit: 'Last day of an ended right corrected',
    moves: [{ from: { status: 'ended' }, by: staff, to: 'living' }],
  },
  end: {
    past: 'ended, waiting',
    audit: 'Right ended, waiting',
    moves: [{ from: { status: 'living', over: true }, by: ['system'], to: 'ended' }],
  },
  surrender: {
    past: 'surrendered',
    audit: 'Right surrendered',
    /** After its end nobody's silence frees the niche. A job follows what a server of the previous version has freed. */
    moves: [
      { from: { status: 'living', over: false }, by: anyone, to: 'surrendered' },
      { from: { status: 'ended', cleared: true }, by: anyone, to: 'surrendered' },
      { from: { status: ['living', 'ended'] }, by: ['system'], to: 'surrendered' },
    ],
  },
  restore: {
    past: 'restored',
    audit: 'Right restored',
    moves: [
      { from: { status: 'surrendered', over: false }, by: anyone, to: 'living' },
      { from: { status: 'surrendered', over: true }, by: anyone, to: 'ended' },
    ],
  },
  recordStep: {
    past: 'waiting: a step recorded',
    audit: 'Step after the end of a right recorded',
    moves: [{ from: { status: 'ended', cleared: false }, by: clerks, to: 'ended' }],
  },
  askToTalk: {
    past: 'waiting: its family wants to speak with us',
    audit: 'Family of an ended right wants to be heard',
    moves: [{ from: { status: 'ended' }, by: ['user', 'staff'], to: 'ended' }],
  },
  recordAnswer: {
    past: 'waiting: its family was heard',
    audit: 'Family of an ended right was heard',
    moves: [{ from: { status: 'ended' }, by: clerks, to: 'ended' }],
  },
  clear: {
    past: 'waiting: its urns may be taken to a shelf',
    audit: 'Urns of an ended right may be taken to a shelf',
    moves: [{ from: { status: 'ended', cleared: false }, by: staff, to: 'ended' }],
  },
  /** Who agrees that an urn leaves matters as long as it is with the house. */
  addHolder: { past: 'given a further holder', audit: 'Holder of a right added', moves: notedAlways(...staff) },
  correctHolder: {
    past: 'changed: a holder corrected',
    audit: 'Holder of a right corrected',
    moves: notedAlways(...staff),
  },
  removeHolder: {
    past: 'changed: a holder removed',
    audit: 'Holder of a right removed',
    moves: notedAlways(...staff),
  },
  /** The holder stays one until two people have decided who follows. */
  noteDeath: { past: 'changed: a holder has died', audit: 'Death of a holder recorded', moves: notedAlways(...staff) },
  retractDeath: {
    past: 'changed: a holder has not died after all',
    audit: 'Death of a holder taken back',
    moves: notedAlways(...staff),
  },
  claim: {
    past: 'claimed by somebody who asks to follow or take over',
    audit: 'Claim to a right recorded',
    moves: noted(...staff),
  },
  consent: {
    past: 'to be handed over: a holder agrees',
    audit: 'Consent to a transfer recorded',
    moves: noted(...staff),
  },
  endClaim: { past: 'stays with its holders', audit: 'Claim to a right ended', moves: notedAlways(...staff) },
  passOn: { past: 'passed on', audit: 'Right passed on', moves: noted(...staff) },
  object: { past: 'blocked by an objection', audit: 'Objection to a right recorded', moves: noted('user', ...staff) },
  endObjection: {
    past: 'no longer blocked by an objection',
    audit: 'Objection to a right ended',
    /** A witness confirms what staff have asked for. */
    moves: notedAlways(...staff, 'witness'),
  },
  addContact: { past: 'given a contact', audit: 'Contact of a right named', moves: naming },
  changeContact: { past: 'changed: a contact changed', audit: 'Contact of a right changed', moves: naming },
  /** Whoever answers by a link is not signed in. */
  acceptContact: {
    past: 'accepted by a contact',
    audit: 'Contact of a right has accepted',
    moves: noted(...staff, 'system'),
  },
  declineContact: { past: 'declined by a contact', audit: 'Contact of a right has declined', moves: noted('system') },
  askHolders: {
    past: 'to let an urn leave: its holders are asked',
    audit: 'Holders of a right asked to agree to the move of an urn',
    moves: notedAlways(...staff),
  },
  agree: {
    past: 'to let an urn leave: a holder agrees',
    audit: 'Holder of a right agrees to the move of an urn',
    moves: notedAlways('user', ...staff, 'system'),
  },
  disagree: {
    past: 'to let an urn leave: a holder does not agree',
    audit: 'Holder of a right does not agree to the move of an urn',
    moves: notedAlways('user', ...staff, 'system'),
  },
  endAsking: {
    past: 'to let an urn leave: its holders are no longer asked',
    audit: 'Holders of a right no longer asked about an urn',
    moves: notedAlways(...staff),
  },
  removeContact: { past: 'changed: a contact removed', audit: 'Contact of a right removed', moves: naming },
} as const satisfies Record<string, { past: string; audit: string; moves: readonly RightTransition[] }>

export type RightEvent = keyof typeof rightTransitions
export const rightEvents = eventsOf(rightTransitions)

/** The state after this event, if it is allowed. */
export const rightStateAfter = (state: RightState, event: RightEvent, by: RightMover): RightStatus | undefined =>
  findMove<RightState, RightMover, RightTransition>(rightTransitions[event], state, by)?.to
