import type { auditLog } from '#server/database/schema.ts'

export type Entry = typeof auditLog.$inferSelect
export type UnsignedEntry = Omit<Entry, 'id' | 'signature'>

/** What the hashes of earlier versions cover, besides the ID of the entry. */
export const plainFields = ({ at, actorID, actorName, action, subject, details }: UnsignedEntry) => [
  at.toISOString(),
  actorID,
  actorName,
  action,
  subject,
  withSortedKeys(asStored(details)),
]

export const signedFields = (entry: UnsignedEntry) => [
  ...plainFields(entry),
  entry.address,
  entry.session,
  entry.requestID,
]

/** The database keeps only what JSON has: no undefined values, and dates as text. */
const asStored = (details: unknown): unknown => JSON.parse(JSON.stringify(details))

/** `jsonb` does not keep the order of keys, so they are sorted before hashing. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, each]) => [key, withSortedKeys(each)])
}
