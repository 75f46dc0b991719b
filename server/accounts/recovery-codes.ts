import { randomInt } from 'node:crypto'
import type { Vault } from '#server/vault.ts'

const howMany = 10
/** Crockford's letters: none that could be read as another. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

const letter = () => letters.charAt(randomInt(letters.length))
const half = () => Array.from({ length: 5 }, letter).join('')

/** Fifty random bits each: `7k3m9-x2p4q`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, () => `${half()}-${half()}`)

/** What is kept of a code; read aloud or typed carelessly, it is still the same code. */
export const recoveryHash = (vault: Vault, userID: string, code: string): string => vault.hash(said(userID, code))

/** The same under every key, because a code may be older than the newest one. */
export const recoveryHashes = (vault: Vault, userID: string, code: string): string[] => vault.hashes(said(userID, code))

const said = (userID: string, code: string) => `recovery:${userID}:${plain(code)}`

const plain = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
