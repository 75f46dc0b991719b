import { createHmac, randomInt } from 'node:crypto'
import { and, eq, gte, isNull } from 'drizzle-orm'
import type { Vault } from '#server/core/vault.ts'
import { recoveryCodes } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

const codeCount = 10
/** Crockford's alphabet: no two characters look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

const letter = () => alphabet.charAt(randomInt(alphabet.length))
const codeHalf = () => Array.from({ length: 5 }, letter).join('')

/** Fifty random bits each: `7k3m9-x2p4q`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: codeCount }, () => `${codeHalf()}-${codeHalf()}`)

/**
 * The stored hash of a code; ignores case, spaces and look-alike letters.
 * It is keyed with the user's TOTP secret, because a hash made with a vault key would break when that key is dropped.
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

export async function replaceRecoveryCodes(db: Db, userID: string, codeHashes: string[], createdAt: Date) {
  await deleteRecoveryCodes(db, userID)
  await db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userID, codeHash, createdAt })))
}

/** All of them, or those that were made since. True if there were any. */
export const deleteRecoveryCodes = (db: Db, userID: string, since?: Date): Promise<boolean> =>
  db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userID, userID), since && gte(recoveryCodes.createdAt, since)))
    .returning({ userID: recoveryCodes.userID })
    .then((rows) => rows.length > 0)

/** True once per code. */
export const markRecoveryCodeUsed = (db: Db, userID: string, codeHash: string, now: Date): Promise<boolean> =>
  db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userID, userID), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ codeHash: recoveryCodes.codeHash })
    .then((rows) => rows.length === 1)
