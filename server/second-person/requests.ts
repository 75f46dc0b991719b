import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Role } from '#contract/roles.ts'
import { guardedActs, type RequestedAct, requestedActs, ruleOf } from '#contract/second-person/guarded-acts.ts'
import { record, recordEach } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { tellOfOutcome, tellOfRequest } from './letters.ts'
import { actsOfDomains, doRequested } from './registered-acts.ts'
import {
  endOpenRequests,
  endRequest,
  findOpenRequest,
  forgetNamesIn,
  insertRequest,
  listOpenRequests,
  type RequestRow,
} from './request-queries.ts'
import { accountOf, requireSecond, requireStillHere } from './require-second.ts'

export interface Asked {
  /** A sentence that says what will be done. The second person decides by it. */
  what: string
  details?: RequestRow['details']
  reason: string
}

/**
 * Stores what the caller asks for until a second person confirms it, in the caller's transaction. Asking for the same again changes
 * nothing; asking for it differently replaces one's own request by a new one, so that nobody confirms what they have not seen.
 */
export async function askSecondPerson(
  context: SignedInContext,
  act: RequestedAct,
  subject: string,
  { what, details = {}, reason }: Asked,
): Promise<Pick<RequestRow, 'expiresAt'>> {
  const { db, actor, clock } = context
  await requireStillHere(context)
  const now = clock()
  await endAll(context, 'expired', { expiresBefore: context.clock() })
  const open = await findOpenRequest(db, { act, subject }, now)
  if (open && open.askedByID !== actor.userID) throw new AppError('SECOND_ASKED')
  if (open && isDeepStrictEqual([open.what, open.reason, open.details], [what, reason, details])) return open
  if (open) await endRequest(db, open.requestID, { outcome: 'withdrawn', endedByID: actor.userID, endedAt: now })
  const { minutes } = ruleOf(act)
  const request = {
    requestID: randomUUID(),
    act,
    subject,
    what,
    details,
    reason,
    askedByID: actor.userID,
    askedAt: now,
    expiresAt: minutes === null ? null : new Date(now.getTime() + minutes * 60_000),
  }
  await insertRequest(db, request)
  await record(context, 'second_person.asked', subject, { ...detailsOf(request), ...(reason && { reason }) })
  await tellOfRequest(context, request)
  return request
}

/** Does what was asked for, in the same transaction. */
export const confirmRequest = <Done = unknown>(context: SignedInContext, requestID: string): Promise<Done> =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const request = await requireOpen(context, requestID)
    const aboutID = accountOf(request.act, request.subject)
    await requireSecond(context, request.act, request.askedByID, {
      aboutID,
      participants: request.details.participants,
    })
    const ended = { outcome: 'done' as const, endedByID: actor.userID, endedAt: clock() }
    if (!(await endRequest(db, requestID, ended))) throw new AppError('SECOND_REQUEST_ENDED')
    await record(context, 'second_person.confirmed', request.subject, detailsOf(request))
    await tellOfOutcome(context, { ...request, ...ended })
    return (await doRequested(context, request)) as Done
  })

export const withdrawRequest = (context: SignedInContext, requestID: string) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const request = await requireOpen(context, requestID)
    const roles: readonly Role[] = guardedActs[request.act].withdrawnBy
    if (request.askedByID !== actor.userID && !roles.includes(actor.role)) throw new AppError('WRONG_ROLE')
    const ended = { outcome: 'withdrawn' as const, endedByID: actor.userID, endedAt: clock() }
    if (!(await endRequest(db, requestID, ended))) throw new AppError('SECOND_REQUEST_ENDED')
    await record(context, 'second_person.withdrawn', request.subject, detailsOf(request))
    await tellOfOutcome(context, { ...request, ...ended })
  })

async function requireOpen({ db, clock }: SignedInContext, requestID: string) {
  const request = await findOpenRequest(db, { requestID }, clock())
  if (!request) throw new AppError('SECOND_REQUEST_ENDED')
  return request
}

export async function listRequests({ db, actor, clock }: SignedInContext) {
  const mayConfirm = ({ act, subject, details }: RequestRow) =>
    ruleOf(act).second.includes(actor.role) &&
    accountOf(act, subject) !== actor.userID &&
    !details.participants?.includes(actor.userID)
  const maySee = (request: RequestRow) => request.askedByID === actor.userID || mayConfirm(request)
  const rows = (await listOpenRequests(db, actor.userID, clock())).filter(({ request }) => maySee(request))
  return rows.map(({ request, ...rest }) => ({ ...request, ...rest, isMine: request.askedByID === actor.userID }))
}

/** The open requests for this act, by subject. */
export async function findRequestsFor({ db, actor, clock }: SignedInContext, act: RequestedAct) {
  const rows = (await listOpenRequests(db, actor.userID, clock())).filter(({ request }) => request.act === act)
  return new Map(
    rows.map(({ request: { subject, reason, askedByID }, askedBy }) => [
      subject,
      { by: askedBy, isMine: askedByID === actor.userID, note: reason },
    ]),
  )
}

/** Ends the requests whose subject has changed, or has been dealt with in another way. */
export const endRequestsAbout = (context: Context, act: RequestedAct, subject: string) =>
  endAll(context, 'ended', { act, subject })

/** Ends the requests that nobody has confirmed in time, and removes what ended requests say about people. A job runs it. */
export async function tidyRequests(context: Context) {
  await endAll(context, 'expired', { expiresBefore: context.clock() })
  await forgetNamesIn(context.db, requestedActs.filter(isPersonal))
}

async function endAll(context: Context, outcome: 'ended' | 'expired', which: Parameters<typeof endOpenRequests>[1]) {
  const endedByID = outcome === 'ended' ? (context.actor?.userID ?? null) : null
  const ended = await endOpenRequests(context.db, which, { outcome, endedByID, endedAt: context.clock() })
  const entries = ended.map((request) => ({ subject: request.subject, details: detailsOf(request) }))
  await recordEach(context, outcome === 'ended' ? 'second_person.ended' : 'second_person.expired', entries)
  for (const request of ended) await tellOfOutcome(context, request)
  return ended.length
}

const isPersonal = (act: RequestedAct) => Boolean(ruleOf(act).isAboutAccount || ruleOf(act).isPersonal)

/** An entry about an account does not name its owner, who may close it. */
const detailsOf = ({ act, what, askedByID }: Pick<RequestRow, 'act' | 'what' | 'askedByID'>) => ({
  act,
  askedByID,
  ...(!isPersonal(act) && { what }),
})

/**
 * Ends everything that this person has begun alone, when the account is suspended, demoted or closed, or when somebody else may have used
 * it, and returns how much that was. Call it in that transaction, with the account locked for update: a second confirmation waits for that
 * lock and is refused then.
 */
export async function endBegunBy(context: Context, userID: string, why: string): Promise<number> {
  let ended = await endAll(context, 'ended', { askedByID: userID })
  for (const end of actsOfDomains().endings) ended += await end(context, userID, why)
  return ended
}
