import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { knownDevices, sessions, throttles } from '#server/database/schema.ts'
import { signInWithoutPassword } from '#test/sign-in-without-password.ts'
import { prepareTestApp, startTestApp, type TestApp } from '#test/test-app.ts'
import { type App, serve } from './serve.ts'
import { deleteExpired, endOtherSessions, endSession } from './sessions.ts'

const { signedIn } = callsBelow('/test')
const reply = z.object({})
const whoAmI = signedIn.post('who-am-i', 'A test', { reply })
const signOut = signedIn.post('sign-out', 'A test', { reply })
const signOutOthers = signedIn.post('sign-out-others', 'A test', { reply })

const minutes = (count: number) => count * 60_000

const environment = { BOT_CHECK: 'on', PUBLIC_URL: 'https://columba.example' }
const testApp = prepareTestApp({ environment, addEndpoints })

function addEndpoints(app: App) {
  serve(app, whoAmI, () => ({}))
  serve(app, signOut, async (context, _input, reply) => {
    await endSession(context, reply)
    return {}
  })
  serve(app, signOutOthers, async (context) => {
    await endOtherSessions(context, context.actor.userID, context.actor.sessionHash)
    return {}
  })
}

const call = (path: string, cookie: string) => testApp.app.inject({ method: 'POST', url: path, headers: { cookie } })
const isSignedIn = async (cookie: string) => (await call(whoAmI.path, cookie)).statusCode === 200

async function startedCookie({ app, signIn }: TestApp, cookie = '') {
  const { person } = await signIn('user')
  const payload = { userID: person.userID, stage: 'full' }
  const answer = await app.inject({ method: 'POST', url: signInWithoutPassword.path, payload, headers: { cookie } })
  return [answer.headers['set-cookie'] ?? []].flat().find((each) => each.includes('columba_session=')) ?? ''
}

test('over HTTPS the session cookie is HttpOnly, Secure and SameSite=Lax, and only this host can set it', async () => {
  expect(await startedCookie(testApp)).toMatch(
    /^__Host-columba_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('over HTTP the session cookie has its plain name', async () => {
  const demo = await startTestApp()
  const cookie = await startedCookie(demo)
  await demo.close()
  expect(cookie).toMatch(/^columba_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('over HTTPS a cookie with the plain name, which another host may have set, signs nobody in and does no harm', async () => {
  const { cookie } = await testApp.signIn('user')
  const planted = cookie.replace('__Host-', '')
  expect(planted).not.toBe(cookie)
  expect(await isSignedIn(planted)).toBe(false)
  const [mine = ''] = (await startedCookie(testApp, planted)).split(';')
  expect(await isSignedIn(`${planted}; ${mine}`)).toBe(true)
})

test('the database stores only a hash of the session token', async () => {
  const { person, cookie } = await testApp.signIn('user')
  const [row] = await testApp.database.db.select().from(sessions).where(eq(sessions.userID, person.userID))
  expect(cookie).not.toContain(row?.tokenHash)
})

test('each sign-in stage gets a new session token, and the old session is deleted', async () => {
  const early = await testApp.signIn('user', 'password')
  const next = await testApp.changeStage(early, 'full')
  expect(next.cookie).not.toBe(early.cookie)
  expect(await isSignedIn(next.cookie)).toBe(true)
  expect(await testApp.database.db.$count(sessions, eq(sessions.userID, early.person.userID))).toBe(1)
})

test('a session ends after two hours without a call, and after twelve hours in any case', async () => {
  const { cookie } = await testApp.signIn('user')
  for (let hour = 0; hour < 11; hour += 1) {
    testApp.advanceTime(minutes(61))
    expect(await isSignedIn(cookie)).toBe(true)
  }
  testApp.advanceTime(minutes(60))
  expect(await isSignedIn(cookie)).toBe(false)

  const idle = await testApp.signIn('user')
  testApp.advanceTime(minutes(121))
  expect(await isSignedIn(idle.cookie)).toBe(false)
})

test('lastSeenAt of a session is updated at most once a minute', async () => {
  const { person, cookie } = await testApp.signIn('user')
  const seen = async () => {
    const [row] = await testApp.database.db.select().from(sessions).where(eq(sessions.userID, person.userID))
    return row?.lastSeenAt.getTime()
  }
  const begin = testApp.time.now.getTime()
  testApp.advanceTime(59_000)
  await isSignedIn(cookie)
  expect(await seen()).toBe(begin)
  testApp.advanceTime(2000)
  await isSignedIn(cookie)
  expect(await seen()).toBe(begin + 61_000)
})

test('ending a session signs the user out and clears the cookie', async () => {
  const { cookie } = await testApp.signIn('user')
  const answer = await call(signOut.path, cookie)
  expect(answer.headers['set-cookie']).toContain('__Host-columba_session=;')
  expect(await isSignedIn(cookie)).toBe(false)
})

test('a marker that scripts can read is set with a full session and cleared with it', async () => {
  const { person } = await testApp.signIn('user')
  const cookiesOf = async (path: string, cookie: string, stage: string) => {
    const payload = { userID: person.userID, stage }
    const { headers } = await testApp.app.inject({ method: 'POST', url: path, payload, headers: { cookie } })
    return [headers['set-cookie'] ?? []].flat().filter((each) => each.includes('columba_signed_in='))
  }
  const [set = ''] = await cookiesOf(signInWithoutPassword.path, '', 'full')
  expect(set).toMatch(/^__Host-columba_signed_in=\w+; Path=\/; Secure; SameSite=Lax$/)
  const [marker = ''] = set.split(';')
  expect(await cookiesOf(signInWithoutPassword.path, '', 'password')).toEqual([])
  for (const [path, stage] of [
    [signInWithoutPassword.path, 'password'],
    [signOut.path, 'full'],
  ] as const) {
    const { cookie } = await testApp.signIn(person)
    expect(await cookiesOf(path, `${cookie}; ${marker}`, stage)).toEqual([
      expect.stringMatching(/signed_in=; (Max-Age=0; )?Path=\/; Expires=Thu, 01 Jan 1970/),
    ])
  }
})

test('ending the other sessions of a user keeps the current one', async () => {
  const { person, cookie } = await testApp.signIn('user')
  const other = await testApp.signIn(person)
  await call(signOutOthers.path, cookie)
  expect(await isSignedIn(other.cookie)).toBe(false)
  expect(await isSignedIn(cookie)).toBe(true)
})

test('an unknown session cookie is treated as signed out', async () => {
  expect(await isSignedIn('__Host-columba_session=made-up')).toBe(false)
})

test('deleteExpired deletes expired sessions and keeps current ones', async () => {
  const expired = await testApp.signIn('user')
  testApp.advanceTime(minutes(121))
  const current = await testApp.signIn('user')
  await deleteExpired(testApp.context)
  const { db } = testApp.database
  expect(await db.$count(sessions, eq(sessions.userID, expired.person.userID))).toBe(0)
  expect(await db.$count(sessions, eq(sessions.userID, current.person.userID))).toBe(1)
})

test('deleteExpired deletes counts of attempts whose window is over', async () => {
  const { db } = testApp.database
  const at = (milliseconds: number) => new Date(testApp.time.now.getTime() + milliseconds)
  await db.insert(throttles).values([
    { key: 'over', count: 1, resetsAt: at(-1) },
    { key: 'running', count: 1, resetsAt: at(1) },
  ])
  await deleteExpired(testApp.context)
  expect((await db.select().from(throttles)).map(({ key }) => key)).toEqual(['running'])
})

test('deleteExpired forgets devices that were not used for a year', async () => {
  const { userID } = (await testApp.signIn('user')).person
  const { db } = testApp.database
  const daysAgo = (days: number) => new Date(testApp.time.now.getTime() - minutes(days * 24 * 60))
  const used = (deviceHash: string, days: number) => ({
    deviceHash,
    userID,
    createdAt: daysAgo(400),
    lastUsedAt: daysAgo(days),
  })
  await db.insert(knownDevices).values([used('forgotten', 366), used('known', 364)])
  await deleteExpired(testApp.context)
  const left = await db.select().from(knownDevices).where(eq(knownDevices.userID, userID))
  expect(left.map(({ deviceHash }) => deviceHash)).toEqual(['known'])
})
