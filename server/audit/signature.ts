import { randomBytes } from 'node:crypto'
import type { Vault } from '#server/core/vault.ts'
import { type Entry, signedFields, type UnsignedEntry } from './entry-fields.ts'

/** Proves that a server wrote the entry. The nonce makes two equal entries different, so that a copy is noticed. */
export function sign(vault: Vault, entry: UnsignedEntry): string {
  const nonce = randomBytes(12).toString('base64url')
  return `${nonce}.${vault.forAudit.hash(textOf(nonce, entry))}`
}

export function isSigned(vault: Vault, entry: Entry): boolean {
  const [nonce = '', hash = ''] = entry.signature?.split('.') ?? []
  return vault.forAudit.hashes(textOf(nonce, entry)).includes(hash)
}

const textOf = (nonce: string, entry: UnsignedEntry) => JSON.stringify([nonce, ...signedFields(entry)])
