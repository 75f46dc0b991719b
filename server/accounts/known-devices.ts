import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { plainAddress } from '#server/http/client-network.ts'
import { cookieName, cookieOptions, deviceLifetimeMs } from '#server/http/cookies.ts'
import { deviceName } from '#server/http/device-name.ts'
import { isWithinLimit } from '#server/http/throttles.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { listUsersOfDevice, saveDevice } from './device-queries.ts'
import { newDeviceLetter } from './letters.ts'
import type { UserRow } from './queries.ts'
import { lettersTo } from './throttle-limits.ts'
import { hashToken, newToken } from './tokens.ts'

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

/** After both factors. The browser keeps the device cookie that it has from this or another account. */
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
