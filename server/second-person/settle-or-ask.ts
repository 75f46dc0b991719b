import type { RequestedAct } from '#contract/second-person/guarded-acts.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { type Asked, askSecondPerson, endRequestsAbout } from './requests.ts'
import { findJudgeRefusal, requireFreshFactor } from './require-second.ts'

interface Judged extends Omit<Asked, 'details'> {
  /** Who took part in what is settled. None of them confirms it. */
  people: readonly (string | null)[]
}

/**
 * Settles what these people took part in. If the caller is one of them, or is related to one, asks for somebody who took no part
 * instead, unless nobody else could be asked. Call it after `requireStillHere`, with what is settled locked.
 */
export async function settleOrAsk(
  context: SignedInContext,
  act: RequestedAct,
  subject: string,
  { people, ...asked }: Judged,
  settle: () => Promise<void>,
): Promise<{ settled: boolean }> {
  if (await findJudgeRefusal(context, act, people)) {
    const participants = people.filter((id) => id !== null)
    await askSecondPerson(context, act, subject, { ...asked, details: { participants } })
    return { settled: false }
  }
  await requireFreshFactor(context, act)
  await settle()
  await endRequestsAbout(context, act, subject)
  return { settled: true }
}
