import { lt, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { sessions, throttles } from '../database/schema.ts'
import { absoluteMs, idleMs } from './sessions.ts'

const hour = 3_600_000

/** Forgets sessions and counts that no longer mean anything; answers how to stop. */
export function startHousekeeping(context: Context): () => void {
  const run = () =>
    deleteExpired(context).catch((error: unknown) => context.log.warn({ err: error }, 'housekeeping was put off'))
  const timer = setInterval(run, hour).unref()
  return () => clearInterval(timer)
}

export async function deleteExpired({ db, clock }: Context) {
  const now = clock().getTime()
  const over = or(lt(sessions.lastSeenAt, new Date(now - idleMs)), lt(sessions.createdAt, new Date(now - absoluteMs)))
  await db.delete(sessions).where(over)
  await db.delete(throttles).where(lt(throttles.resetsAt, new Date(now)))
}
