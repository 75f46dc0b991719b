import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { knownDevices, sessions } from '#server/database/schema.ts'
import { isLive } from '#server/http/sessions.ts'
import type { Db } from '#server/ports/database.ts'

/** The accounts that were signed in on this device. */
export const listUsersOfDevice = (db: Db, deviceHash: string): Promise<string[]> =>
  db
    .select({ userID: knownDevices.userID })
    .from(knownDevices)
    .where(eq(knownDevices.deviceHash, deviceHash))
    .then((rows) => rows.map(({ userID }) => userID))

export const listDevicesOfUser = (db: Db, userID: string): Promise<string[]> =>
  db
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userID, userID))
    .then((rows) => rows.map(({ deviceHash }) => deviceHash))

export const saveDevice = (db: Db, deviceHash: string, userID: string, now: Date) =>
  db
    .insert(knownDevices)
    .values({ deviceHash, userID, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: [knownDevices.deviceHash, knownDevices.userID], set: { lastUsedAt: now } })

export const forgetDevices = (db: Db, userID: string, deviceHashes: string[]) =>
  db.delete(knownDevices).where(and(eq(knownDevices.userID, userID), inArray(knownDevices.deviceHash, deviceHashes)))

export const forgetAllDevices = (db: Db, userID: string) =>
  db.delete(knownDevices).where(eq(knownDevices.userID, userID))

export const listLiveSessions = (db: Db, userID: string, now: Date) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userID, userID), eq(sessions.stage, 'full'), isLive(now)))
    .orderBy(desc(sessions.lastSeenAt))

/** Ends one session of the user, or all, but never the one with this token. Returns those that have ended. */
export const deleteOtherSessions = (db: Db, userID: string, exceptHash: string, sessionID?: string) =>
  db
    .delete(sessions)
    .where(
      and(
        eq(sessions.userID, userID),
        ne(sessions.tokenHash, exceptHash),
        sessionID === undefined ? undefined : eq(sessions.sessionID, sessionID),
      ),
    )
    .returning({ deviceHash: sessions.deviceHash })

export const findDeviceOfSession = (db: Db, tokenHash: string): Promise<string | null | undefined> =>
  db
    .select({ deviceHash: sessions.deviceHash })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .then(([row]) => row?.deviceHash)
