import { and, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import { auditLog, users } from '#server/database/schema.ts'

const days = 30
const since = ({ clock }: Pick<Context, 'clock'>) => new Date(clock().getTime() - days * dayMs)

/**
 * Whether one of them gave the other their account, role or a new second factor, or another name, in the last 30 days: then both accounts
 * may be in the hands of one person.
 */
async function areRelated(context: Pick<Context, 'db' | 'clock'>, one: string, other: string) {
  const { db } = context
  const didTo = (actorID: string, subject: string) =>
    and(
      eq(auditLog.subject, subject),
      or(
        and(
          eq(auditLog.actorID, actorID),
          inArray(auditLog.action, ['role.changed', 'two_factor.reset', 'account.edited', 'account.suspension_lifted']),
        ),
        and(eq(auditLog.action, 'staff.invitation_accepted'), eq(sql`${auditLog.details} ->> 'invitedBy'`, actorID)),
      ),
    )
  const [found] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(gte(auditLog.at, since(context)), or(didTo(one, other), didTo(other, one))))
    .limit(1)
  return found !== undefined
}

/** Two people who should not act together, unless the house is so small that nobody else could. */
export const isRelatedPair = async (context: Pick<Context, 'db' | 'clock'>, one: string, other: string) =>
  (await areRelated(context, one, other)) && (await hasThreeStaff(context))

/** As text: most accounts would be expected for roles that are parameters. */
const isStaff = inArray(users.role, ['staff', 'admin']).inlineParams()

/**
 * In a smaller house a rule that needs somebody else could never be kept. Whoever was suspended, closed or given another role in the last
 * 30 days still counts, or an admin could make the house small.
 */
export async function hasThreeStaff(context: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const { db } = context
  const from = since(context)
  const present = await db
    .select({ userID: users.userID })
    .from(users)
    .where(and(isStaff, isNull(users.closedAt), or(isNull(users.suspendedAt), gte(users.suspendedAt, from))))
    .limit(3)
  if (present.length === 3) return true
  const former = await db
    .select({ userID: auditLog.subject })
    .from(auditLog)
    .where(
      and(
        gte(auditLog.at, from),
        inArray(auditLog.action, ['role.changed', 'account.closed']),
        inArray(sql`${auditLog.details} ->> 'from'`, ['staff', 'admin']),
      ),
    )
  return new Set([...present, ...former].map(({ userID }) => userID)).size >= 3
}
