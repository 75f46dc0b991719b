import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, createContext } from '#server/core/context.ts'
import type { App } from '#server/http/serve.ts'
import { findSession } from '#server/http/sessions.ts'
import { record } from './public.ts'
import { createRefusalCounter, type Refusal } from './refusal-counter.ts'

const actions = { 403: 'access.refused', 429: 'access.throttled' } as const

/** Records each call that was refused (403) or throttled (429), and who made it. */
export function recordRefusals(app: App) {
  const { services } = app
  const counter = createRefusalCounter(services.clock, write)

  async function write({ action, actor, account, address, requestID, call, code }: Refusal, furtherTimes?: number) {
    const context = createContext(services, actor, { address, requestID })
    const details = { call, code, ...(furtherTimes && { furtherTimes }) }
    await record(context, action, actor?.userID ?? account ?? 'unknown', details, 'Visitor').catch((error: unknown) =>
      services.log.warn({ err: error, requestID }, 'a refused call could not be recorded'),
    )
  }

  app.addHook('onSend', async (request, reply) => {
    const action = actions[reply.statusCode as keyof typeof actions]
    if (action) await counter.add({ action, ...(await describeRefusal(app, request, reply)) })
  })
  app.addHook('onClose', counter.flush)
}

async function describeRefusal(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Omit<Refusal, 'action'>> {
  const { refusal, routeOptions, method, ip, id } = request
  return {
    actor: request.actor ?? (await findActor(app, request)),
    account: refusal?.details.userID,
    address: ip,
    requestID: id,
    call: `${method} ${routeOptions.url ?? 'unknown'}`,
    code: refusal?.code ?? String(reply.statusCode),
  }
}

/** Public calls do not look up the session. */
async function findActor({ services }: App, request: FastifyRequest): Promise<Actor | undefined> {
  const session = await findSession(services, request, { skipLastSeen: true }).catch(() => undefined)
  return session?.actor
}
