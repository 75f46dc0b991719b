/** Where an urn can be. `staff`: taken out of its niche and not put anywhere yet. `family`: before it is received, and after it is released. */
export const urnPlaces = ['family', 'counter', 'shelf', 'niche', 'staff'] as const
export type UrnPlace = (typeof urnPlaces)[number]

export interface UrnMove {
  from: readonly UrnPlace[]
  to: UrnPlace
  /** Two different members of staff confirm it, each in their own session. */
  twoPeople?: true
  /** Only for an approved booking. */
  needsApprovedBooking?: true
}

/** Every allowed move of an urn. Anything not listed is refused. */
export const allowedUrnMoves = {
  receive: { from: ['family'], to: 'counter', needsApprovedBooking: true },
  shelve: { from: ['counter', 'staff'], to: 'shelf' },
  place: { from: ['counter', 'shelf', 'staff'], to: 'niche', twoPeople: true, needsApprovedBooking: true },
  takeOut: { from: ['niche'], to: 'staff', twoPeople: true },
  move: { from: ['shelf'], to: 'shelf' },
  release: { from: ['counter', 'shelf', 'staff'], to: 'family', twoPeople: true },
} as const satisfies Record<string, UrnMove>

export type UrnEvent = keyof typeof allowedUrnMoves
export const urnEvents = Object.keys(allowedUrnMoves) as [UrnEvent, ...UrnEvent[]]

export const twoPersonEvents = ['place', 'takeOut', 'release'] as const satisfies readonly UrnEvent[]
export type TwoPersonEvent = (typeof twoPersonEvents)[number]

/** The move for this event from this place, if it is allowed. */
export function findUrnMove(event: UrnEvent, from: UrnPlace, isBookingApproved: boolean): UrnMove | undefined {
  const move: UrnMove = allowedUrnMoves[event]
  const isAllowed = move.from.includes(from) && (isBookingApproved || !move.needsApprovedBooking)
  return isAllowed ? move : undefined
}

/** The events that are possible now, in the order of the table. */
export const urnEventsFrom = (from: UrnPlace, isBookingApproved: boolean): UrnEvent[] =>
  urnEvents.filter((event) => findUrnMove(event, from, isBookingApproved))

/** How a move is called in the history of an urn. */
export const urnMoveLabels: Record<UrnEvent, string> = {
  receive: 'Received',
  shelve: 'Shelved',
  place: 'Placed',
  takeOut: 'Taken out',
  move: 'Moved',
  release: 'Released',
}

/** Completes the sentence 'The urn cannot be ... now.' */
const participles: Record<UrnEvent, string> = {
  receive: 'received',
  shelve: 'put on a shelf',
  place: 'placed',
  takeOut: 'taken out',
  move: 'moved to another shelf',
  release: 'released',
}

interface Location {
  place: UrnPlace
  nicheCode: string
  shelf: string
}

/** For example `In niche TH-1A-03-05`. */
export function describeLocation({ place, nicheCode, shelf }: Location): string {
  if (place === 'niche') return `In niche ${nicheCode}`
  if (place === 'shelf') return `On shelf ${shelf}`
  return { counter: 'At the counter', staff: 'Taken out, with staff', family: 'Released' }[place]
}

/** Why the event is refused. */
export function explainUrnRefusal(event: UrnEvent, location: Location): string {
  const move: UrnMove = allowedUrnMoves[event]
  if (move.needsApprovedBooking && move.from.includes(location.place))
    return `Its booking is not confirmed for current use, so the urn cannot be ${participles[event]}.`
  return `The urn cannot be ${participles[event]} now. Where it is: ${lowerFirst(describeLocation(location))}.`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
