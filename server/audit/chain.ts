import { createHash } from 'node:crypto'
import type { auditLog } from '#server/database/schema.ts'

type Entry = typeof auditLog.$inferSelect

/** What the first seal is chained to. */
export const genesisHash = '0'.repeat(64)

/** The hash of an entry chained to the one before: change, remove or insert one, and no later hash fits. */
export function chainHash(previous: string, entry: Entry): string {
  const fields = [
    entry.id,
    entry.at.toISOString(),
    entry.actorID,
    entry.actorName,
    entry.action,
    entry.subject,
    withSortedKeys(entry.details),
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest('hex')
}

/** The database keeps the keys of an object in an order of its own; we hash them in ours. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => [key, withSortedKeys(each)])
}
