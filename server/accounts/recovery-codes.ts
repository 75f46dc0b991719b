import { createHmac, randomInt } from 'node:crypto'
import type { Vault } from '#server/vault.ts'

const howMany = 10
/** Crockford's letters: none that could be read as another. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

const letter = () => letters.charAt(randomInt(letters.length))
const half = () => Array.from({ length: 5 }, letter).join('')

/** Fifty random bits each: `7k3m9-x2p4q`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, () => `${half()}-${half()}`)

/**
 * What is kept of a code; read aloud or typed carelessly, it is still the same code.
 * Keyed with the person's own TOTP secret: that lives as long as the codes, and outlives each key of the vault that seals it.
 */
export const recoveryHash = (vault: Vault, userID: string, totpSealed: Buffer, code: string): string =>
  createHmac('sha256', vault.openText(totpSealed))
    .update(`recovery:${userID}:${plain(code)}`)
    .digest('base64url')

const plain = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
