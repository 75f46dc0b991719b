import { createHash, createHmac } from 'node:crypto'
import type { auditSeals } from '#server/database/schema.ts'
import { type Entry, plainFields, signedFields } from './entry-fields.ts'
import type { Head } from './head.ts'

export type SealKind = typeof auditSeals.$inferSelect.kind

/** Hashes an entry together with the previous hash: changing, removing or inserting an entry invalidates all later hashes. */
export function keyedHash(key: Buffer, previous: Head, kind: SealKind, entry: Entry): string {
  const fields = [previous.position + 1, previous.hash, kind, entry.id, entry.signature, ...signedFields(entry)]
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex')
}

/** The hash of earlier versions, which whoever can write to the database can make too. */
export const unkeyedHash = (previous: Head, entry: Entry): string =>
  createHash('sha256')
    .update(previous.hash)
    .update(JSON.stringify([entry.id, ...plainFields(entry)]))
    .digest('hex')
