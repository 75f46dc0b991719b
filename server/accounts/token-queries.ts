import { and, eq, gt, gte, isNull } from 'drizzle-orm'
import { recoveryCodes, resetTokens, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import type { UserRow } from './queries.ts'

export const insertResetToken = (db: Db, row: typeof resetTokens.$inferInsert) => db.insert(resetTokens).values(row)

const isUsable = (tokenHash: string, now: Date) =>
  and(eq(resetTokens.tokenHash, tokenHash), isNull(resetTokens.usedAt), gt(resetTokens.expiresAt, now))

/** The user of a token that is still usable. */
export const findTokenOwner = (db: Db, tokenHash: string, now: Date): Promise<UserRow | undefined> =>
  db
    .select()
    .from(resetTokens)
    .innerJoin(users, eq(users.userID, resetTokens.userID))
    .where(isUsable(tokenHash, now))
    .then(([row]) => row?.users)

/** True once per token, even if two requests use it at the same time. */
export const markResetTokenUsed = (db: Db, tokenHash: string, now: Date): Promise<boolean> =>
  db
    .update(resetTokens)
    .set({ usedAt: now })
    .where(isUsable(tokenHash, now))
    .returning({ userID: resetTokens.userID })
    .then((rows) => rows.length === 1)

export const deleteResetTokens = (db: Db, userID: string) =>
  db.delete(resetTokens).where(eq(resetTokens.userID, userID))

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
