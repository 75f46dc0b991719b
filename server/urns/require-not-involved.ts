import { and, inArray, isNull } from 'drizzle-orm'
import type { SignedInContext } from '#server/core/context.ts'
import { users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'

/** As text: most accounts would be expected for roles that are parameters. */
const isStaff = inArray(users.role, ['staff', 'admin']).inlineParams()

/** What somebody has caused, or given one side of, somebody else settles, unless the house has only two who could. */
export async function requireNotInvolved({ db, actor }: SignedInContext, people: readonly (string | null)[]) {
  if (!people.includes(actor.userID)) return
  const three = await db
    .select({ userID: users.userID })
    .from(users)
    .where(and(isStaff, isNull(users.closedAt), isNull(users.suspendedAt)))
    .limit(3)
  if (three.length === 3) throw new AppError('SETTLED_BY_ANOTHER')
}
