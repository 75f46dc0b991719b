import { and, asc, eq, gt, gte, lt, or } from 'drizzle-orm'
import { passkeyChallenges, passkeys } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
type Purpose = (typeof passkeyChallenges.$inferSelect)['purpose']

export const listPasskeys = (db: Db, userID: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userID, userID)).orderBy(asc(passkeys.addedAt))

export const findPasskey = (db: Db, userID: string, credentialID: string): Promise<PasskeyRow | undefined> =>
  db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialID, credentialID), eq(passkeys.userID, userID)))
    .then(only)

export const insertPasskey = (db: Db, row: typeof passkeys.$inferInsert) => db.insert(passkeys).values(row)

const isOwn = (userID: string, passkeyID: string) => and(eq(passkeys.passkeyID, passkeyID), eq(passkeys.userID, userID))

/** False if the user has no such passkey. */
export const setPasskeyName = (db: Db, userID: string, passkeyID: string, name: string): Promise<boolean> =>
  db
    .update(passkeys)
    .set({ name })
    .where(isOwn(userID, passkeyID))
    .returning({ passkeyID: passkeys.passkeyID })
    .then((rows) => rows.length === 1)

/** False if the user has no such passkey. */
export const deletePasskey = (db: Db, userID: string, passkeyID: string): Promise<boolean> =>
  db
    .delete(passkeys)
    .where(isOwn(userID, passkeyID))
    .returning({ passkeyID: passkeys.passkeyID })
    .then((rows) => rows.length === 1)

/** All of them, or those that were added since. Returns how many. */
export const deletePasskeysOf = (db: Db, userID: string, since?: Date): Promise<number> =>
  db
    .delete(passkeys)
    .where(and(eq(passkeys.userID, userID), since && gte(passkeys.addedAt, since)))
    .returning({ passkeyID: passkeys.passkeyID })
    .then((rows) => rows.length)

/** False if the counter did not go up: somebody may have copied the passkey. Devices that do not count send 0 each time. */
export const notePasskeyUse = (db: Db, passkeyID: string, counter: number, at: Date): Promise<boolean> =>
  db
    .update(passkeys)
    .set({ counter, lastUsedAt: at })
    .where(
      and(
        eq(passkeys.passkeyID, passkeyID),
        or(lt(passkeys.counter, counter), counter === 0 ? eq(passkeys.counter, 0) : undefined),
      ),
    )
    .returning({ passkeyID: passkeys.passkeyID })
    .then((rows) => rows.length === 1)

export const saveChallenge = (db: Db, row: typeof passkeyChallenges.$inferInsert) =>
  db
    .insert(passkeyChallenges)
    .values(row)
    .onConflictDoUpdate({
      target: [passkeyChallenges.sessionHash, passkeyChallenges.purpose],
      set: { challenge: row.challenge, expiresAt: row.expiresAt },
    })

/** A challenge can be claimed once, also if two requests use it at the same time. */
export const claimChallenge = (db: Db, sessionHash: string, purpose: Purpose, now: Date): Promise<string | undefined> =>
  db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.sessionHash, sessionHash),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
    .then(([row]) => row?.challenge)
