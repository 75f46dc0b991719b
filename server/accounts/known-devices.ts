import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { knownDevices } from '#server/database/schema.ts'
import { plainAddress } from '#server/http/client-network.ts'
import { cookieName, cookieOptions, deviceLifetimeMs } from '#server/http/cookies.ts'
import { deviceName } from '#server/http/device-name.ts'
import { endSessions } from '#server/http/sessions.ts'
import { isWithinLimit } from '#server/http/throttles.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import { newDeviceLetter } from './letters.ts'
import type { UserRow } from './queries.ts'
import { lettersTo } from './throttle-limits.ts'

/** The hash of the device cookie, if the user was signed in with both factors in this browser before. */
export async function findKnownDevice(
  { db, client: { deviceToken } }: Context,
  userID: string | undefined,
): Promise<string | undefined> {
  if (!deviceToken) return undefined
  const deviceHash = hashToken(deviceToken)
  const users = await listUsersOfDevice(db, deviceHash)
  return userID && users.includes(userID) ? deviceHash : undefined
}

/** Called after both factors. The browser keeps the device cookie that it has from this or another account. */
export async function rememberDevice({ db, clock, client }: Context, userID: string) {
  const sent = client.deviceToken
  const users = sent ? await listUsersOfDevice(db, hashToken(sent)) : []
  /** A cookie that nobody was given is replaced, so that it cannot be made up. */
  const token = sent && users.length > 0 ? sent : newToken()
  const deviceHash = hashToken(token)
  await saveDevice(db, deviceHash, userID, clock())
  return { token, deviceHash, isNew: !users.includes(userID) }
}

/** Call it after the session cookie is set, for clients that read only the first cookie of a reply. */
export const setDeviceCookie = ({ config }: Context, reply: FastifyReply, token: string) =>
  reply.setCookie(cookieName(config, 'device'), token, { ...cookieOptions(config), maxAge: deviceLifetimeMs / 1000 })

/**
 * Call it in the transaction that has saved the device. The letter has no actor: a limit on the letters that a person
 * causes must not refuse a sign-in.
 */
export async function tellOfNewDevice(context: Context, user: UserRow, { headers, ip }: FastifyRequest) {
  if (!(await isWithinLimit(context, lettersTo(context, 'new-device', user.email)))) return
  const letter = newDeviceLetter(deviceName(headers['user-agent']), plainAddress(ip), context.clock())
  await enqueueLetter({ ...context, actor: undefined }, user, letter)
}

/** The accounts that were signed in on this device. */
const listUsersOfDevice = (db: Db, deviceHash: string): Promise<string[]> =>
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

const saveDevice = (db: Db, deviceHash: string, userID: string, now: Date) =>
  db
    .insert(knownDevices)
    .values({ deviceHash, userID, createdAt: now, lastUsedAt: now })
    .onConflictDoUpdate({ target: [knownDevices.deviceHash, knownDevices.userID], set: { lastUsedAt: now } })

/** Ends all sessions. No browser is known any more, so the next sign-in is told by mail. */
export async function signOutEverywhere(context: Context, userID: string) {
  await endSessions(context, userID)
  await context.db.delete(knownDevices).where(eq(knownDevices.userID, userID))
}
