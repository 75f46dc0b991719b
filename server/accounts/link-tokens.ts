import { and, eq, gt, gte, isNull, lt, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dayMs } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import { emailLinks, resetTokens, staffInvitations, users } from '#server/database/schema.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'
import type { UserRow } from './queries.ts'

export const insertResetToken = (db: Db, row: typeof resetTokens.$inferInsert) => db.insert(resetTokens).values(row)

const isUsableToken = (tokenHash: string, now: Date) =>
  and(eq(resetTokens.tokenHash, tokenHash), isNull(resetTokens.usedAt), gt(resetTokens.expiresAt, now))

/** The user of a token that is still usable. */
export const findTokenOwner = (db: Db, tokenHash: string, now: Date): Promise<UserRow | undefined> =>
  db
    .select()
    .from(resetTokens)
    .innerJoin(users, eq(users.userID, resetTokens.userID))
    .where(isUsableToken(tokenHash, now))
    .then(([row]) => row?.users)

/** True once per token, even if two requests use it at the same time. */
export const markResetTokenUsed = (db: Db, tokenHash: string, now: Date): Promise<boolean> =>
  db
    .update(resetTokens)
    .set({ usedAt: now })
    .where(isUsableToken(tokenHash, now))
    .returning({ userID: resetTokens.userID })
    .then((rows) => rows.length === 1)

export const deleteResetTokens = (db: Db, userID: string) =>
  db.delete(resetTokens).where(eq(resetTokens.userID, userID))

export type EmailLink = typeof emailLinks.$inferSelect

export const insertEmailLink = (db: Db, row: typeof emailLinks.$inferInsert) => db.insert(emailLinks).values(row)

/** The link with this token, if it has not expired. */
export const findEmailLink = (
  db: Db,
  purpose: EmailLink['purpose'],
  tokenHash: string,
  now: Date,
): Promise<EmailLink | undefined> =>
  db
    .select()
    .from(emailLinks)
    .where(and(eq(emailLinks.tokenHash, tokenHash), eq(emailLinks.purpose, purpose), gt(emailLinks.expiresAt, now)))
    .then(only)

/** Deletes the link and those of later changes, so that nobody can return to an address that this link has undone. True once per link. */
export const claimUndoLink = (db: Db, { linkID, userID }: EmailLink): Promise<boolean> =>
  db
    .delete(emailLinks)
    .where(and(eq(emailLinks.userID, userID), eq(emailLinks.purpose, 'undo'), gte(emailLinks.linkID, linkID)))
    .returning({ linkID: emailLinks.linkID })
    .then((rows) => rows.some((row) => row.linkID === linkID))

/**
 * Whether this is the oldest address that another account can still return to. The later ones are not kept for it: they may be
 * mistyped and belong to a stranger, and the oldest is enough to get an account back.
 */
export function isEmailReserved(db: Db, email: string, now: Date, exceptUserID?: string): Promise<boolean> {
  const earlier = alias(emailLinks, 'earlier')
  const isUsable = (links: typeof emailLinks | typeof earlier) =>
    and(eq(links.purpose, 'undo'), gt(links.expiresAt, now))
  const earlierLink = db
    .select({ linkID: earlier.linkID })
    .from(earlier)
    .where(and(eq(earlier.userID, emailLinks.userID), lt(earlier.linkID, emailLinks.linkID), isUsable(earlier)))
  const isOthers = exceptUserID ? ne(emailLinks.userID, exceptUserID) : undefined
  const isOldest = and(isUsable(emailLinks), notExists(earlierLink))
  return isThere(db, emailLinks, and(eq(emailLinks.email, email), isOldest, isOthers))
}

/** All of them, or those of one purpose. */
export const deleteEmailLinksOf = (db: Db, userID: string, purpose?: EmailLink['purpose']) =>
  db.delete(emailLinks).where(and(eq(emailLinks.userID, userID), purpose && eq(emailLinks.purpose, purpose)))

/** Deletes links that expired a day ago. An invitation stays a month, so that an admin sees that it was not accepted. */
export async function deleteExpiredTokens({ db, clock }: Context) {
  const aDayAgo = new Date(clock().getTime() - dayMs)
  await db.delete(resetTokens).where(lt(resetTokens.expiresAt, aDayAgo))
  await db.delete(emailLinks).where(lt(emailLinks.expiresAt, aDayAgo))
  const aMonthAgo = new Date(clock().getTime() - 30 * dayMs)
  await db.delete(staffInvitations).where(lt(staffInvitations.expiresAt, aMonthAgo))
}
