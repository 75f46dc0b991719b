import type { ActName } from '../second-person/guarded-acts.ts'
import { type AllowedMove, eventsFrom, eventsOf, findMove } from '../state-table.ts'

/**
 * Where an urn can be. `staff`: taken out of its niche and not put anywhere yet. `family`: before it is received, and after it is released.
 * `listed`: in its niche, according to an old register; nobody has looked. `nowhere`: two people have looked, and the register was wrong.
 */
export const urnWhereabouts = ['family', 'counter', 'shelf', 'niche', 'staff', 'listed', 'nowhere'] as const
export type UrnWhereabouts = (typeof urnWhereabouts)[number]

export interface UrnState {
  whereabouts: UrnWhereabouts
  isBookingApproved: boolean
}

/** `system`: the import of a register. */
type MoverRole = 'staff' | 'system'

export interface UrnMove extends AllowedMove<UrnState, MoverRole> {
  to: UrnWhereabouts
  /** Two different people have been at the urn. */
  twoPeople?: true
}

interface UrnEventRow {
  /** The name of the move in the history of an urn. */
  label: string
  /** Completes the sentence 'The urn cannot be ... now.', and in the audit log 'Urn ...'. */
  past: string
  moves: readonly [UrnMove]
}

const by = ['staff'] as const

/** Every allowed move of an urn. Anything not listed is refused. */
export const urnMoves = {
  receive: {
    label: 'Received',
    past: 'received',
    moves: [{ from: { whereabouts: ['family', 'nowhere'], isBookingApproved: true }, by, to: 'counter' }],
  },
  shelve: {
    label: 'Shelved',
    past: 'put on a shelf',
    moves: [{ from: { whereabouts: ['counter', 'staff'] }, by, to: 'shelf' }],
  },
  place: {
    label: 'Placed',
    past: 'placed',
    moves: [
      {
        from: { whereabouts: ['counter', 'shelf', 'staff'], isBookingApproved: true },
        by,
        to: 'niche',
        twoPeople: true,
      },
    ],
  },
  takeOut: {
    label: 'Taken out',
    past: 'taken out',
    moves: [{ from: { whereabouts: 'niche' }, by, to: 'staff', twoPeople: true }],
  },
  move: {
    label: 'Moved',
    past: 'moved to another shelf',
    moves: [{ from: { whereabouts: 'shelf' }, by, to: 'shelf' }],
  },
  release: {
    label: 'Released',
    past: 'released',
    moves: [{ from: { whereabouts: ['counter', 'shelf', 'staff'] }, by, to: 'family', twoPeople: true }],
  },
  enter: {
    label: 'From the register, not yet seen',
    past: 'entered from the register',
    moves: [{ from: { whereabouts: 'family', isBookingApproved: true }, by: ['system'], to: 'listed' }],
  },
  see: {
    label: 'Seen by two people',
    past: 'seen by two people',
    moves: [{ from: { whereabouts: 'listed' }, by, to: 'niche', twoPeople: true }],
  },
  disprove: {
    label: 'The register was wrong, the niche is empty',
    past: 'taken off the register',
    moves: [{ from: { whereabouts: 'listed' }, by, to: 'nowhere', twoPeople: true }],
  },
} as const satisfies Record<string, UrnEventRow>

export type UrnEvent = keyof typeof urnMoves
export const urnEvents = eventsOf(urnMoves)

/**
 * The moves that two people confirm one after the other, each in their own session. What both marked in a stock-take is seen without that.
 * They are in the order of a check of the database.
 */
export const twoPersonEvents = [
  'place',
  'takeOut',
  'release',
  'disprove',
  'see',
] as const satisfies readonly (UrnEvent & ActName)[]
export type TwoPersonEvent = (typeof twoPersonEvents)[number]

/** The moves that name a niche, and those that name a shelf. */
export const nicheEvents = ['place', 'takeOut', 'enter', 'see', 'disprove'] as const satisfies readonly UrnEvent[]
export const shelfEvents = ['shelve', 'move'] as const satisfies readonly UrnEvent[]

/** The move for this event, if staff may make it. */
export const findUrnMove = (state: UrnState, event: UrnEvent): UrnMove | undefined =>
  findMove<UrnState, MoverRole, UrnMove>(urnMoves[event], state, 'staff')

/** The events that staff can choose now, in the order of the table. */
export const urnEventsFrom = (state: UrnState): UrnEvent[] => eventsFrom(urnMoves, state, 'staff')

/** Where an urn is after this event. */
export const whereaboutsAfter = (event: UrnEvent): UrnWhereabouts => urnMoves[event].moves[0].to

/** Whether the house has the urn, but not in a niche. */
export const isWithStaff = (whereabouts: UrnWhereabouts) =>
  whereabouts === 'counter' || whereabouts === 'shelf' || whereabouts === 'staff'
export const isInNiche = (whereabouts: UrnWhereabouts) => whereabouts === 'niche' || whereabouts === 'listed'
/** The events after which an urn is in a niche. */
export const intoNicheEvents = urnEvents.filter((event) => isInNiche(whereaboutsAfter(event)))
/** The events after which the house has the urn outside a niche. */
export const toStaffEvents = urnEvents.filter((event) => isWithStaff(whereaboutsAfter(event)))

interface Location {
  whereabouts: UrnWhereabouts
  nicheCode: string
  shelf: string
}

/** For example `In niche TH-1A-03-05`. */
export function describeLocation({ whereabouts, nicheCode, shelf }: Location): string {
  if (whereabouts === 'niche') return `In niche ${nicheCode}`
  if (whereabouts === 'listed') return `In niche ${nicheCode}, from the register, not yet seen`
  if (whereabouts === 'shelf') return `On shelf ${shelf}`
  return {
    counter: 'At the counter',
    staff: 'Taken out, with staff',
    family: 'Released',
    nowhere: 'Not here: the register was wrong',
  }[whereabouts]
}

/** Why the event is refused: the code of the error, and what completes its sentence. Only a register says where a listed urn is. */
export function explainUrnRefusal(event: UrnEvent, location: Location) {
  const { past } = urnMoves[event]
  if (location.whereabouts === 'listed') return { code: 'URN_NOT_SEEN', why: location.nicheCode } as const
  const why = findUrnMove({ whereabouts: location.whereabouts, isBookingApproved: true }, event)
    ? `Its booking is not confirmed for current use, so the urn cannot be ${past}.`
    : `The urn cannot be ${past} now. Where it is: ${lowerFirst(describeLocation(location))}.`
  return { code: 'URN_NOT_MOVABLE', why } as const
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
