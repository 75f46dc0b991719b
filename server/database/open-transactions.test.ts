import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { createLog } from '#server/log.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/app.ts'
import { applicantPart, application, birthCertFile, deathCertFile, papers, submit } from '#test/applications.ts'
import { makeBooking } from '#test/bookings.ts'
import { makeNiche } from '#test/factories.ts'
import { enterPassword, makeMember, signInFully } from '#test/members.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { bookings } from './schema.ts'

/** More often than there are connections, of which the embedded engine has one: were each refusal to lose one, none would be left. */
const times = process.env.TEST_ENGINE === 'postgres' ? 13 : 2
const over = Array.from({ length: times }, (_, index) => index)

let it: TestApp
let family: SignedInCaller
/** Sees only what was committed; the embedded engine has one connection, which is then the same. */
let elsewhere: Database
beforeAll(async () => {
  it = await startTestApp()
  elsewhere = it.database.url ? await openPostgres(it.database.url, createLog('silent')) : it.database
  family = await it.signIn('user')
})
afterAll(async () => {
  if (elsewhere !== it.database) await elsewhere.close()
  await it.close()
})

const countOpen = async () => {
  const { rows } = await elsewhere.db.execute(sql`
    select pid from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`)
  return rows.length
}

test('refused forms leave no transaction open, and the next one is kept for all to see', async () => {
  const clerk = await it.signIn('staff')
  const { nicheID } = await makeNiche(it.context)
  const preOrder = { status: 'Confirmed', type: 'PreOrder', payment: 'Paid', urn: false, madeBy: 'user' } as const
  const { bookingID } = await makeBooking(it.context, family.person, preOrder)
  const script = { name: 'page.pdf', content: Buffer.from('%PDF<script>alert(1)</script>') }
  const otherName = { ...applicantPart(family.person), ...application(nicheID), fullName: 'Somebody Else' }
  const tooEarly = { bookingID, dateOfDeath: '1939-01-01' }
  const refusals: (() => Promise<{ status: number }>)[] = [
    () => submit(family, nicheID, 'Current', { dateOfDeath: '1939-01-01' }),
    () =>
      family.call(bookingApi.submit, { body: application(nicheID), files: { birthCertFile, deathCertFile: script } }),
    () => clerk.call(bookingApi.submit, { body: otherName, files: papers() }),
    () => family.call(bookingApi.placeUrn, { body: tooEarly, files: { deathCertFile } }),
  ]
  for (const refused of refusals) {
    const answers = await Promise.all(over.map(refused))
    expect(answers.map(({ status }) => status)).toEqual(over.map(() => 400))
    expect(await countOpen()).toBe(0)
  }
  const made = await submit(family, nicheID)
  expect(made.status).toBe(200)
  expect(await elsewhere.db.$count(bookings, eq(bookings.bookingID, made.body.bookingID))).toBe(1)
  expect(await countOpen()).toBe(0)
})

test('wrong codes leave no transaction open, and the next person comes in', async () => {
  for (let person = 0; person < 3; person++) {
    const newcomer = await it.signIn('user', 'setup')
    await newcomer.call(accountApi.generateSecret)
    const { caller } = await enterPassword(it, await makeMember(it))
    const statuses = { setup: [0], login: [0] }
    for (let tries = 0; tries < 6; tries++) {
      const wrong = { body: { token: '000000' } }
      statuses.setup[tries] = (await newcomer.call(accountApi.verifySetup, wrong)).status
      statuses.login[tries] = (await caller.call(accountApi.verifyLogin, wrong)).status
    }
    const told = [400, 400, 400, 400, 401, 401]
    expect(statuses).toEqual({ setup: told, login: told })
    expect(await countOpen()).toBe(0)
  }
  const caller = await signInFully(it, 'user')
  expect((await caller.call(accountApi.me)).status).toBe(200)
  expect((await it.app.inject('/readyz')).statusCode).toBe(200)
  expect(await countOpen()).toBe(0)
})
