import { lt } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { emailLinks, resetTokens } from '#server/database/schema.ts'

const dayMs = 24 * 3_600_000

/** Deletes links that expired a day ago. */
export async function deleteExpiredTokens({ db, clock }: Context) {
  const aDayAgo = new Date(clock().getTime() - dayMs)
  await db.delete(resetTokens).where(lt(resetTokens.expiresAt, aDayAgo))
  await db.delete(emailLinks).where(lt(emailLinks.expiresAt, aDayAgo))
}
