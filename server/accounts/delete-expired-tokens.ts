import { lt } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { resetTokens } from '#server/database/schema.ts'

const dayMs = 24 * 3_600_000

/** Deletes links that expired a day ago. */
export async function deleteExpiredTokens({ db, clock }: Context) {
  await db.delete(resetTokens).where(lt(resetTokens.expiresAt, new Date(clock().getTime() - dayMs)))
}
