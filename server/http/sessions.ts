import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dayMs } from '#contract/dates.ts'
import type { Stage } from '#contract/roles.ts'
import type { Config } from '#server/core/config.ts'
import type { Actor, Context, Services } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { batchReads } from '#server/database/batched-statements.ts'
import { preparedQuery } from '#server/database/prepared.ts'
import { knownDevices, serverChecks, sessions, throttles, users } from '#server/database/schema.ts'
import { cookieName, cookieOptions, deviceLifetimeMs } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { isPageRequest } from './page-requests.ts'

const minute = 60_000
const idleMs = 120 * minute
const absoluteMs = 720 * minute

export interface Session {
  actor: Actor
  stage: Stage
  /** When both factors were entered, or the second one again. */
  factorAt: Date
}

/** Starts a session or its next stage. The token is always new, and the old one stops working. */
export async function startSession(
  context: Context,
  reply: FastifyReply,
  userID: string,
  stage: Stage,
  deviceHash?: string,
): Promise<string> {
  const { request } = reply
  const token = newToken()
  const now = context.clock()
  await deleteSession(context, request)
  await context.db.insert(sessions).values({
    tokenHash: hashToken(token),
    userID,
    stage,
    createdAt: now,
    lastSeenAt: now,
    device: deviceName(request.headers['user-agent']),
    address: request.ip,
    deviceHash,
  })
  reply.setCookie(cookieName(context.config, 'session'), token, cookieOptions(context.config))
  if (stage === 'full') setMarker(context.config, reply)
  else clearMarker(context.config, reply)
  return hashToken(token)
}

export async function endSession(context: Context, reply: FastifyReply) {
  await deleteSession(context, reply.request)
  reply.clearCookie(cookieName(context.config, 'session'), cookieOptions(context.config))
  clearMarker(context.config, reply)
}

/** Ends all other sessions of the user. */
export async function endOtherSessions(context: Context, userID: string, exceptHash: string) {
  await context.db.delete(sessions).where(and(eq(sessions.userID, userID), ne(sessions.tokenHash, exceptHash)))
}

export async function endSessions(context: Context, userID: string) {
  await context.db.delete(sessions).where(eq(sessions.userID, userID))
}

const sessionByToken = preparedQuery((db) => {
  const sessionsOfTokens = db
    .select({
      tokenHash: sessions.tokenHash,
      userID: users.userID,
      name: users.fullName,
      role: users.role,
      stage: sessions.stage,
      createdAt: sessions.createdAt,
      factorAgainAt: sessions.factorAgainAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userID, sessions.userID))
    .where(sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')})`)
    .prepare('sessions_of_tokens')
  return batchReads(async (tokenHashes) => {
    const found = await sessionsOfTokens.execute({ tokenHashes })
    return new Map(found.map((session) => [session.tokenHash, session]))
  })
})

/** The session of the cookie, unless it has expired. Updates `lastSeenAt` at most once a minute, and not with `skipLastSeen`. */
export async function findSession(
  { config, clock, database: { db } }: Services,
  request: FastifyRequest,
  { skipLastSeen = false } = {},
): Promise<Session | undefined> {
  const token = request.cookies[cookieName(config, 'session')]
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const found = await sessionByToken(db)(tokenHash)
  if (!found) return undefined

  const now = clock()
  const idle = now.getTime() - found.lastSeenAt.getTime()
  if (idle > idleMs || now.getTime() - found.createdAt.getTime() > absoluteMs) return undefined
  if (idle > minute && !skipLastSeen)
    await db.update(sessions).set({ lastSeenAt: now, address: request.ip }).where(eq(sessions.tokenHash, tokenHash))
  const { userID, name, role, stage } = found
  const actor = { userID, name, role, sessionHash: tokenHash }
  return { actor, stage, factorAt: found.factorAgainAt ?? found.createdAt }
}

/** The same rule as in `findSession`, for lists. */
export const isLive = (now: Date) =>
  and(
    gt(sessions.lastSeenAt, new Date(now.getTime() - idleMs)),
    gt(sessions.createdAt, new Date(now.getTime() - absoluteMs)),
  )

async function deleteSession({ db, config }: Context, request: FastifyRequest) {
  const token = request.cookies[cookieName(config, 'session')]
  if (token) await db.delete(sessions).where(eq(sessions.tokenHash, hashToken(token)))
}

type CookieConfig = Pick<Config, 'publicUrl'>

const optionsOf = (config: CookieConfig) => ({ ...cookieOptions(config), httpOnly: false })

/** Tells scripts that there may be a session. Each sign-in has another value, so that an earlier refusal cannot remove it. */
function setMarker(config: CookieConfig, reply: FastifyReply) {
  reply.setCookie(cookieName(config, 'signed_in'), randomBytes(8).toString('hex'), optionsOf(config))
}

function clearMarker(config: CookieConfig, reply: FastifyReply) {
  const name = cookieName(config, 'signed_in')
  if (reply.request.cookies[name] !== undefined) reply.clearCookie(name, optionsOf(config))
}

/** A session from before the marker existed, or whose marker was deleted, gets one with the page, before any script runs. */
export function restoreMarkers(app: Pick<FastifyInstance, 'addHook'>, config: CookieConfig) {
  app.addHook('onRequest', async (request, reply) => {
    const hasMarker = request.cookies[cookieName(config, 'signed_in')] !== undefined
    const hasSession = request.cookies[cookieName(config, 'session')] !== undefined
    if (hasSession && !hasMarker && isPageRequest(request)) setMarker(config, reply)
  })
}

export async function deleteExpired({ db, clock }: Context) {
  const now = clock().getTime()
  const isExpired = or(
    lt(sessions.lastSeenAt, new Date(now - idleMs)),
    lt(sessions.createdAt, new Date(now - absoluteMs)),
  )
  await db.delete(sessions).where(isExpired)
  await db.delete(knownDevices).where(lt(knownDevices.lastUsedAt, new Date(now - deviceLifetimeMs)))
  await db.delete(throttles).where(lt(throttles.resetsAt, new Date(now)))
  await db.delete(serverChecks).where(lt(serverChecks.checkedAt, new Date(now - dayMs)))
}
