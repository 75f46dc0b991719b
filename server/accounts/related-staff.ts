import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import { auditLog, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

const days = 30

/**
 * Whether one of them gave the other their account, role or a new second factor, or another name, in the last 30 days: then both accounts
 * may be in the hands of one person.
 */
export async function areRelated({ db, clock }: Pick<Context, 'db' | 'clock'>, one: string, other: string) {
  const since = new Date(clock().getTime() - days * dayMs)
  const didTo = (actorID: string, subject: string) =>
    and(
      eq(auditLog.subject, subject),
      or(
        and(
          eq(auditLog.actorID, actorID),
          inArray(auditLog.action, ['role.changed', 'two_factor.reset', 'account.edited']),
        ),
        and(eq(auditLog.action, 'staff.invitation_accepted'), eq(sql`${auditLog.details} ->> 'invitedBy'`, actorID)),
      ),
    )
  const [found] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(gte(auditLog.at, since), or(didTo(one, other), didTo(other, one))))
    .limit(1)
  return found !== undefined
}

/** As text: most accounts would be expected for roles that are parameters. */
const isStaff = inArray(users.role, ['staff', 'admin']).inlineParams()

/** In a smaller house a rule that needs somebody else could never be kept. */
export async function hasThreeStaff(db: Db): Promise<boolean> {
  const three = await db
    .select({ userID: users.userID })
    .from(users)
    .where(and(isStaff, isNull(users.closedAt), isNull(users.suspendedAt)))
    .limit(3)
  return three.length === 3
}
