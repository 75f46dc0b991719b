import { isApproved, minutesToUndoApproval } from '#contract/bookings/booking.ts'
import type { Move } from './queries.ts'

/** The decisions that a reopening can undo. */
const reversibleEvents = new Set<string>(['approve', 'confirm', 'finalise', 'archive'])

/** The move that a reopening undoes: the latest decision that has not been undone yet. */
export function findReversibleMove(moves: readonly Move[]): Move | undefined {
  const standing: Move[] = []
  for (const move of moves) {
    if (move.event === 'reopen') standing.pop()
    else if (reversibleEvents.has(move.event) && changedBooking(move)) standing.push(move)
  }
  return standing.at(-1)
}

/** Whether the booking ever counted as approved, unless whoever approved it took that back at once. */
export const wasApproved = (moves: readonly Move[]) =>
  moves.some((move, at) => isApproved(stateAfter(move)) && !isTakenBack(move, moves[at + 1]))

const stateAfter = ({ toStatus, toType }: Move) => ({ bookingStatus: toStatus, bookingType: toType })

const isTakenBack = ({ actorID, at }: Move, next: Move | undefined) =>
  next?.event === 'reopen' &&
  next.actorID === actorID &&
  next.at.getTime() - at.getTime() <= minutesToUndoApproval * 60_000

/** A counter payment for an applicant's own booking does not change its status or type, so there is nothing to undo. */
const changedBooking = ({ fromStatus, fromType, toStatus, toType }: Move) =>
  fromStatus !== toStatus || fromType !== toType

/** Whether the family still owed a certificate when the last of these moves was made, which then closed the request. */
export function closedCertificateRequest(moves: readonly Move[]): boolean {
  const wasUndone = (at: number) => moves[at + 1]?.event === 'undoDenial'
  const before = moves.slice(0, -1).filter(({ event }, at) => event !== 'undoDenial' && !wasUndone(at))
  const last = before.findLast(({ event, toStatus }) => aboutCertificates.has(event) || toStatus !== 'Pending')
  return last?.event === 'requestCertificate'
}

const aboutCertificates = new Set<string>(['requestCertificate', 'sendCertificate'])
