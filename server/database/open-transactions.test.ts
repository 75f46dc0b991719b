import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { createLog } from '#server/core/log.ts'
import type { Database } from '#server/ports/database.ts'
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
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, signInFully, wrongCode } from '#test/two-factor-users.ts'
import { openPostgres } from './postgres.ts'
import { bookings } from './schema.ts'

/** There are more attempts than the pool has connections (the embedded engine has one), so a leak at each refusal would use them all up. */
const times = process.env.TEST_ENGINE === 'postgres' ? 13 : 2
const attempts = Array.from({ length: times }, (_, index) => index)

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')
/** Sees only committed rows. The embedded engine has a single connection, so there it is the same one. */
let otherConnection: Database
beforeAll(async () => {
  otherConnection = testApp.database.url
    ? await openPostgres(testApp.database.url, createLog('silent'))
    : testApp.database
})
afterAll(async () => {
  if (otherConnection !== testApp.database) await otherConnection.close()
})

const countIdleInTransaction = async () => {
  const { rows } = await otherConnection.db.execute(sql`
    select pid from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`)
  return rows.length
}

test('refused forms leave no transaction open, and the next valid form is committed', async () => {
  const clerk = await testApp.signIn('staff')
  const { nicheID } = await makeNiche(testApp.context)
  const preOrder = { status: 'Confirmed', type: 'PreOrder' } as const
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
    const replies = await Promise.all(attempts.map(refused))
    expect(replies.map(({ status }) => status)).toEqual(attempts.map(() => 400))
    expect(await countIdleInTransaction()).toBe(0)
  }
  const made = await submit(applicant, nicheID)
  expect(made.status).toBe(200)
  expect(await otherConnection.db.$count(bookings, eq(bookings.bookingID, made.body.bookingID))).toBe(1)
  expect(await countIdleInTransaction()).toBe(0)
})

test('wrong codes leave no transaction open, and the next person can sign in', async () => {
  for (let person = 0; person < 3; person++) {
    const newUser = await testApp.signIn('user', 'setup')
    const { secret } = (await newUser.call(accountApi.generateSecret)).body
    const member = await makeUserWithTwoFactor(testApp)
    const { caller } = await enterPassword(testApp, member)
    const statuses = { setup: [0], login: [0] }
    for (let tries = 0; tries < 6; tries++) {
      const wrong = (secret: string) => ({ body: { token: wrongCode(testApp, secret) } })
      statuses.setup[tries] = (await newUser.call(accountApi.verifySetup, wrong(secret))).status
      statuses.login[tries] = (await caller.call(accountApi.verifyLogin, wrong(member.secret))).status
    }
    const expected = [400, 400, 400, 400, 401, 401]
    expect(statuses).toEqual({ setup: expected, login: expected })
    expect(await countIdleInTransaction()).toBe(0)
  }
  const caller = await signInFully(testApp, 'user')
  expect((await caller.call(accountApi.me)).status).toBe(200)
  expect((await testApp.app.inject('/readyz')).statusCode).toBe(200)
  expect(await countIdleInTransaction()).toBe(0)
})
