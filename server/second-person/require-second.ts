import { dayMs } from '#contract/dates.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type ActName, guardedActs } from '#contract/second-person/guarded-acts.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import {
  couldAskSomebodyElse,
  type House,
  isFactorFresh,
  listSeconds,
  mayAct,
  refuseSecond,
  type SecondRefusal,
} from './decide-second.ts'
import {
  findSessionFactor,
  listColleagues,
  listLinks,
  lockPeople,
  lockPeopleAndAdmins,
  notePlacing,
} from './queries.ts'

const days = 30

interface Pair {
  /** The caller, unless the first person completes what the second has done before. */
  secondID?: string
  /** For acts that lock the admins later, which must not come after a weaker lock. */
  locksAdmins?: boolean
}

/**
 * Refuses unless these two may complete the act together now, and the caller has lately entered a second factor. Call it in the
 * transaction that completes the act, before locking rows that `endBegunBy` changes.
 */
export async function requireSecond(context: SignedInContext, act: ActName, firstID: string, pair: Pair = {}) {
  const { refusal, firstName } = await findSecondRefusal(context, act, firstID, pair)
  if (refusal) throw new AppError(errorOfRefusal[refusal], { why: firstName })
  await requireFreshFactor(context, act)
}

const errorOfRefusal: Record<SecondRefusal, ErrorCode> = {
  same: 'SECOND_SAME_PERSON',
  firstGone: 'SECOND_FIRST_GONE',
  secondGone: 'WRONG_ROLE',
  related: 'SECOND_PAIR_RELATED',
}

/** The same as an answer, for a caller that decides from facts. Locks both accounts. */
export async function findSecondRefusal(
  context: SignedInContext,
  act: ActName,
  firstID: string,
  { secondID = context.actor.userID, locksAdmins = false }: Pair = {},
): Promise<{ refusal: SecondRefusal | undefined; firstName: string }> {
  const lock = locksAdmins ? lockPeopleAndAdmins : lockPeople
  const people = await lock(context.db, [firstID, secondID])
  const [first, second] = [firstID, secondID].map((id) => people.find(({ userID }) => userID === id))
  const refusal = refuseSecond(act, { first, second }, await loadHouse(context))
  return { refusal, firstName: first?.name ?? '' }
}

/**
 * Locks the account of the caller, and refuses somebody who was suspended, closed or given another role since the call began. For the
 * first person, and before locking rows that `endBegunBy` changes.
 */
export async function requireStillHere({ db, actor }: SignedInContext) {
  const [person] = await lockPeople(db, [actor.userID])
  if (!person || !mayAct(person, [actor.role])) throw new AppError('WRONG_ROLE')
}

/** Refuses somebody who took part in what the act judges, unless nobody else could be asked. */
export async function requireUninvolved(
  context: SignedInContext,
  act: ActName,
  people: readonly (string | null)[],
  error: ErrorCode = 'SETTLED_BY_ANOTHER',
) {
  await requireStillHere(context)
  if (!(await mayJudge(context, act, people))) throw new AppError(error)
  await requireFreshFactor(context, act)
}

/** Everybody who could complete the act, also those who left in the last 30 days. */
export const listPossibleSeconds = async (context: Pick<Context, 'db' | 'clock'>, act: ActName): Promise<string[]> =>
  listSeconds(act, await listColleagues(context.db, since(context)))

async function mayJudge(context: SignedInContext, act: ActName, people: readonly (string | null)[]) {
  const { db, actor } = context
  const involved = people.filter((id) => id !== null)
  if (!involved.includes(actor.userID)) return true
  return !couldAskSomebodyElse(act, involved, await listColleagues(db, since(context)))
}

async function requireFreshFactor(context: SignedInContext, act: ActName) {
  if (!(await findFreshFactor(context, act))) throw new AppError('SECOND_FACTOR_AGAIN')
}

/** The demo publishes its codes, so it does not ask. */
export async function findFreshFactor({ db, actor, clock, config }: SignedInContext, act: ActName): Promise<boolean> {
  if (config.mode === 'demo') return true
  const session = await findSessionFactor(db, actor.sessionHash)
  return session !== undefined && isFactorFresh(act, { ...session, now: clock() })
}

/** Lets the round of placements go on that the session began with its last second factor. */
export async function continueRound(context: SignedInContext, act: ActName) {
  if (guardedActs[act].factor === 'round' && (await findFreshFactor(context, act)))
    await notePlacing(context.db, context.actor.sessionHash, context.clock())
}

async function loadHouse(context: Pick<Context, 'db' | 'clock'>): Promise<House> {
  const { db } = context
  const colleagues = await listColleagues(db, since(context))
  return { colleagues, links: await listLinks(db, since(context), colleagues) }
}

const since = ({ clock }: Pick<Context, 'clock'>) => new Date(clock().getTime() - days * dayMs)
