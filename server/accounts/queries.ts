import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import { sessions, users } from '#server/database/schema.ts'

export type UserRow = typeof users.$inferSelect
export type NewUserRow = typeof users.$inferInsert

const only = <T>(rows: T[]): T | undefined => rows[0]

export const findUser = (db: Db, userID: string): Promise<UserRow | undefined> =>
  db.select().from(users).where(eq(users.userID, userID)).then(only)

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.select().from(users).where(eq(users.email, email)).then(only)

export const findUserByNRICHash = (db: Db, hashes: string[]): Promise<UserRow | undefined> =>
  db.select().from(users).where(inArray(users.nricHash, hashes)).then(only)

/** The row, held until the transaction ends: whatever else would change this account waits its turn. */
export const lockUser = (db: Db, userID: string): Promise<UserRow | undefined> =>
  db.select().from(users).where(eq(users.userID, userID)).for('update').then(only)

/** Locked in one order, so that two who demote each other do not wait for ever. */
export const lockAdmins = (db: Db): Promise<{ userID: string }[]> =>
  db.select({ userID: users.userID }).from(users).where(eq(users.role, 'admin')).orderBy(users.userID).for('update')

/** Undefined when something about this person is already another account's. */
export const insertUser = (db: Db, row: NewUserRow): Promise<UserRow | undefined> =>
  db.insert(users).values(row).onConflictDoNothing().returning().then(only)

export const updateUser = (db: Db, userID: string, change: Partial<NewUserRow>) =>
  db.update(users).set(change).where(eq(users.userID, userID))

export interface Identity {
  username: string
  email: string
  nricHashes: string[]
}

/** Accounts that share anything with this person that only one may have. */
export const listUsersSharingIdentity = (db: Db, { username, email, nricHashes }: Identity): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(
      or(
        eq(users.email, email),
        eq(sql`lower(${users.username})`, username.toLowerCase()),
        inArray(users.nricHash, nricHashes),
      ),
    )

/** True once for each time step: a code works once, also when it is sent twice at the same moment. */
export const claimTotpStep = (db: Db, userID: string, step: number): Promise<boolean> =>
  db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.userID, userID), lt(users.totpLastStep, step)))
    .returning({ userID: users.userID })
    .then((rows) => rows.length === 1)

/** Counts a try before it is looked at: its number, or undefined when this session has none left. */
export const countAttempt = (db: Db, sessionHash: string, most: number): Promise<number | undefined> =>
  db
    .update(sessions)
    .set({ wrongCodes: sql`${sessions.wrongCodes} + 1` })
    .where(and(eq(sessions.tokenHash, sessionHash), lt(sessions.wrongCodes, most)))
    .returning({ count: sessions.wrongCodes })
    .then((rows) => only(rows)?.count)

/** Takes the session for its next stage; false when it was ended meanwhile. */
export const claimSession = (db: Db, sessionHash: string): Promise<boolean> =>
  db
    .delete(sessions)
    .where(eq(sessions.tokenHash, sessionHash))
    .returning({ hash: sessions.tokenHash })
    .then((rows) => rows.length === 1)

/** Keeps the secret that this session sets up, unless it has one: a page loaded twice shows the same. */
export const saveOrGetPendingSecret = (db: Db, sessionHash: string, sealed: Buffer): Promise<Buffer | undefined> =>
  db
    .update(sessions)
    .set({
      pendingTotpSealed: sql`coalesce(${sessions.pendingTotpSealed}, ${sql.param(sealed, sessions.pendingTotpSealed)})`,
    })
    .where(eq(sessions.tokenHash, sessionHash))
    .returning({ sealed: sessions.pendingTotpSealed })
    .then((rows) => only(rows)?.sealed ?? undefined)

export const findPendingSecret = (db: Db, sessionHash: string): Promise<Buffer | undefined> =>
  db
    .select({ sealed: sessions.pendingTotpSealed })
    .from(sessions)
    .where(eq(sessions.tokenHash, sessionHash))
    .then((rows) => only(rows)?.sealed ?? undefined)

export const usernameIsFree = (db: Db, username: string): Promise<boolean> =>
  db
    .select({ userID: users.userID })
    .from(users)
    .where(eq(sql`lower(${users.username})`, username.toLowerCase()))
    .then((rows) => rows.length === 0)
