import { dayMs } from '#contract/dates.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { type ActName, guardedActs, requestedActs, ruleOf } from '#contract/second-person/guarded-acts.ts'
import type { Actor, Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import {
  type House,
  isFactorFresh,
  type LockedPerson,
  listSeconds,
  mayAct,
  mayDoAlone,
  refuseJudge,
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
  /** The account that the act is about, which is locked with the others and is not the second person. */
  aboutID?: string | undefined
  /** The people who took part in what the act judges. */
  participants?: readonly string[] | undefined
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
  tookPart: 'SETTLED_BY_ANOTHER',
  noAdmin: 'SECOND_NOT_ADMIN',
}

/** The same as an answer, for a caller that decides from facts. Locks both accounts. */
export async function findSecondRefusal(
  context: SignedInContext,
  act: ActName,
  firstID: string,
  { secondID = context.actor.userID, aboutID, participants }: Pair = {},
): Promise<{ refusal: SecondRefusal | undefined; firstName: string }> {
  const people = await lockFor(act)(context.db, [firstID, secondID, ...(aboutID ? [aboutID] : [])])
  const [first, second] = [firstID, secondID].map((id) => people.find(({ userID }) => userID === id))
  const { colleagues, links } = await loadHouse(context)
  const others = colleagues.filter(({ userID }) => userID !== aboutID)
  const refusal = refuseSecond(act, { first, second, participants }, { colleagues: others, links })
  return { refusal, firstName: first?.name ?? '' }
}

/**
 * Locks the account of the caller, and refuses somebody who was suspended, closed or given another role since the call began. For the
 * first person, and before locking rows that `endBegunBy` changes.
 */
export const requireStillHere = async ({ db, actor }: SignedInContext) =>
  refuseUnlessHere(actor, await lockPeople(db, [actor.userID]))

/** The same for an act of its own, which may lock the admins later, and the account that it is about. */
export const requireStillHereFor = async ({ db, actor }: SignedInContext, act: ActName, aboutID: string | undefined) =>
  refuseUnlessHere(actor, await lockFor(act)(db, [actor.userID, ...(aboutID ? [aboutID] : [])]))

/** Acts of admins change accounts, so they lock all admins, which must not come after a weaker lock. */
const lockFor = (act: ActName) => (ruleOf(act).tellsAdmins ? lockPeopleAndAdmins : lockPeople)

function refuseUnlessHere(actor: Actor, locked: readonly LockedPerson[]) {
  const person = locked.find(({ userID }) => userID === actor.userID)
  if (!person || !mayAct(person, [actor.role])) throw new AppError('WRONG_ROLE')
}

/** The account that a request is about, if its act is about one. */
export const accountOf = (act: ActName, subject: string) => (ruleOf(act).isAboutAccount ? subject : undefined)

/**
 * Whether the caller may do alone what needs two elsewhere. Then nobody else looks at it, so it asks for a recent second factor.
 * `aboutID` is the account that it is about, which cannot be asked.
 */
export async function mayActAlone(context: SignedInContext, act: ActName, aboutID?: string): Promise<boolean> {
  const { db, config, actor } = context
  const colleagues = await listColleagues(db, since(context))
  const people = [actor.userID, ...(aboutID ? [aboutID] : [])]
  const isAlone = mayDoAlone(act, people, { colleagues, isDemo: config.mode === 'demo' }) !== undefined
  if (isAlone) await requireFreshFactor(context, act)
  return isAlone
}

/** Refuses somebody who took part in what the act judges, or is related to somebody who did, unless nobody else could be asked. */
export async function requireUninvolved(
  context: SignedInContext,
  act: ActName,
  people: readonly (string | null)[],
  error: ErrorCode,
) {
  await requireStillHere(context)
  const refusal = await findJudgeRefusal(context, act, people)
  if (refusal === 'related') throw new AppError('SECOND_PAIR_RELATED', { why: 'somebody who took part in this' })
  if (refusal) throw new AppError(error)
  await requireFreshFactor(context, act)
}

/** Everybody who could complete the act, also those who left in the last 30 days. */
export const listPossibleSeconds = async (context: Pick<Context, 'db' | 'clock'>, act: ActName): Promise<string[]> =>
  listSeconds(act, await listColleagues(context.db, since(context)))

/** The same as an answer. */
export async function findJudgeRefusal(context: SignedInContext, act: ActName, people: readonly (string | null)[]) {
  const participants = people.filter((id) => id !== null)
  return refuseJudge(act, context.actor.userID, participants, await loadHouse(context))
}

/** The acts of admins that the caller can do alone here, for the House page. */
export async function listDoneAlone({ db, clock, config, actor }: SignedInContext) {
  const house = { colleagues: await listColleagues(db, since({ clock })), isDemo: config.mode === 'demo' }
  return requestedActs.flatMap((act) => {
    const { tellsAdmins, label } = ruleOf(act)
    const why = tellsAdmins && mayDoAlone(act, [actor.userID], house)
    return why ? [{ act: label, why }] : []
  })
}

export async function requireFreshFactor(context: SignedInContext, act: ActName) {
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
