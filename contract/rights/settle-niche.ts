import type { RightStatus, Term } from './right.ts'

export interface NamedRight extends Term {
  rightID: string
  state: RightStatus
}

/** A booking of a niche, as far as it decides about the right to the niche. */
export interface BookingOfNiche<Right extends NamedRight = NamedRight> {
  bookingID: string
  /** It is confirmed, or was before the urn request that is open now. An archived booking holds nothing. */
  holds: boolean
  /** Its urn is in the niche. */
  urnPlaced: boolean
  /** The day on which its urn was first placed in the niche. */
  placedOn: string | null
  /** The right that it names. */
  right: Right | null
}

/** What has to happen so that the bookings of a niche and the right to it agree. */
export interface NichePlan<Right> {
  /** Rights that no booking holds any more. */
  surrender: Right[]
  /** What happens to the right of the bookings that hold the niche. `keep` if they have it already. */
  right: { event: 'keep' | 'restore'; right: Right } | { event: 'grant' } | null
  /** The first placement, if it begins the term of the right. */
  beginsOn: string | null
  /** The bookings that do not name that right yet. */
  toName: string[]
}

/**
 * Compares the bookings of a niche with its right. The first booking that holds the niche grants the right, others join it, and it is
 * surrendered with the last one; a booking that returns brings the right back that it had. An urn in the niche keeps a right alive.
 */
export function planNiche<Right extends NamedRight>(bookings: readonly BookingOfNiche<Right>[]): NichePlan<Right> {
  const holding = bookings.filter(({ holds }) => holds)
  const isKept = ({ rightID }: Right) =>
    bookings.some(({ right, holds, urnPlaced }) => right?.rightID === rightID && (holds || urnPlaced))
  const open = distinct(bookings.flatMap(({ right }) => (right && right.state !== 'surrendered' ? [right] : [])))
  const kept = open.find(isKept)
  const surrender = open.filter((right) => right !== kept)
  if (holding.length === 0) return { surrender, right: null, beginsOn: null, toName: [] }

  const earlier = holding.flatMap(({ right }) => right ?? [])[0]
  const right = kept
    ? ({ event: 'keep', right: kept } as const)
    : earlier
      ? ({ event: 'restore', right: earlier } as const)
      : ({ event: 'grant' } as const)
  const rightID = right.event === 'grant' ? undefined : right.right.rightID
  return {
    surrender,
    right,
    beginsOn: right.event === 'keep' && awaitsPlacement(right.right) ? firstPlacement(holding) : null,
    toName: holding
      .filter((booking) => booking.right?.rightID !== rightID || !rightID)
      .map(({ bookingID }) => bookingID),
  }
}

const distinct = <Right extends NamedRight>(rights: readonly Right[]) => [
  ...new Map(rights.map((right) => [right.rightID, right])).values(),
]

export const awaitsPlacement = ({ basis, endsOn }: Term) => basis === 'firstPlacement' && endsOn === null

export const firstPlacement = (bookings: readonly Pick<BookingOfNiche, 'placedOn'>[]): string | null =>
  bookings.flatMap(({ placedOn }) => placedOn ?? []).sort()[0] ?? null
