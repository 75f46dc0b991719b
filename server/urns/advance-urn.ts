import { isApproved } from '#contract/bookings/booking.ts'
import type { ReleaseDetails } from '#contract/urns/confirmation.ts'
import { explainUrnRefusal, findUrnMove, type UrnEvent, type UrnWhereabouts } from '#contract/urns/moves.ts'
import { settleRights } from '#server/bookings/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { LockedUrn } from './queries.ts'
import { urnChannel } from './urn-channel.ts'
import { writeMoves } from './write-moves.ts'

type MovableUrn = Pick<LockedUrn, 'tag' | 'bookingID' | 'booking' | 'location'>

interface MoveDetails {
  requestID: string
  niche?: { nicheID: string; nicheCode: string }
  shelf?: string
  /** The first of two people; the second is the actor. */
  firstByID?: string
  firstBy?: string
  reason?: string
  release?: ReleaseDetails
}

/** How staff move an urn: checks the table of moves, writes the ledger, and records the move in the audit log. */
export async function advanceUrn(context: SignedInContext, urn: MovableUrn, event: UrnEvent, details: MoveDetails) {
  requireMove(urn, event)
  const { niche, shelf = '', reason = '', release, firstByID, firstBy, requestID } = details
  const row = {
    tag: urn.tag,
    position: urn.location.position + 1,
    nicheID: niche?.nicheID ?? null,
    shelf,
    actorID: firstByID ?? context.actor.userID,
    witnessID: firstByID ? context.actor.userID : null,
    reason,
    ...release,
    requestID,
  }
  await writeMoves(context, event, [
    {
      row,
      nicheCode: niche?.nicheCode ?? '',
      details: {
        bookingID: urn.bookingID,
        /** Names are copied, because people may change theirs later. */
        by: firstBy ?? context.actor.name,
        ...(firstBy && { witness: context.actor.name }),
        ...(firstByID && { firstByID }),
        ...(reason && { reason }),
        ...(release && { releasedTo: release.releasedTo, document: release.document }),
      },
    },
  ])
  /** The first placement may begin the term of the right. */
  if (event === 'place' && niche) await settleRights(context, [niche.nicheID])
  context.afterCommit(() => context.notify(urnChannel, row.tag))
}

/** Refuses a move that is not allowed now. Returns where the urn is after it. */
export function requireMove(
  { booking, location }: Pick<MovableUrn, 'booking' | 'location'>,
  event: UrnEvent,
): UrnWhereabouts {
  const move = findUrnMove({ whereabouts: location.whereabouts, isBookingApproved: isApproved(booking) }, event)
  if (move) return move.to
  const { code, why } = explainUrnRefusal(event, location)
  throw new AppError(code, { why })
}
