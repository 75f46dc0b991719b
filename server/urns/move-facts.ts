import { eq } from 'drizzle-orm'
import type { Check, CheckForm } from '#contract/urns/confirmation.ts'
import type { TwoPersonEvent } from '#contract/urns/moves.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { blocks, niches } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { explainUrnMove, lockAfterEnd } from '#server/rights/public.ts'
import { findFreshFactor, findSecondRefusal, requireStillHere } from '#server/second-person/public.ts'
import { findAttemptByRequest, findOpenAttempt } from './attempts.ts'
import { readLoss } from './lost-documents.ts'
import { readIdentifiers } from './offers.ts'
import { type LockedUrn, listNichesByCode, lockUrn, type NicheOfCode } from './queries.ts'

export type MoveFacts = Awaited<ReturnType<typeof lockAndLoadFacts>>

/** What decides a move by two people. Read after the lock, so that a request sent twice at the same moment is answered in turn. */
export async function lockAndLoadFacts(context: SignedInContext, { tag, nicheCode, requestID, event }: CheckForm) {
  const { db, actor, clock } = context
  const urn = await lockUrn(db, tag)
  if (!urn) throw new AppError('INVALID', { errors: { tag: 'No urn has this tag.' } })
  const loss = event === 'release' ? await readLoss(db, urn) : undefined
  const open = await findOpenAttempt(db, tag)
  /** Locks both accounts, in ID order, before anything that suspending one of them changes. */
  const second =
    open && open.firstByID !== actor.userID ? await findSecondRefusal(context, event, open.firstByID) : undefined
  if (!second) await requireStillHere(context)
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
    /** Why the first person and this one may not confirm together. */
    pair: second?.refusal,
    /** Whether this session may confirm as the second person without entering its second factor again. */
    isFactorFresh: await findFreshFactor(context, event),
    /** Why the urn stays in the niche after the end of its right. */
    rightWaits: isOutOfNiche(event) ? (await lockAfterEnd(context, urn.location.nicheID))?.waits : undefined,
    tooLarge: event === 'place' ? await findTooLarge(db, urn) : null,
    loss,
    /** Why the right of the family does not let the urn move now. Read last, after the accounts are locked. */
    blocked: dependsOnRight(event) ? await explainUrnMove(context, urn, event) : undefined,
  }
}

/** The moves that may depend on who decides; seeing that an urn is there does not. */
const dependsOnRight = (event: TwoPersonEvent) => event !== 'see'
/** After these moves the niche counts as empty. */
const isOutOfNiche = (event: TwoPersonEvent) => event === 'takeOut' || event === 'disprove'

/** Without hyphens, two codes can look alike: `A-1-11` and `A-11-1`. */
async function findNiche(db: Db, code: string): Promise<NicheOfCode | undefined> {
  const [niche, ...others] = await listNichesByCode(db, code)
  if (others.length > 0)
    throw new AppError('INVALID', {
      errors: { nicheCode: 'Several niches have this code without its hyphens. Please type them too.' },
    })
  return niche
}

/** The sizes, if both are known and the urn does not fit through the opening of its niche. */
async function findTooLarge(db: Db, { widthMm, heightMm, booking }: LockedUrn): Promise<Check['tooLarge']> {
  const [opening] = await db
    .select({ widthMm: blocks.openingWidthMm, heightMm: blocks.openingHeightMm })
    .from(niches)
    .innerJoin(blocks, eq(blocks.blockID, niches.blockID))
    .where(eq(niches.nicheID, booking.nicheID))
  if (widthMm === null || heightMm === null || !opening?.widthMm || !opening.heightMm) return null
  if (widthMm <= opening.widthMm && heightMm <= opening.heightMm) return null
  return {
    urn: { widthMm, heightMm },
    opening: { widthMm: opening.widthMm, heightMm: opening.heightMm },
  }
}
