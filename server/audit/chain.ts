import { createHash } from 'node:crypto'
import type { auditLog } from '#server/database/schema.ts'

type Entry = typeof auditLog.$inferSelect

/** The hash before the first entry. */
export const genesisHash = '0'.repeat(64)

/** Hashes an entry together with the previous hash: changing, removing or inserting an entry invalidates all later hashes. */
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

/** `jsonb` does not keep the order of keys, so they are sorted before hashing. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => [key, withSortedKeys(each)])
}
