import { randomUUID } from 'node:crypto'
import type { Role } from '#contract/roles.ts'
import { guardedActs, type RequestedAct } from '#contract/second-person/guarded-acts.ts'
import { record, recordEach } from '#server/audit/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { doRequested } from './registered-acts.ts'
import {
  endOpenRequests,
  endRequest,
  findOpenRequest,
  insertRequest,
  listOpenRequests,
  type RequestRow,
} from './request-queries.ts'
import { requireSecond, requireStillHere } from './require-second.ts'

interface Asked {
  /** A sentence that says what will be done. The second person decides by it. */
  what: string
  details?: Record<string, unknown>
  reason: string
}

/**
 * Stores what the caller asks for until a second person confirms it, in the caller's transaction. Asking again replaces one's own
 * request by a new one, so that nobody confirms what they have not seen.
 */
export async function askSecondPerson(
  context: SignedInContext,
  act: RequestedAct,
  subject: string,
  { what, details = {}, reason }: Asked,
): Promise<{ requestID: string }> {
  const { db, actor, clock } = context
  await requireStillHere(context)
  const now = clock()
  await expireRequests(context)
  const open = await findOpenRequest(db, { act, subject }, now)
  if (open && open.askedByID !== actor.userID) throw new AppError('SECOND_ASKED')
  if (open) await endRequest(db, open.requestID, { outcome: 'withdrawn', endedByID: actor.userID, endedAt: now })
  const { minutes } = guardedActs[act]
  const request = {
    ...{ requestID: randomUUID(), act, subject, what, details, reason },
    ...{ askedByID: actor.userID, askedAt: now, expiresAt: minutes && new Date(now.getTime() + minutes * 60_000) },
  }
  await insertRequest(db, request)
  await record(context, 'second_person.asked', subject, { act, what, ...(reason && { reason }) })
  return { requestID: request.requestID }
}

/** Does what was asked for, in the same transaction. */
export const confirmRequest = <Done = unknown>(context: SignedInContext, requestID: string): Promise<Done> =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const request = await requireOpen(context, requestID)
    await requireSecond(context, request.act, request.askedByID, { locksAdmins: true })
    const ended = { outcome: 'done' as const, endedByID: actor.userID, endedAt: clock() }
    if (!(await endRequest(db, requestID, ended))) throw new AppError('SECOND_REQUEST_ENDED')
    await record(context, 'second_person.confirmed', request.subject, detailsOf(request))
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
  })

async function requireOpen({ db, clock }: SignedInContext, requestID: string) {
  const request = await findOpenRequest(db, { requestID }, clock())
  if (!request) throw new AppError('SECOND_REQUEST_ENDED')
  return request
}

export async function listRequests({ db, actor, clock }: SignedInContext) {
  const maySee = ({ act, askedByID }: RequestRow) => {
    const roles: readonly Role[] = guardedActs[act].second
    return askedByID === actor.userID || roles.includes(actor.role)
  }
  const rows = (await listOpenRequests(db, clock())).filter(({ request }) => maySee(request))
  return rows.map(({ request, askedBy }) => ({ ...request, askedBy, isMine: request.askedByID === actor.userID }))
}

/** For a request whose subject has changed, or has been dealt with in another way. */
export const endRequestsAbout = (context: Context, act: RequestedAct, subject: string) =>
  endAll(context, 'ended', { act, subject })

export const endRequestsOf = (context: Context, askedByID: string) => endAll(context, 'ended', { askedByID })

/** Ends the requests that nobody has confirmed in time. */
export const expireRequests = (context: Context) => endAll(context, 'expired', { expiresBefore: context.clock() })

async function endAll(context: Context, outcome: 'ended' | 'expired', which: Parameters<typeof endOpenRequests>[1]) {
  const endedByID = outcome === 'ended' ? (context.actor?.userID ?? null) : null
  const ended = await endOpenRequests(context.db, which, { outcome, endedByID, endedAt: context.clock() })
  const entries = ended.map((request) => ({ subject: request.subject, details: detailsOf(request) }))
  await recordEach(context, outcome === 'ended' ? 'second_person.ended' : 'second_person.expired', entries)
}

const detailsOf = ({ act, what, askedByID }: RequestRow) => ({ act, what, askedByID })
