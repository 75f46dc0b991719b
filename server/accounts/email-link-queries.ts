import { and, eq, gt, gte, lt, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { emailLinks } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

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
export async function isEmailReserved(db: Db, email: string, now: Date, exceptUserID?: string): Promise<boolean> {
  const earlier = alias(emailLinks, 'earlier')
  const isUsable = (links: typeof emailLinks | typeof earlier) =>
    and(eq(links.purpose, 'undo'), gt(links.expiresAt, now))
  const earlierLink = db
    .select({ linkID: earlier.linkID })
    .from(earlier)
    .where(and(eq(earlier.userID, emailLinks.userID), lt(earlier.linkID, emailLinks.linkID), isUsable(earlier)))
  const isOthers = exceptUserID ? ne(emailLinks.userID, exceptUserID) : undefined
  const [reserved] = await db
    .select({ linkID: emailLinks.linkID })
    .from(emailLinks)
    .where(and(eq(emailLinks.email, email), isUsable(emailLinks), isOthers, notExists(earlierLink)))
    .limit(1)
  return reserved !== undefined
}

/** All of them, or those of one purpose. */
export const deleteEmailLinksOf = (db: Db, userID: string, purpose?: EmailLink['purpose']) =>
  db.delete(emailLinks).where(and(eq(emailLinks.userID, userID), purpose && eq(emailLinks.purpose, purpose)))
