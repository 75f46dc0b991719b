import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { createLog } from '#server/log.ts'
import { makeBooking } from '#test/booking-factory.ts'
import {
  applicantFields,
  application,
  birthCertFile,
  certificateFiles,
  deathCertFile,
  submit,
} from '#test/booking-forms.ts'
import { makeNiche } from '#test/factories.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, signInFully } from '#test/two-factor-users.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { bookings } from './schema.ts'

/** More often than there are connections, of which the embedded engine has one: were each refusal to lose one, none would be left. */
const times = process.env.TEST_ENGINE === 'postgres' ? 13 : 2
const attempts = Array.from({ length: times }, (_, index) => index)

let testApp: TestApp
let applicant: SignedInCaller
/** Sees only what was committed; the embedded engine has one connection, which is then the same. */
let otherConnection: Database
beforeAll(async () => {
  testApp = await startTestApp()
  otherConnection = testApp.database.url
    ? await openPostgres(testApp.database.url, createLog('silent'))
    : testApp.database
  applicant = await testApp.signIn('user')
})
afterAll(async () => {
  if (otherConnection !== testApp.database) await otherConnection.close()
  await testApp.close()
})

const countIdleInTransaction = async () => {
  const { rows } = await otherConnection.db.execute(sql`
    select pid from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`)
  return rows.length
}

test('refused forms leave no transaction open, and the next one is kept for all to see', async () => {
  const clerk = await testApp.signIn('staff')
  const { nicheID } = await makeNiche(testApp.context)
  const preOrder = { status: 'Confirmed', type: 'PreOrder', payment: 'Paid', urn: false, madeBy: 'user' } as const
  const { bookingID } = await makeBooking(testApp.context, applicant.person, preOrder)
  const script = { name: 'page.pdf', content: Buffer.from('%PDF<script>alert(1)</script>') }
  const otherName = { ...applicantFields(applicant.person), ...application(nicheID), fullName: 'Somebody Else' }
  const tooEarly = { bookingID, dateOfDeath: '1939-01-01' }
  const refusals: (() => Promise<{ status: number }>)[] = [
    () => submit(applicant, nicheID, 'Current', { dateOfDeath: '1939-01-01' }),
    () =>
      applicant.call(bookingApi.submit, {
        body: application(nicheID),
        files: { birthCertFile, deathCertFile: script },
      }),
    () => clerk.call(bookingApi.submit, { body: otherName, files: certificateFiles() }),
    () => applicant.call(bookingApi.placeUrn, { body: tooEarly, files: { deathCertFile } }),
  ]
  for (const refused of refusals) {
    const answers = await Promise.all(attempts.map(refused))
    expect(answers.map(({ status }) => status)).toEqual(attempts.map(() => 400))
    expect(await countIdleInTransaction()).toBe(0)
  }
  const made = await submit(applicant, nicheID)
  expect(made.status).toBe(200)
  expect(await otherConnection.db.$count(bookings, eq(bookings.bookingID, made.body.bookingID))).toBe(1)
  expect(await countIdleInTransaction()).toBe(0)
})

test('wrong codes leave no transaction open, and the next person comes in', async () => {
  for (let person = 0; person < 3; person++) {
    const newcomer = await testApp.signIn('user', 'setup')
    await newcomer.call(accountApi.generateSecret)
    const { caller } = await enterPassword(testApp, await makeUserWithTwoFactor(testApp))
    const statuses = { setup: [0], login: [0] }
    for (let tries = 0; tries < 6; tries++) {
      const wrong = { body: { token: '000000' } }
      statuses.setup[tries] = (await newcomer.call(accountApi.verifySetup, wrong)).status
      statuses.login[tries] = (await caller.call(accountApi.verifyLogin, wrong)).status
    }
    const told = [400, 400, 400, 400, 401, 401]
    expect(statuses).toEqual({ setup: told, login: told })
    expect(await countIdleInTransaction()).toBe(0)
  }
  const caller = await signInFully(testApp, 'user')
  expect((await caller.call(accountApi.me)).status).toBe(200)
  expect((await testApp.app.inject('/readyz')).statusCode).toBe(200)
  expect(await countIdleInTransaction()).toBe(0)
})
