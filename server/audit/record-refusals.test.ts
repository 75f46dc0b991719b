import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { auditApi } from '#contract/audit/api.ts'
import { auditLog } from '#server/database/schema.ts'
import { emptyAuditLog } from '#test/tamper-with-audit-log.ts'
import { prepareTestApp, startTestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, signInFully, wrongCode } from '#test/two-factor-users.ts'
import { createRefusalCounter, type Refusal } from './refusal-counter.ts'

const testApp = prepareTestApp()
beforeEach(async () => {
  testApp.advanceTime(24 * 3_600_000)
  await emptyAuditLog(testApp.context.db)
})

const listEntries = (action: 'access.refused' | 'access.throttled' | 'login' | 'logout') =>
  testApp.context.db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(asc(auditLog.id))

test('an entry has the address, session and request ID of its request, and entries of one session the same session', async () => {
  const { cookie, member } = await signInFully(testApp, 'user')
  const requestID = 'request-of-the-log-out'
  const headers = { cookie, 'x-request-id': requestID }
  await testApp.app.inject({ method: 'POST', url: '/api/user/logout', headers, remoteAddress: '203.0.113.7' })
  const [login, logout] = [await listEntries('login'), await listEntries('logout')].flat()
  expect(logout).toMatchObject({ actorID: member.userID, address: '203.0.113.7', requestID })
  expect(logout?.session).toMatch(/^[\w-]{12}$/)
  expect(login).toMatchObject({ address: '127.0.0.1', session: logout?.session })
  expect(JSON.stringify([login, logout])).not.toContain(cookie.split('=')[1])
})

test('a call with the wrong role is recorded with the person, and an admin sees where it came from', async () => {
  const [applicant, admin] = [await testApp.signIn('user'), await testApp.signIn('admin')]
  expect((await applicant.call(auditApi.head)).status).toBe(403)
  const { body } = await admin.call(auditApi.list, {
    query: { action: 'access.refused', person: applicant.person.email },
  })
  expect(body.entries).toMatchObject([
    {
      actorID: applicant.person.userID,
      actorName: applicant.person.fullName,
      people: [{ email: applicant.person.email }],
      details: { call: 'GET /api/audit/head', code: 'WRONG_ROLE' },
      address: '127.0.0.1',
      session: expect.stringMatching(/^[\w-]{12}$/),
      requestID: expect.stringMatching(/^[\w-]{8,64}$/),
    },
  ])
})

test('a call from another site is recorded with the person whose browser sent it', async () => {
  const applicant = await testApp.signIn('user')
  const headers = { cookie: applicant.cookie, 'sec-fetch-site': 'cross-site' }
  await testApp.app.inject({ method: 'POST', url: '/api/user/logout', headers })
  await testApp.app.inject({ method: 'POST', url: '/api/user/login', headers: { 'sec-fetch-site': 'cross-site' } })
  expect(await listEntries('access.refused')).toMatchObject([
    { actorID: applicant.person.userID, details: { call: 'POST /api/user/logout', code: 'FOREIGN_ORIGIN' } },
    { actorID: null, actorName: 'Visitor', subject: 'unknown', session: null },
  ])
})

test('a throttled log-in is recorded with the account, and a throttled code with the person', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  for (let attempt = 0; attempt <= 10; attempt += 1) await enterPassword(testApp, member, 'wrong')
  expect(await listEntries('access.throttled')).toMatchObject([
    {
      actorID: null,
      actorName: 'Visitor',
      subject: member.userID,
      details: { call: 'POST /api/user/login', code: 'THROTTLED' },
    },
  ])
  await emptyAuditLog(testApp.context.db)
  /** Each code is entered in a new session, because the fifth wrong code would end one. */
  for (let attempt = 0; attempt <= 30; attempt += 1) {
    const { call } = await testApp.signIn(member)
    await call(accountApi.newRecoveryCodes, { body: { token: wrongCode(testApp, member.secret) } })
  }
  expect(await listEntries('access.throttled')).toMatchObject([{ actorID: member.userID, subject: member.userID }])
})

test('of many refusals in a minute ten are recorded one by one, and the rest as a number', async () => {
  const [applicant, other] = [await testApp.signIn('user'), await testApp.signIn('user')]
  const refuse = async (caller: typeof applicant, times: number) => {
    for (let time = 0; time < times; time += 1) await caller.call(auditApi.head)
  }
  await refuse(applicant, 25)
  await refuse(other, 1)
  expect(await listEntries('access.refused')).toHaveLength(11)
  testApp.advanceTime(61_000)
  await refuse(applicant, 1)
  const entries = (await listEntries('access.refused')).slice(11)
  expect(entries.map(({ actorID, details }) => [actorID, details.furtherTimes])).toEqual([
    [applicant.person.userID, 15],
    [applicant.person.userID, undefined],
  ])
})

test('refusals that were only counted are recorded when the server stops', async () => {
  const stopping = await startTestApp()
  const applicant = await stopping.signIn('user')
  for (let time = 0; time < 12; time += 1) await applicant.call(auditApi.head)
  await stopping.app.close()
  const entries = await stopping.context.db.select().from(auditLog).orderBy(asc(auditLog.id))
  expect(entries.slice(10).map(({ details }) => details.furtherTimes)).toEqual([2])
  await stopping.close()
})

test('a visitor who is refused hundreds of times does not hide the refusal of another', async () => {
  const refuse = (remoteAddress: string) =>
    testApp.app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'sec-fetch-site': 'cross-site' },
      remoteAddress,
    })
  for (let count = 0; count < 30; count += 1) await refuse('203.0.113.7')
  await refuse('198.51.100.4')
  const addresses = (await listEntries('access.refused')).map(({ address }) => address)
  expect(addresses.filter((address) => address === '203.0.113.7')).toHaveLength(10)
  expect(addresses).toContain('198.51.100.4')
})

describe('what is written in a minute', () => {
  const refusal = { actor: undefined, account: undefined, requestID: '', call: '', code: '' }
  const actor = (userID: string) => ({ userID, name: 'A', role: 'user', sessionHash: userID }) as const

  /** Counts the entries that these refusals cause while they come, and with those of the end of the minute. */
  async function countEntries(refusals: Partial<Refusal>[]) {
    const written: string[] = []
    const counter = createRefusalCounter(
      () => testApp.time.now,
      async ({ address }) => void written.push(address),
    )
    for (const each of refusals) await counter.add({ ...refusal, action: 'access.refused', address: '', ...each })
    const atOnce = written.length
    await counter.flush()
    return [atOnce, written.length]
  }
  const thousand = Array.from({ length: 1000 }, (_, number) => number)
  const kinds = ['access.refused', 'access.throttled'] as const

  test.each([
    [
      'visitors of a thousand networks',
      [50, 51],
      (number: number) => ({ address: `10.0.${number >> 8}.${number & 255}` }),
    ],
    [
      'visitors of a thousand networks of one /48',
      [20, 41],
      (number: number) => ({ address: `2001:db8:1:${number}::1` }),
    ],
    [
      'one network that is refused two kinds of calls for a thousand accounts',
      [20, 42],
      (number: number) => ({
        address: '203.0.113.7',
        account: `account ${number}`,
        action: kinds[number % 2] as 'access.refused',
      }),
    ],
    [
      'a thousand people on as many networks',
      [50, 51],
      (number: number) => ({ actor: actor(`person ${number}`), address: `10.0.${number >> 8}.${number & 255}` }),
    ],
  ])('%s cause %j entries at most', async (_who, expected, refuse) => {
    expect(await countEntries(thousand.map(refuse))).toEqual(expected)
  })

  test('both kinds of refusals of a hundred people and as many visitors cause 204 entries at most', async () => {
    const everybody = thousand.flatMap((number) => {
      const [address, person] = [`10.0.${number % 100}.7`, actor(`person ${number % 100}`)]
      return kinds.flatMap((action) => [
        { action, address },
        { action, address: `10.1.${number % 100}.7`, actor: person },
      ])
    })
    expect((await countEntries(everybody))[1]).toBeLessThanOrEqual(204)
  })

  test('many visitors do not hide the refusal of somebody who is signed in', async () => {
    const visitors = thousand.map((number) => ({ address: `10.0.${number >> 8}.${number & 255}` }))
    expect(await countEntries([...visitors, { actor: actor('clerk'), address: '203.0.113.7' }])).toEqual([51, 52])
  })
})
