import { and, eq, ne } from 'drizzle-orm'
import { formatDay, toDay } from '#contract/dates.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { refuseClearing } from '#contract/rights/after-end.ts'
import { formatRightNumber, isOver } from '#contract/rights/term.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { rights } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { type AskedAct, askSecondPerson, findJudgeRefusal, listPossibleSeconds } from '#server/second-person/public.ts'
import { refuseBlocked } from './blocks.ts'
import { isClaimed } from './claim-queries.ts'
import { readByNumber } from './deeds.ts'
import { findAnswer, readSteps } from './end-queries.ts'
import { isExtensionCharged } from './extension-queries.ts'
import { lockRight } from './lock-right.ts'
import { moveRights } from './move-rights.ts'
import { listParties, requireNoParty } from './parties.ts'
import type { RightRow } from './queries.ts'

interface Sent {
  number: string
  shelf: string
  reason: string
}

/** Asks that the urns of a niche may be taken to a shelf. Also a small house and the demo need two people for it. */
export const askToClear = (context: SignedInContext, { number, shelf, reason }: Sent) =>
  inTransaction(context, async (context) => {
    const { right, nicheCode } = await readByNumber(context.db, number)
    await requireClearable(context, right)
    const subject = formatRightNumber(right.number)
    const { why, participants } = await explainClearing(context, right)
    const what = `Right ${subject} has ended. ${why} The urns of niche ${nicheCode} may be taken out to shelf ${shelf}.`
    await askSecondPerson(context, 'clearNiche', subject, { what, details: { shelf, participants }, reason })
  })

/**
 * Why the urns may be taken out, for the second person. Whoever recorded the word of the family does not ask, and does not confirm where
 * the house has anybody else who is no party.
 */
async function explainClearing(context: SignedInContext, right: RightRow) {
  const { db, actor } = context
  const parties = await listParties(context, right.rightID, [])
  if (!right.urnsAskedAt) {
    const steps = await readSteps(context, right.rightID)
    const last = steps.flatMap(({ at }) => at ?? []).at(-1)
    return { why: `All steps were made until ${formatDay(toDay(last ?? context.clock()))}.`, participants: parties }
  }
  const answer = await findAnswer(db, right.rightID)
  const recorded = answer?.byID ? [answer.byID] : []
  if (await findJudgeRefusal(context, 'clearNiche', recorded)) throw new AppError('SETTLED_BY_ANOTHER')
  const others = (await listPossibleSeconds(context, 'clearNiche')).filter((userID) => userID !== actor.userID)
  const couldBeOthers = others.some((userID) => ![...recorded, ...parties].includes(userID))
  const day = formatDay(toDay(answer?.at ?? right.urnsAskedAt))
  const why = `${answer?.by || 'Somebody who has left'} recorded on ${day} that the family asks for its urns.`
  return { why, participants: couldBeOthers ? [...recorded, ...parties] : parties }
}

/** What happens when a second person confirms it: everything is checked again. No urn moves by itself, and the niche stays as it is. */
export async function clearAsked(context: SignedInContext, { subject, details, reason, askedByID }: AskedAct) {
  const right = await lockRight(context, subject)
  await requireClearable(context, right, [askedByID])
  const { shelf } = details as unknown as Pick<Sent, 'shelf'>
  await moveRights(context, 'clear', [right], { reason: `Shelf ${shelf}. ${reason}`, set: { clearedTo: shelf } })
}

async function requireClearable(context: SignedInContext, right: RightRow, people: readonly string[] = []) {
  await requireNoParty(context, right.rightID, { claims: [], people })
  if (right.clearedTo !== null) throw new AppError('ALREADY_SETTLED')
  await refuseBlocked(context, right)
  const refusal = refuseClearing(right, await readSteps(context, right.rightID), toDay(context.clock()))
  if (refusal) throw new AppError(refusal)
  const appeared = await findAppearance(context, right.rightID)
  if (appeared) throw new AppError(appeared)
}

/** How somebody appears who may keep the niche. It also counts if the niche was cleared before. */
async function findAppearance({ db }: Pick<Context, 'db'>, rightID: string): Promise<ErrorCode | undefined> {
  if (await isExtensionCharged(db, rightID)) return 'EXTENSION_CHARGED'
  return (await isClaimed(db, rightID)) ? 'CLAIM_OPEN' : undefined
}

/**
 * The right to a niche, if its last day is over: the shelf for its urns, and why they stay where they are. Locked, so that a family that
 * appears comes before or after the caller.
 */
export async function lockAfterEnd({ db, clock }: Pick<Context, 'db' | 'clock'>, nicheID: string | null) {
  if (nicheID === null) return undefined
  const isOpen = ne(rights.state, 'surrendered').inlineParams()
  const [right] = await db
    .select({ rightID: rights.rightID, state: rights.state, endsOn: rights.endsOn, clearedTo: rights.clearedTo })
    .from(rights)
    .where(and(eq(rights.nicheID, nicheID), isOpen))
    .for('share')
  if (!right || !isOver(right.endsOn, toDay(clock()))) return undefined
  if (right.state !== 'ended' || right.clearedTo === null) return { clearedTo: null, waits: 'RIGHT_WAITS' as const }
  return { clearedTo: right.clearedTo, waits: await findAppearance({ db }, right.rightID) }
}

/** A niche does not become available after the end of its right before two people have agreed, and while somebody has appeared since. */
export async function requireNotWaiting(context: Pick<Context, 'db' | 'clock'>, nicheID: string) {
  const waits = (await lockAfterEnd(context, nicheID))?.waits
  if (waits) throw new AppError(waits)
}
