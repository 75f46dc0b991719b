import type { Check, CheckForm } from '#contract/urns/confirmation.ts'
import { inTransaction, type SignedInContext } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { requireMove } from './advance-urn.ts'
import { type AttemptRow, findAttemptByRequest, findOpenAttempt, type OpenAttempt } from './attempts.ts'
import { mismatchError, type Refused, recordMismatch } from './mismatches.ts'
import { listNamesakesInHouse, presentNamesake } from './namesakes.ts'
import { makeOffers } from './offers.ts'
import { findNicheByCode, type LockedUrn, lockUrn } from './queries.ts'
import { findTooLarge } from './too-large.ts'

/** The first step at the niche, for both people. A tag and a niche that do not belong together stop the move. */
export async function checkMove(context: SignedInContext, form: CheckForm): Promise<Check> {
  const result = await inTransaction(context, async (context) => {
    const held = await holdForMove(context, form)
    if ('refused' in held) return held
    if ('earlier' in held) return refuseAgain(held)
    return present(context, held, form)
  })
  if ('refused' in result) throw result.refused
  return result
}

export interface HeldMove {
  urn: LockedUrn
  niche: { nicheID: string; nicheCode: string }
  open: OpenAttempt | undefined
}

/** The attempt that the same request began or ended before. */
interface Repeated {
  earlier: AttemptRow
}

const refuseAgain = ({ earlier }: Repeated): Refused => ({
  refused: earlier.mismatch ? mismatchError(earlier.mismatch) : new AppError('REQUEST_USED'),
})

/** Locks the urn, and refuses whatever cannot be confirmed now. A mismatch is returned, so that what is recorded of it is committed. */
export async function holdForMove(context: SignedInContext, form: CheckForm): Promise<HeldMove | Refused | Repeated> {
  const urn = await lockUrn(context.db, form.tag)
  if (!urn) throw new AppError('INVALID', { errors: { tag: 'No urn has this tag.' } })
  /** After the lock, so that a request sent twice at the same moment is answered in turn. */
  const earlier = await findAttemptByRequest(context.db, form.requestID)
  if (earlier) return { earlier }
  const niche = await findNicheByCode(context.db, form.nicheCode)
  if (!niche) throw new AppError('INVALID', { errors: { nicheCode: 'No niche has this code.' } })
  if (niche.nicheID !== expectedNiche(urn, form)) return recordMismatch(context, { urn, niche, form, kind: 'niche' })
  const open = await findOpenAttempt(context, form.tag)
  if (open && open.attempt.event !== form.event) throw new AppError('URN_OTHER_MOVE', { why: open.firstBy })
  requireMove(urn, form.event)
  return { urn, niche, open }
}

/** An urn is taken out of the niche that it is in; otherwise the niche is that of its booking. */
const expectedNiche = ({ held, location }: LockedUrn, { event }: CheckForm) =>
  event === 'takeOut' && location.place === 'niche' ? location.nicheID : held.booking.nicheID

async function present(context: SignedInContext, { urn, open }: HeldMove, { event }: CheckForm): Promise<Check> {
  const namesakes = await listNamesakesInHouse(context.db, urn.held)
  const { names, identifiers } = await makeOffers(context, urn, namesakes)
  return {
    namesakes: namesakes.map(presentNamesake),
    names,
    identifiers,
    tooLarge: event === 'place' ? await findTooLarge(context.db, urn) : null,
    first: open
      ? {
          attemptID: open.attempt.attemptID,
          by: open.firstBy,
          isMine: open.attempt.firstByID === context.actor.userID,
          expiresAt: open.attempt.expiresAt.toISOString(),
          reason: open.attempt.details.reason ?? '',
          release: open.attempt.details.release ?? null,
        }
      : null,
  }
}
