import { lt, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { sessions, throttles } from '../database/schema.ts'
import { absoluteMs, idleMs } from './sessions.ts'

const hour = 3_600_000

/** Deletes expired sessions and throttles every hour. Returns a function that stops it. */
export function startHousekeeping(context: Context): () => void {
  const run = () =>
    deleteExpired(context).catch((error: unknown) => context.log.warn({ err: error }, 'could not delete expired rows'))
  const timer = setInterval(run, hour).unref()
  return () => clearInterval(timer)
}

export async function deleteExpired({ db, clock }: Context) {
  const now = clock().getTime()
  const isExpired = or(
    lt(sessions.lastSeenAt, new Date(now - idleMs)),
    lt(sessions.createdAt, new Date(now - absoluteMs)),
  )
  await db.delete(sessions).where(isExpired)
  await db.delete(throttles).where(lt(throttles.resetsAt, new Date(now)))
}
