import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { sessions, users } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type UserRow = typeof users.$inferSelect
export type NewUserRow = typeof users.$inferInsert

/** A closed account is left out: nobody can use it or look it up. */
const isOpenAccount = (userID: string) => and(eq(users.userID, userID), isNull(users.closedAt))

export const findUser = (db: Db, userID: string): Promise<UserRow | undefined> =>
  db.select().from(users).where(isOpenAccount(userID)).then(only)

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.select().from(users).where(eq(users.email, email)).then(only)

export const findUserByNRICHash = (db: Db, hashes: string[]): Promise<UserRow | undefined> =>
  db.select().from(users).where(inArray(users.nricHash, hashes)).then(only)

/** Locks the row until the transaction ends, so that other changes of this account wait. */
export const lockUser = (db: Db, userID: string): Promise<UserRow | undefined> =>
  db.select().from(users).where(isOpenAccount(userID)).for('update').then(only)

/** One who can sign in. As text: a third of all accounts is expected for a role that is a parameter. */
const isAdmin = and(eq(users.role, 'admin').inlineParams(), isNull(users.suspendedAt))

/** Locks the admins and this account in ID order, as all who lock several accounts do, and returns the admins. */
export async function lockAdminsAnd(db: Db, userID: string): Promise<{ userID: string }[]> {
  const locked = await db
    .select({ userID: users.userID, isAdmin: sql<boolean>`${isAdmin}` })
    .from(users)
    .where(or(isAdmin, eq(users.userID, userID)))
    .orderBy(users.userID)
    .for('update')
  return locked.filter((user) => user.isAdmin)
}

/** Whether this account is the only admin who can sign in: `admins` leaves out those who are suspended. */
export const isLastAdmin = (admins: { userID: string }[], { userID }: UserRow) =>
  admins.length === 1 && admins[0]?.userID === userID

export const hasAdmin = (db: Db): Promise<boolean> =>
  db
    .select({ userID: users.userID })
    .from(users)
    .where(isAdmin)
    .limit(1)
    .then((rows) => rows.length > 0)

/** Undefined if another account has the same username, email or NRIC. */
export const insertUser = (db: Db, row: NewUserRow): Promise<UserRow | undefined> =>
  db.insert(users).values(row).onConflictDoNothing().returning().then(only)

export const updateUser = (db: Db, userID: string, change: Partial<NewUserRow>) =>
  db.update(users).set(change).where(eq(users.userID, userID))

export interface Identity {
  username: string
  email: string
  nricHashes: string[]
}

/** Accounts with the same username, email or NRIC. */
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

/** True once per time step, so that a code works only once, even if sent twice at the same time. */
export const claimTotpStep = (db: Db, userID: string, step: number): Promise<boolean> =>
  db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.userID, userID), lt(users.totpLastStep, step)))
    .returning({ userID: users.userID })
    .then((rows) => rows.length === 1)

/** Counts an attempt before the code is checked. Returns its number, or undefined if the session has none left. */
export const countAttempt = (db: Db, sessionHash: string, most: number): Promise<number | undefined> =>
  db
    .update(sessions)
    .set({ wrongCodes: sql`${sessions.wrongCodes} + 1` })
    .where(and(eq(sessions.tokenHash, sessionHash), lt(sessions.wrongCodes, most)))
    .returning({ count: sessions.wrongCodes })
    .then((rows) => only(rows)?.count)

export const noteFactorAgain = (db: Db, sessionHash: string, at: Date) =>
  db.update(sessions).set({ factorAgainAt: at, wrongCodes: 0 }).where(eq(sessions.tokenHash, sessionHash))

/** Deletes the session so that its next stage can start. False if it was ended in the meantime. */
export const claimSession = (db: Db, sessionHash: string): Promise<boolean> =>
  db
    .delete(sessions)
    .where(eq(sessions.tokenHash, sessionHash))
    .returning({ hash: sessions.tokenHash })
    .then((rows) => rows.length === 1)

/** Stores the secret unless the session already has one, so that reloading the set-up page shows the same secret. */
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

/** A clerk has the card with this account's NRIC at hand: whoever opened the account did not make the number up. */
export const noteNRICSeen = ({ db, clock }: Context, userID: string) =>
  db
    .update(users)
    .set({ nricSeenAt: clock() })
    .where(and(eq(users.userID, userID), isNull(users.nricSeenAt)))
