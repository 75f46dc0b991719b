import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { type Actor, type Context, contextOf, type Services, type SignedIn } from '../context.ts'
import { admit } from './access.ts'
import { bodyLimitOf, checkBody } from './body-rules.ts'
import { sendTagged } from './etags.ts'
import { type Input, readInput } from './input.ts'
import { linkNext, Paged } from './paged.ts'
import { replySchemaOf, saysSuccess } from './reply-schemas.ts'

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    /** What is served, for the documentation. */
    endpoints: Endpoint[]
    /** How to end each stream that is open, for the day's end. */
    streams: Set<() => void>
  }
  interface FastifyRequest {
    actor: Actor | undefined
  }
  interface FastifyContextConfig {
    saysSuccess?: boolean
    raw?: boolean
  }
}

/** Behind any door but an open one somebody is known: at an early stage, the person whose password was right. */
type ContextFor<E extends Endpoint> = E['roles'] extends 'anyone' ? Context : SignedIn

/** What is not JSON is sent as it is; an action that took over the reply answers nothing. */
type Answer<E extends Endpoint> = E extends { sends: string }
  ? string | Readable | undefined
  : ReplyOf<E> | Paged<ReplyOf<E>>

type Action<E extends Endpoint> = (
  context: ContextFor<E>,
  input: Input<E>,
  reply: FastifyReply,
) => Answer<E> | Promise<Answer<E>>

/** Opens one call: who may come in, then what they may bring, then what is done, then what goes out. */
export function serve<const E extends Endpoint>(app: App, endpoint: E, action: Action<E>) {
  const { services } = app
  if (endpoint.demoOnly && services.config.mode !== 'demo') return
  app.endpoints.push(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: replySchemaOf(endpoint),
    bodyLimit: bodyLimitOf(endpoint),
    exposeHeadRoute: endpoint.sends === undefined,
    config: { saysSuccess: saysSuccess(endpoint), raw: endpoint.raw === true },
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      request.actor = await admit(services, endpoint.roles, request)
      checkBody(endpoint, request)
    },
    handler: async (request, reply) => {
      const client = { address: request.ip, requestID: request.id }
      const context = contextOf(services, request.actor, client) as ContextFor<E>
      const input = await readInput(services, endpoint, request, reply)
      return send(endpoint, request, reply, await action(context, input, reply))
    },
  })
}

function send(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, answer: unknown) {
  if (reply.sent) return reply
  if (endpoint.sends) return reply.type(`${endpoint.sends}; charset=utf-8`).send(answer)
  if (answer instanceof Paged) linkNext(request, reply, answer.next)
  const body = answer instanceof Paged ? answer.rows : answer
  return endpoint.etag ? sendTagged(request, reply, Object(body)) : reply.send(body)
}
