import { lt } from 'drizzle-orm'
import { dayMs } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import { emailLinks, resetTokens, staffInvitations } from '#server/database/schema.ts'

/** Deletes links that expired a day ago. An invitation stays a month, so that an admin sees that it was not accepted. */
export async function deleteExpiredTokens({ db, clock }: Context) {
  const aDayAgo = new Date(clock().getTime() - dayMs)
  await db.delete(resetTokens).where(lt(resetTokens.expiresAt, aDayAgo))
  await db.delete(emailLinks).where(lt(emailLinks.expiresAt, aDayAgo))
  const aMonthAgo = new Date(clock().getTime() - 30 * dayMs)
  await db.delete(staffInvitations).where(lt(staffInvitations.expiresAt, aMonthAgo))
}
