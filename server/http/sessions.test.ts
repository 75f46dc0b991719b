import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, everyRole } from '#contract/endpoint.ts'
import { createContext } from '#server/context.ts'
import { sessions } from '#server/database/schema.ts'
import { type SessionHarness, startSessionHarness } from '#test/session-harness.ts'
import { deleteExpired } from './delete-expired.ts'
import { serve } from './serve.ts'
import { endOtherSessions, endSession } from './sessions.ts'

const given = { method: 'POST', roles: everyRole, summary: 'A test', reply: z.object({}) } as const
const whoAmI = endpoint({ ...given, path: '/test/who-am-i' })
const signOut = endpoint({ ...given, path: '/test/sign-out' })
const signOutOthers = endpoint({ ...given, path: '/test/sign-out-others' })

const minutes = (count: number) => count * 60_000

let harness: SessionHarness
beforeAll(async () => {
  harness = await startSessionHarness({ PUBLIC_URL: 'https://columba.example' })
  serve(harness.app, whoAmI, () => ({}))
  serve(harness.app, signOut, async (context, _input, reply) => {
    await endSession(context, reply)
    return {}
  })
  serve(harness.app, signOutOthers, async (context) => {
    await endOtherSessions(context, context.actor.userID, context.actor.sessionHash)
    return {}
  })
})
afterAll(() => harness.close())

const call = (path: string, cookie: string) => harness.app.inject({ method: 'POST', url: path, headers: { cookie } })
const isSignedIn = async (cookie: string) => (await call(whoAmI.path, cookie)).statusCode === 200

test('the session cookie is HttpOnly, Secure and SameSite=Lax', async () => {
  const { userID } = await harness.signIn('user')
  const answer = await harness.app.inject({ method: 'POST', url: '/test/sign-in', payload: { userID, stage: 'full' } })
  expect(answer.headers['set-cookie']).toMatch(/^columba_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('the database stores only a hash of the session token', async () => {
  const { userID, cookie } = await harness.signIn('user')
  const [row] = await harness.database.db.select().from(sessions).where(eq(sessions.userID, userID))
  expect(cookie).not.toContain(row?.tokenHash)
})

test('each sign-in stage gets a new session token, and the old session is deleted', async () => {
  const { userID, cookie } = await harness.signIn('user', 'password')
  const next = await harness.changeStage(userID, 'full', cookie)
  expect(next).not.toBe(cookie)
  expect(await isSignedIn(next)).toBe(true)
  expect(await harness.database.db.$count(sessions, eq(sessions.userID, userID))).toBe(1)
})

test('a session ends after two hours without a call, and after twelve hours in any case', async () => {
  const { cookie } = await harness.signIn('user')
  for (let hour = 0; hour < 11; hour += 1) {
    harness.time.now += minutes(61)
    expect(await isSignedIn(cookie)).toBe(true)
  }
  harness.time.now += minutes(60)
  expect(await isSignedIn(cookie)).toBe(false)

  const idle = await harness.signIn('user')
  harness.time.now += minutes(121)
  expect(await isSignedIn(idle.cookie)).toBe(false)
})

test('lastSeenAt of a session is updated at most once a minute', async () => {
  const { userID, cookie } = await harness.signIn('user')
  const seen = async () => {
    const [row] = await harness.database.db.select().from(sessions).where(eq(sessions.userID, userID))
    return row?.lastSeenAt.getTime()
  }
  const begin = harness.time.now
  harness.time.now = begin + 59_000
  await isSignedIn(cookie)
  expect(await seen()).toBe(begin)
  harness.time.now = begin + 61_000
  await isSignedIn(cookie)
  expect(await seen()).toBe(begin + 61_000)
})

test('ending a session signs the user out and clears the cookie', async () => {
  const { cookie } = await harness.signIn('user')
  const answer = await call(signOut.path, cookie)
  expect(answer.headers['set-cookie']).toContain('columba_session=;')
  expect(await isSignedIn(cookie)).toBe(false)
})

test('ending the other sessions of a user keeps the current one', async () => {
  const { userID, cookie } = await harness.signIn('user')
  const other = await harness.changeStage(userID, 'full', '')
  await call(signOutOthers.path, cookie)
  expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(cookie)).toBe(true)
})

test('an unknown session cookie is treated as signed out', async () => {
  expect(await isSignedIn('columba_session=made-up')).toBe(false)
})

test('deleteExpired deletes expired sessions and keeps current ones', async () => {
  const expired = await harness.signIn('user')
  harness.time.now += minutes(121)
  const current = await harness.signIn('user')
  await deleteExpired(createContext(harness.app.services))
  const { db } = harness.database
  expect(await db.$count(sessions, eq(sessions.userID, expired.userID))).toBe(0)
  expect(await db.$count(sessions, eq(sessions.userID, current.userID))).toBe(1)
})
