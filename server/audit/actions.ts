import type { AuditAction } from '#contract/audit/audit-actions.ts'
import type { Context } from '#server/context.ts'
import { auditLog } from '#server/database/schema.ts'
import { sign } from './signature.ts'

export { hashUrnMove } from './urn-ledger.ts'

/** Adds an audit entry in the caller's transaction, so it is rolled back with it. */
export async function record(
  context: Context,
  action: AuditAction,
  subject: string,
  details: Record<string, unknown> = {},
  /** Who did it, if nobody is signed in. */
  otherwise = 'Columba',
) {
  const { db, actor, client, vault } = context
  const entry = {
    at: context.clock(),
    actorID: actor?.userID ?? null,
    actorName: actor?.name ?? otherwise,
    action,
    subject,
    details,
    /** Behind a proxy that passes on what clients claim, an address can be any text. */
    address: client.address.slice(0, 64) || null,
    session: actor?.sessionHash.slice(0, 12) || null,
    requestID: client.requestID || null,
  }
  await db.insert(auditLog).values({ ...entry, signature: sign(vault, entry) })
}
