import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/endpoint.ts'
import type { Actor, Services } from '../context.ts'
import { AppError } from './errors.ts'
import { findSession } from './sessions.ts'

/** Returns the actor if the access rule allows the call. Otherwise 401 without a session, 403 with the wrong role. */
export async function authorise(
  services: Services,
  access: Access,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  if (access === 'anyone') return undefined
  const session = await findSession(services, request)
  if ('stages' in access) {
    if (!session || !access.stages.includes(session.stage)) throw new AppError('NOT_SIGNED_IN')
    return session.actor
  }
  if (session?.stage !== 'full') throw new AppError('NOT_SIGNED_IN')
  if (!access.includes(session.actor.role)) throw new AppError('WRONG_ROLE')
  return session.actor
}
