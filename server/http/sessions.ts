import { createHash, randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Stage } from '#contract/roles.ts'
import type { Actor, Clock, Context } from '../context.ts'
import type { Db } from '../database/database.ts'
import { preparedQuery } from '../database/prepared.ts'
import { sessions, users } from '../database/schema.ts'

const cookieName = 'columba_session'
const minute = 60_000
export const idleMs = 120 * minute
export const absoluteMs = 720 * minute

export interface Session {
  actor: Actor
  stage: Stage
}

/** Starts a session or its next stage. The token is always new, and the old one stops working. */
export async function startSession(
  context: Context,
  reply: FastifyReply,
  userID: string,
  stage: Stage,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = context.clock()
  await deleteSession(context.db, reply.request)
  await context.db.insert(sessions).values({ tokenHash: hashOf(token), userID, stage, createdAt: now, lastSeenAt: now })
  reply.setCookie(cookieName, token, cookieOptions(context))
  return hashOf(token)
}

export async function endSession(context: Context, reply: FastifyReply) {
  await deleteSession(context.db, reply.request)
  reply.clearCookie(cookieName, cookieOptions(context))
}

/** Ends all other sessions of the user. */
export async function endOtherSessions(context: Context, userID: string, exceptHash: string) {
  await context.db.delete(sessions).where(and(eq(sessions.userID, userID), ne(sessions.tokenHash, exceptHash)))
}

export async function endSessions(context: Context, userID: string) {
  await context.db.delete(sessions).where(eq(sessions.userID, userID))
}

const sessionOfToken = preparedQuery((db) =>
  db
    .select({
      userID: users.userID,
      name: users.fullName,
      role: users.role,
      stage: sessions.stage,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userID, sessions.userID))
    .where(eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .prepare('session_of_token'),
)

/** The session of the cookie, unless it has expired. Updates `lastSeenAt` at most once a minute, and not if `quietly`. */
export async function findSession(
  db: Db,
  clock: Clock,
  request: FastifyRequest,
  { quietly: skipLastSeen = false } = {},
): Promise<Session | undefined> {
  const token = request.cookies[cookieName]
  if (!token) return undefined
  const tokenHash = hashOf(token)
  const [found] = await sessionOfToken(db).execute({ tokenHash })
  if (!found) return undefined

  const now = clock()
  const idle = now.getTime() - found.lastSeenAt.getTime()
  if (idle > idleMs || now.getTime() - found.createdAt.getTime() > absoluteMs) return undefined
  if (idle > minute && !skipLastSeen)
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash))
  const { userID, name, role, stage } = found
  return { actor: { userID, name, role, sessionHash: tokenHash }, stage }
}

async function deleteSession(db: Db, request: FastifyRequest) {
  const token = request.cookies[cookieName]
  if (token) await db.delete(sessions).where(eq(sessions.tokenHash, hashOf(token)))
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

const cookieOptions = ({ config }: Context) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: config.publicUrl.startsWith('https:'),
})
