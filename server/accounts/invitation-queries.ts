import { and, desc, eq, exists, gt, gte, isNull, sql } from 'drizzle-orm'
import { staffInvitations, users } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type InvitationRow = typeof staffInvitations.$inferSelect

/** Newest first, with the name of the admin. */
export const listInvitations = (db: Db) =>
  db
    .select({ invitation: staffInvitations, invitedBy: users.fullName })
    .from(staffInvitations)
    .innerJoin(users, eq(users.userID, staffInvitations.invitedBy))
    .orderBy(desc(staffInvitations.invitedAt), staffInvitations.email)

/** Replaces an earlier invitation to the same address. */
export const upsertInvitation = (db: Db, row: InvitationRow) =>
  db.insert(staffInvitations).values(row).onConflictDoUpdate({ target: staffInvitations.email, set: row })

export const findInvitation = (db: Db, tokenHash: string, now: Date): Promise<InvitationRow | undefined> =>
  db
    .select()
    .from(staffInvitations)
    .where(isUsable(db, tokenHash, now))
    .then(only)

/** Undefined if somebody accepted or withdrew it in the meantime. */
export const claimInvitation = (db: Db, tokenHash: string, now: Date): Promise<InvitationRow | undefined> =>
  db
    .delete(staffInvitations)
    .where(isUsable(db, tokenHash, now))
    .returning()
    .then(only)

export const deleteInvitation = (db: Db, invitationID: string): Promise<InvitationRow | undefined> =>
  db.delete(staffInvitations).where(eq(staffInvitations.invitationID, invitationID)).returning().then(only)

/** All that were not accepted, or those that were sent since. Returns how many. */
export const deleteInvitationsFrom = (db: Db, userID: string, since?: Date): Promise<number> =>
  db
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.invitedBy, userID), since && gte(staffInvitations.invitedAt, since)))
    .returning({ invitationID: staffInvitations.invitationID })
    .then((rows) => rows.length)

/** Also only while its sender is an admin who can sign in: one that was sent at the moment of a suspension is not deleted with the others. */
const isUsable = (db: Db, tokenHash: string, now: Date) =>
  and(
    eq(staffInvitations.tokenHash, tokenHash),
    gt(staffInvitations.expiresAt, now),
    exists(
      db
        .select({ one: sql`1` })
        .from(users)
        .where(and(eq(users.userID, staffInvitations.invitedBy), eq(users.role, 'admin'), isNull(users.suspendedAt))),
    ),
  )
