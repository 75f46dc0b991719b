import type { RequestedAct } from '#contract/second-person/guarded-acts.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import type { RequestRow } from './request-queries.ts'

/** What an act needs, from the request or from the call that does it at once. */
export type AskedAct = Pick<RequestRow, 'subject' | 'details' | 'reason' | 'askedByID'>

/** Does the act in the caller's transaction. The caller is the second person, or whoever asked if one person may do it. */
export type PerformAct<Done> = (context: SignedInContext, asked: AskedAct) => Promise<Done>

interface RegisteredActs {
  /** Each ends what this person has begun alone and nobody has completed, and returns how much that was. `why` is for the records. */
  endings: readonly ((context: Context, userID: string, why: string) => Promise<number>)[]
  /** What happens when a second person confirms a request. */
  requests: Record<RequestedAct, PerformAct<unknown>>
}

let registered: RegisteredActs | undefined

/** Called once by `server/start`, because the domains that have acts are on the right of this one. */
export function registerActs(acts: RegisteredActs) {
  registered = acts
}

export function actsOfDomains(): RegisteredActs {
  if (!registered) throw new Error('The guarded acts of the domains are not registered')
  return registered
}

export const doRequested = (context: SignedInContext, request: RequestRow) =>
  actsOfDomains().requests[request.act](context, request)
