import type { AuditAction } from '#contract/audit/audit-actions.ts'
import type { Context } from '#server/context.ts'
import { auditLog } from '#server/database/schema.ts'

/** Adds an audit entry in the caller's transaction, so it is rolled back with it. */
export async function record(
  context: Context,
  action: AuditAction,
  subject: string,
  details: Record<string, unknown> = {},
) {
  await context.db.insert(auditLog).values({
    at: context.clock(),
    actorID: context.actor?.userID ?? null,
    actorName: context.actor?.name ?? 'Columba',
    action,
    subject,
    details,
  })
}
