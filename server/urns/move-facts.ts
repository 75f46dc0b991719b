import type { CheckForm } from '#contract/urns/confirmation.ts'
import { isRelatedPair } from '#server/accounts/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { findAttemptByRequest, findOpenAttempt } from './attempts.ts'
import { readIdentifiers } from './offers.ts'
import { findLossReport, listNichesByCode, lockUrn, type NicheOfCode } from './queries.ts'
import { findTooLarge } from './too-large.ts'

export type MoveFacts = Awaited<ReturnType<typeof lockAndLoadFacts>>

/** What decides a move by two people. Read after the lock, so that a request sent twice at the same moment is answered in turn. */
export async function lockAndLoadFacts(context: SignedInContext, { tag, nicheCode, requestID, event }: CheckForm) {
  const { db, actor, clock } = context
  const urn = await lockUrn(db, tag)
  if (!urn) throw new AppError('INVALID', { errors: { tag: 'No urn has this tag.' } })
  const loss = event === 'release' ? await findLossReport(db, tag) : undefined
  const open = await findOpenAttempt(db, tag)
  return {
    now: clock(),
    actorID: actor.userID,
    isWitness: actor.role === 'witness',
    urn,
    /** The right values. What is not recorded is empty. */
    identifiers: readIdentifiers(context, urn),
    repeated: await findAttemptByRequest(db, requestID),
    /** The niche whose code was entered, if it exists. */
    niche: await findNiche(db, nicheCode),
    /** The first confirmation, even if its time is over. */
    open,
    /** The first person and this one may not confirm together. */
    isRelatedPair: open !== undefined && (await isRelatedPair(context, open.firstByID, actor.userID)),
    tooLarge: event === 'place' ? await findTooLarge(db, urn) : null,
    lossReportedAt: loss?.report.reportedAt,
  }
}

/** Without hyphens, two codes can look alike: `A-1-11` and `A-11-1`. */
async function findNiche(db: Db, code: string): Promise<NicheOfCode | undefined> {
  const [niche, ...others] = await listNichesByCode(db, code)
  if (others.length > 0)
    throw new AppError('INVALID', {
      errors: { nicheCode: 'Several niches have this code without its hyphens. Please type them too.' },
    })
  return niche
}
