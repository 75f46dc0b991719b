import type { AuditAction } from '#contract/audit/api.ts'
import type { Context } from '#server/context.ts'
import { auditLog } from '#server/database/schema.ts'

/** Writes who did what to what, in the caller's transaction: what is undone was never said. */
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
