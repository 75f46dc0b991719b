import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { OwnSession } from '#contract/accounts/session-api.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { knownDevices, sessions } from '#server/database/schema.ts'
import { isLocal, networkOf, plainAddress } from '#server/http/client-network.ts'
import { AppError } from '#server/http/errors.ts'
import { isLive } from '#server/http/sessions.ts'
import type { Db } from '#server/ports/database.ts'

/** The current session first, then the others, the one used last first. */
export async function listSessions({ db, clock, actor, client }: SignedInContext) {
  const rows = await listLiveSessions(db, actor.userID, clock())
  const listed = rows.map(({ sessionID, tokenHash, device, address, createdAt, lastSeenAt }) => ({
    sessionID,
    device,
    address: plainAddress(address),
    network: compareNetworks(address, client.address),
    firstSeen: createdAt,
    lastSeen: lastSeenAt,
    isCurrent: tokenHash === actor.sessionHash,
  }))
  return listed.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}

function compareNetworks(address: string, here: string): OwnSession['network'] {
  if (networkOf(address) === networkOf(here)) return 'same'
  return isLocal(address) ? 'local' : 'other'
}

/** One, or all. Their browsers are no longer known, so the next sign-in there is told by mail. */
export const endSessionsElsewhere = (context: SignedInContext, sessionID?: string) =>
  inTransaction(context, async (context) => {
    const { db, actor } = context
    const ended = await deleteOtherSessions(db, actor.userID, actor.sessionHash, sessionID)
    if (sessionID !== undefined && ended.length === 0) throw new AppError('NOT_FOUND')
    /** The current browser may have an older session of its own, left over from before it was restarted. */
    const here = await findDeviceOfSession(db, actor.sessionHash)
    const devices = ended.flatMap(({ deviceHash }) => (deviceHash && deviceHash !== here ? [deviceHash] : []))
    await forgetDevices(db, actor.userID, devices)
    if (ended.length > 0) await record(context, 'session.ended', actor.userID, { sessions: ended.length })
  })

const listLiveSessions = (db: Db, userID: string, now: Date) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userID, userID), eq(sessions.stage, 'full'), isLive(now)))
    .orderBy(desc(sessions.lastSeenAt))

/** Ends one session of the user, or all, but never the one with this token. Returns those that have ended. */
const deleteOtherSessions = (db: Db, userID: string, exceptHash: string, sessionID?: string) =>
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

const findDeviceOfSession = (db: Db, tokenHash: string): Promise<string | null | undefined> =>
  db
    .select({ deviceHash: sessions.deviceHash })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .then(([row]) => row?.deviceHash)

const forgetDevices = (db: Db, userID: string, deviceHashes: string[]) =>
  db.delete(knownDevices).where(and(eq(knownDevices.userID, userID), inArray(knownDevices.deviceHash, deviceHashes)))
