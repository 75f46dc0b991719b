import { createHmac, randomInt } from 'node:crypto'
import type { Vault } from '#server/core/vault.ts'

const codeCount = 10
/** Crockford's alphabet: no two characters look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

const letter = () => alphabet.charAt(randomInt(alphabet.length))
const codeHalf = () => Array.from({ length: 5 }, letter).join('')

/** Fifty random bits each: `7k3m9-x2p4q`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codeCount }, () => `${codeHalf()}-${codeHalf()}`)

/**
 * The stored hash of a code; ignores case, spaces and look-alike letters.
 * Keyed with the user's TOTP secret, because a hash made with a vault key would break when that key is dropped.
 */
export const recoveryHash = (vault: Vault, userID: string, totpSealed: Buffer, code: string): string =>
  createHmac('sha256', vault.openText(totpSealed))
    .update(`recovery:${userID}:${normaliseCode(code)}`)
    .digest('base64url')

const normaliseCode = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
