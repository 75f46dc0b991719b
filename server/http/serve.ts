import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OwnerProof } from '#contract/accounts/second-factor.ts'
import type { Endpoint, FormOptions, ReplyInput } from '#contract/endpoint.ts'
import type { RecordedRead } from '#contract/recorded-reads.ts'
import type { Role } from '#contract/roles.ts'
import { type Actor, type Context, createContext, type Services, type SignedInContext } from '#server/core/context.ts'
import { cookieName } from './cookies.ts'
import { sendWithEtag } from './encoded-text.ts'
import { AppError } from './errors.ts'
import { rejectForeignDownload } from './origins.ts'
import { Paged, setListHeaders } from './paged.ts'
import { type Input, readInput } from './read-input.ts'
import { hasSuccessField, type NRICOwners, nricOwnersIn, replySchemaOf, serialiseBy } from './reply-schemas.ts'
import { bodyLimitOf, checkBody } from './request-bodies.ts'
import { leavingOf, reserveMemoryFor } from './reserve-memory.ts'
import { findSession } from './sessions.ts'

export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    /** All served endpoints, for the API documentation. */
    endpoints: Endpoint[]
    /** Throws unless the body proves that the owner of the account sent it. Handed in, because accounts are a domain above this one. */
    confirmOwner: (
      context: SignedInContext,
      sent: OwnerProof,
      accepts: 'any' | 'factor',
      reply: FastifyReply,
    ) => Promise<void>
    /** Ends each open stream on shutdown. */
    openStreams: Set<() => void>
    isClosing: boolean
  }
  interface FastifyRequest {
    actor: Actor | undefined
    /** The error that was sent instead of a reply. */
    refusal: AppError | undefined
  }
  interface FastifyContextConfig {
    saysSuccess?: boolean
    raw?: boolean
    isStream?: boolean
    recordedRead?: RecordedRead | undefined
    /** Finds whose full NRICs a reply shows; left out if its schema has none. */
    nricOwners?: NRICOwners | undefined
  }
}

/** All endpoints except public ones have an actor. Before the full sign-in, it is the user who entered the correct password. */
type ContextFor<E extends Endpoint> = E['roles'] extends 'anyone' ? Context : SignedInContext

/**
 * A reply that is not JSON is sent unchanged. An action that took over the reply returns undefined. No action returns
 * `success`: it is added when the reply is sent.
 */
type ActionResult<E extends Endpoint> = E extends { sends: string }
  ? string | Buffer | Readable | undefined
  : keyof ReplyInput<E> extends 'success'
    ? // biome-ignore lint/suspicious/noConfusingVoidType: this is the return type of an action.
      void
    : WithoutSuccess<ReplyInput<E>> | Paged<ReplyInput<E>>

type WithoutSuccess<Reply> = Reply extends { success: true } ? Omit<Reply, 'success'> : Reply

type Action<E extends Endpoint> = (
  context: ContextFor<E>,
  input: Input<E>,
  reply: FastifyReply,
) => ActionResult<E> | Promise<ActionResult<E>>

/** Serves one endpoint: checks access, validates the input, runs the action and serialises the reply, in this order. */
export function serve<const E extends Endpoint>(
  app: App,
  endpoint: E,
  action: Action<E>,
  /** Looks up what the rules of the body depend on. */
  findFormOptions?: (context: ContextFor<E>, fields: Record<string, unknown>) => Promise<Partial<FormOptions>>,
) {
  const { services } = app
  if (endpoint.demoOnly && services.config.mode !== 'demo') return
  app.endpoints.push(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: replySchemaOf(endpoint),
    serializerCompiler: serialiseBy,
    bodyLimit: bodyLimitOf(endpoint),
    exposeHeadRoute: endpoint.sends === undefined,
    config: {
      saysSuccess: hasSuccessField(endpoint),
      raw: endpoint.raw === true,
      isStream: endpoint.sends === 'text/event-stream',
      recordedRead: endpoint.recordedRead,
      nricOwners: nricOwnersIn(endpoint),
    },
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await authorise(services, endpoint, request)
      rejectForeignDownload(endpoint, request)
      checkBody(endpoint, request)
    },
    handler: async (request, reply) => {
      const deviceToken = request.cookies[cookieName(services.config, 'device')]
      const client = {
        address: request.ip,
        requestID: request.id,
        deviceToken,
        beganAt: performance.now(),
        /** Few calls wait in a queue, so only they listen for it. */
        get left() {
          return leavingOf(reply)
        },
      }
      const reserveMemory = reserveMemoryFor(services, reply)
      const context = { ...createContext(services, request.actor, client), reserveMemory } as ContextFor<E>
      const findOptions = (fields: Record<string, unknown>) => findFormOptions?.(context, fields)
      const input = await readInput(services, endpoint, request, reply, findOptions)
      /** A body may take two minutes to arrive, in which the person may have been suspended. */
      if (endpoint.method === 'POST') await authorise(services, endpoint, request)
      if (endpoint.ownerProof && asksProof(services, endpoint, (context as SignedInContext).actor.role))
        await app.confirmOwner(
          context as SignedInContext,
          OwnerProof.parse(request.body ?? {}),
          endpoint.ownerProof,
          reply,
        )
      return send(endpoint, request, reply, await action(context, input, reply))
    },
  })
}

function send(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, answer: unknown) {
  if (reply.sent) return reply
  if (endpoint.sends?.startsWith('text/')) return reply.type(`${endpoint.sends}; charset=utf-8`).send(answer)
  if (endpoint.sends && !reply.hasHeader('content-type')) reply.type(endpoint.sends)
  if (endpoint.sends) return reply.send(answer)
  if (answer instanceof Paged) setListHeaders(request, reply, answer)
  const json = answer instanceof Paged ? answer.rows : answer
  const body = hasSuccessField(endpoint) ? { success: true, ...Object(json) } : json
  return endpoint.etag ? sendWithEtag(request, reply, Object(body), endpoint.maxAge) : reply.send(body)
}

const factorMs = 10 * 60_000

const asksProof = ({ config }: Services, { ownerProof, proofFrom, proofInDemo }: Endpoint, role: Role) =>
  ownerProof !== undefined && (proofFrom?.includes(role) ?? true) && (proofInDemo !== false || config.mode !== 'demo')

/**
 * Refuses a call that the access rule does not allow: 401 without a session, 403 with the wrong role, or if the second factor must be
 * entered again. All but the first need to know the actor.
 */
async function authorise(services: Services, endpoint: Endpoint, request: FastifyRequest) {
  const { roles: access, freshFactor } = endpoint
  if (access === 'anyone') return
  const session = await findSession(services, request)
  request.actor = session?.actor
  if ('stages' in access) {
    if (!session || !access.stages.includes(session.stage)) throw new AppError('NOT_SIGNED_IN')
    return
  }
  if (session?.stage !== 'full') throw new AppError('NOT_SIGNED_IN')
  if (!access.includes(session.actor.role)) throw new AppError('WRONG_ROLE')
  const isFresh = services.clock().getTime() - session.factorAt.getTime() <= factorMs
  const provesInCall = asksProof(services, endpoint, session.actor.role)
  if (freshFactor && !provesInCall && !isFresh && services.config.mode !== 'demo')
    throw new AppError('SECOND_FACTOR_AGAIN')
}
