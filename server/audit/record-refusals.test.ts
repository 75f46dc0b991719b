import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { auditApi } from '#contract/audit/api.ts'
import { auditLog } from '#server/database/schema.ts'
import { emptyAuditLog } from '#test/tamper-with-audit-log.ts'
import { prepareTestApp, startTestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, signInFully } from '#test/two-factor-users.ts'
import { createRefusalCounter } from './refusal-counter.ts'

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
  /** In new sessions, because the fifth wrong code would end one. */
  for (let attempt = 0; attempt <= 30; attempt += 1) {
    const { call } = await testApp.signIn(member)
    await call(accountApi.newRecoveryCodes, { body: { token: '000000' } })
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

test('visitors from thousands of networks are counted together beyond two hundred', async () => {
  const written: string[] = []
  const counter = createRefusalCounter(
    () => testApp.time.now,
    async ({ address }) => void written.push(address),
  )
  const refusal = {
    action: 'access.refused',
    actor: undefined,
    account: undefined,
    requestID: '',
    call: '',
    code: '',
  } as const
  for (let number = 0; number < 1000; number += 1)
    await counter.add({ ...refusal, address: `10.0.${Math.floor(number / 250)}.${number % 250}` })
  expect(written).toHaveLength(210)
  await counter.flush()
})
