import type { MoveRow } from './held-booking.ts'

/** What made the booking what it is, and can be taken back by a reopening. */
const decisive = new Set<string>(['approve', 'confirm', 'finalise', 'archive'])

/** The move that a reopening takes back: the latest decision that has not been taken back already. */
export function moveToTakeBack(moves: readonly MoveRow[]): MoveRow | undefined {
  const standing: MoveRow[] = []
  for (const move of moves) {
    if (move.event === 'reopen') standing.pop()
    else if (decisive.has(move.event) && changed(move)) standing.push(move)
  }
  return standing.at(-1)
}

/** Money taken at the counter for an applicant's own booking decides nothing. */
const changed = ({ fromStatus, fromType, toStatus, toType }: MoveRow) => fromStatus !== toStatus || fromType !== toType
