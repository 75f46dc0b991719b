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
const whoAmI = endpoint({ ...given, path: '/test/here' })
const signOut = endpoint({ ...given, path: '/test/leave' })
const leaveOthers = endpoint({ ...given, path: '/test/leave-others' })

const minutes = (count: number) => count * 60_000

let doors: SessionHarness
beforeAll(async () => {
  doors = await startSessionHarness({ PUBLIC_URL: 'https://columba.example' })
  serve(doors.app, whoAmI, () => ({}))
  serve(doors.app, signOut, async (context, _input, reply) => {
    await endSession(context, reply)
    return {}
  })
  serve(doors.app, leaveOthers, async (context) => {
    await endOtherSessions(context, context.actor.userID, context.actor.sessionHash)
    return {}
  })
})
afterAll(() => doors.close())

const call = (path: string, cookie: string) => doors.app.inject({ method: 'POST', url: path, headers: { cookie } })
const isSignedIn = async (cookie: string) => (await call('/test/here', cookie)).statusCode === 200

test('the cookie is out of reach of scripts and other sites, and never travels in the clear', async () => {
  const { userID } = await doors.signIn('user')
  const answer = await doors.app.inject({ method: 'POST', url: '/test/enter', payload: { userID, stage: 'full' } })
  expect(answer.headers['set-cookie']).toMatch(/^columba_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('the database knows only a hash of the token', async () => {
  const { userID, cookie } = await doors.signIn('user')
  const [row] = await doors.database.db.select().from(sessions).where(eq(sessions.userID, userID))
  expect(cookie).not.toContain(row?.tokenHash)
})

test('the token is another one after each stage, and the old one is worth nothing', async () => {
  const { userID, cookie } = await doors.signIn('user', 'password')
  const next = await doors.changeStage(userID, 'full', cookie)
  expect(next).not.toBe(cookie)
  expect(await isSignedIn(next)).toBe(true)
  expect(await doors.database.db.$count(sessions, eq(sessions.userID, userID))).toBe(1)
})

test('two hours without a call end a session; calls keep it for twelve', async () => {
  const { cookie } = await doors.signIn('user')
  for (let hour = 0; hour < 11; hour += 1) {
    doors.time.now += minutes(61)
    expect(await isSignedIn(cookie)).toBe(true)
  }
  doors.time.now += minutes(60)
  expect(await isSignedIn(cookie)).toBe(false)

  const idle = await doors.signIn('user')
  doors.time.now += minutes(121)
  expect(await isSignedIn(idle.cookie)).toBe(false)
})

test('being seen is noted once a minute, so that reading stays cheap', async () => {
  const { userID, cookie } = await doors.signIn('user')
  const seen = async () => {
    const [row] = await doors.database.db.select().from(sessions).where(eq(sessions.userID, userID))
    return row?.lastSeenAt.getTime()
  }
  const begin = doors.time.now
  doors.time.now = begin + 59_000
  await isSignedIn(cookie)
  expect(await seen()).toBe(begin)
  doors.time.now = begin + 61_000
  await isSignedIn(cookie)
  expect(await seen()).toBe(begin + 61_000)
})

test('who leaves is out, and the cookie is taken back', async () => {
  const { cookie } = await doors.signIn('user')
  const answer = await call('/test/leave', cookie)
  expect(answer.headers['set-cookie']).toContain('columba_session=;')
  expect(await isSignedIn(cookie)).toBe(false)
})

test('whatever else a person has open can be ended from one place', async () => {
  const { userID, cookie } = await doors.signIn('user')
  const other = await doors.changeStage(userID, 'full', '')
  await call('/test/leave-others', cookie)
  expect(await isSignedIn(other)).toBe(false)
  expect(await isSignedIn(cookie)).toBe(true)
})

test('a made-up cookie is nobody', async () => {
  expect(await isSignedIn('columba_session=made-up')).toBe(false)
})

test('what is over is forgotten, what lasts is kept', async () => {
  const past = await doors.signIn('user')
  doors.time.now += minutes(121)
  const present = await doors.signIn('user')
  await deleteExpired(createContext(doors.app.services))
  const { db } = doors.database
  expect(await db.$count(sessions, eq(sessions.userID, past.userID))).toBe(0)
  expect(await db.$count(sessions, eq(sessions.userID, present.userID))).toBe(1)
})
