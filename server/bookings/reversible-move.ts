import type { MoveRow } from './locked-booking.ts'

/** What made the booking what it is, and can be taken back by a reopening. */
const reversibleEvents = new Set<string>(['approve', 'confirm', 'finalise', 'archive'])

/** The move that a reopening takes back: the latest decision that has not been taken back already. */
export function findReversibleMove(moves: readonly MoveRow[]): MoveRow | undefined {
  const standing: MoveRow[] = []
  for (const move of moves) {
    if (move.event === 'reopen') standing.pop()
    else if (reversibleEvents.has(move.event) && changedBooking(move)) standing.push(move)
  }
  return standing.at(-1)
}

/** Money taken at the counter for an applicant's own booking decides nothing. */
const changedBooking = ({ fromStatus, fromType, toStatus, toType }: MoveRow) =>
  fromStatus !== toStatus || fromType !== toType
