import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Services } from '#server/core/context.ts'
import { AppError } from './errors.ts'
import { findSession } from './sessions.ts'

const factorMs = 10 * 60_000

/**
 * Refuses a call that the access rule does not allow: 401 without a session, 403 with the wrong role, or if the second factor must be
 * entered again. All but the first need to know the actor.
 */
export async function authorise(services: Services, { roles: access, freshFactor }: Endpoint, request: FastifyRequest) {
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
  if (freshFactor && !isFresh && services.config.mode !== 'demo') throw new AppError('SECOND_FACTOR_AGAIN')
}
