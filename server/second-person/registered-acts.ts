import type { RequestedAct } from '#contract/second-person/guarded-acts.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import type { RequestRow } from './request-queries.ts'

interface RegisteredActs {
  /** What each domain does to end what this person has begun alone and nobody has completed. `why` is for the records. */
  endings: readonly ((context: Context, userID: string, why: string) => Promise<void>)[]
  /** What happens when a second person confirms a request. */
  requests: Record<RequestedAct, (context: SignedInContext, request: RequestRow) => Promise<unknown>>
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
