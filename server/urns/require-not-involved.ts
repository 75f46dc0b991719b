import { and, count, inArray, isNull } from 'drizzle-orm'
import type { SignedInContext } from '#server/core/context.ts'
import { users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'

/** What somebody has caused, or given one side of, somebody else settles, unless the house has only two who could. */
export async function requireNotInvolved({ db, actor }: SignedInContext, people: readonly (string | null)[]) {
  if (!people.includes(actor.userID)) return
  const canSettle = and(inArray(users.role, ['staff', 'admin']), isNull(users.closedAt), isNull(users.suspendedAt))
  const [staff] = await db.select({ people: count() }).from(users).where(canSettle)
  if ((staff?.people ?? 0) > 2) throw new AppError('SETTLED_BY_ANOTHER')
}
