import { lt, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { resetTokens, sessions, throttles } from '../database/schema.ts'

const hourMs = 3600_000

/** Forgets what has no effect any more: sessions that are over, counts of windows gone by, links long expired. */
export async function tidyAway({ db, clock }: Context): Promise<void> {
  const ago = (hours: number) => new Date(clock().getTime() - hours * hourMs)
  await db.delete(sessions).where(or(lt(sessions.lastSeenAt, ago(3)), lt(sessions.createdAt, ago(13))))
  await db.delete(throttles).where(lt(throttles.resetsAt, ago(1)))
  await db.delete(resetTokens).where(lt(resetTokens.expiresAt, ago(24)))
}
