import { lt, or } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { knownDevices, sessions, throttles } from '../database/schema.ts'
import { deviceLifetimeMs } from './cookies.ts'
import { absoluteMs, idleMs } from './sessions.ts'

export async function deleteExpired({ db, clock }: Context) {
  const now = clock().getTime()
  const isExpired = or(
    lt(sessions.lastSeenAt, new Date(now - idleMs)),
    lt(sessions.createdAt, new Date(now - absoluteMs)),
  )
  await db.delete(sessions).where(isExpired)
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(now - deviceLifetimeMs)))
  await db.delete(throttles).where(lt(throttles.resetsAt, new Date(now)))
}
