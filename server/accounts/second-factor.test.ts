import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { users } from '#server/database/schema.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, signInFully, totpCode, wrongCode } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()

const secretOf = async (caller: SignedInCaller) => (await caller.call(accountApi.generateSecret)).body.secret

test('a set-up session always shows the same secret, and every session has its own', async () => {
  const caller = await testApp.signIn('user', 'setup')
  expect(await secretOf(caller)).toBe(await secretOf(caller))
  expect(await secretOf(await testApp.signIn('user', 'setup'))).not.toBe(await secretOf(caller))
})

test('finishing the set-up with a correct code returns ten recovery codes and ends the session', async () => {
  const caller = await testApp.signIn('user', 'setup')
  const token = totpCode(testApp, await secretOf(caller))
  const { body, status } = await caller.call(accountApi.verifySetup, { body: { token } })
  expect(status).toBe(200)
  expect(new Set(body.recoveryCodes).size).toBe(10)
  expect((await caller.call(accountApi.generateSecret)).status).toBe(401)
})

test('finishing the set-up with a wrong code is refused', async () => {
  const caller = await testApp.signIn('user', 'setup')
  const token = wrongCode(testApp, await secretOf(caller))
  const { status, refusal } = await caller.call(accountApi.verifySetup, { body: { token } })
  expect([status, refusal.error]).toEqual([400, 'Invalid token. Please try again.'])
})

test('of two set-ups of one account at the same moment, only one succeeds', async () => {
  const first = await testApp.signIn('user', 'setup')
  const second = await testApp.signIn(first.person, 'setup')
  const tokens = [totpCode(testApp, await secretOf(first)), totpCode(testApp, await secretOf(second))] as const
  const answers = await Promise.all([
    first.call(accountApi.verifySetup, { body: { token: tokens[0] } }),
    second.call(accountApi.verifySetup, { body: { token: tokens[1] } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('a set-up that fails at its last step has set up nothing, and the same code finishes it afterwards', async () => {
  const { db } = testApp.context
  const caller = await testApp.signIn('user', 'setup')
  const { userID } = caller.person
  const body = { token: totpCode(testApp, await secretOf(caller)) }
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await db.execute(sql`create trigger refuse before delete on throttles execute function refuse()`)
  expect((await caller.call(accountApi.verifySetup, { body })).status).toBe(500)
  await db.execute(sql`drop function refuse cascade`)
  expect(await db.$count(users, and(eq(users.userID, userID), isNull(users.totpSealed)))).toBe(1)
  expect((await caller.call(accountApi.verifySetup, { body })).status).toBe(200)
})

test('ten wrong set-up codes at once do not block the login of others', async () => {
  const caller = await testApp.signIn('user', 'setup')
  const wrong = { body: { token: '000000' } }
  await Promise.all(Array.from({ length: 10 }, () => caller.call(accountApi.verifySetup, wrong)))
  expect(
    (await testApp.anonymous.call(accountApi.login, { body: { email: 'a@test.example', password: 'x' } })).status,
  ).toBe(401)
})

/** A signed-in user with new recovery codes from Profile. */
async function memberWithCodes() {
  const member = await makeUserWithTwoFactor(testApp)
  const caller = await signInFully(testApp, member)
  testApp.advanceTime(30_000)
  const { body } = await caller.call(accountApi.newRecoveryCodes, { body: { token: totpCode(testApp, member.secret) } })
  return { member, caller, codes: body.recoveryCodes }
}

test('a recovery code works once, even if it is sent three times at the same moment', async () => {
  const { member, codes } = await memberWithCodes()
  const callers = await Promise.all([1, 2, 3].map(async () => (await enterPassword(testApp, member)).caller))
  const body = { recoveryCode: ` ${codes[0]?.toUpperCase().replace('-', ' ')} ` }
  const answers = await Promise.all(callers.map((caller) => caller.call(accountApi.verifyLogin, { body })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const { caller } = await enterPassword(testApp, member)
  expect((await caller.call(accountApi.verifyLogin, { body: { recoveryCode: codes[1] ?? '' } })).status).toBe(200)
})

test('a recovery code of another user is refused', async () => {
  const { codes } = await memberWithCodes()
  const { caller } = await enterPassword(testApp, await makeUserWithTwoFactor(testApp))
  const { status, refusal } = await caller.call(accountApi.verifyLogin, { body: { recoveryCode: codes[0] ?? '' } })
  expect(status).toBe(400)
  expect(refusal.error).toBe('This recovery code is wrong or was already used. Please try another.')
})

test('five wrong codes for new recovery codes end the session and are in the audit log; a right one starts the count again', async () => {
  const { member, caller } = await memberWithCodes()
  const renew = (token: string) => caller.call(accountApi.newRecoveryCodes, { body: { token } })
  const wrong = async (times: number) => {
    const codes: string[] = []
    for (let tries = 0; tries < times; tries += 1)
      codes.push((await renew(wrongCode(testApp, member.secret))).refusal.code)
    return codes
  }
  expect(await wrong(4)).toEqual(Array(4).fill('CODE_INVALID'))
  testApp.advanceTime(30_000)
  expect((await renew(totpCode(testApp, member.secret))).status).toBe(200)
  expect(await wrong(5)).toEqual([...Array(4).fill('CODE_INVALID'), 'SIGN_IN_AGAIN'])
  expect((await caller.call(accountApi.me)).status).toBe(401)
  expect(await testApp.auditEntries({ subject: member.userID, action: 'login.code_failed' })).toHaveLength(9)
})

test('renewing recovery codes needs an authenticator code and invalidates the old recovery codes', async () => {
  const { member, caller, codes } = await memberWithCodes()
  const wrong = { body: { token: wrongCode(testApp, member.secret) } }
  expect((await caller.call(accountApi.newRecoveryCodes, wrong)).status).toBe(400)
  testApp.advanceTime(30_000)
  const renewed = await caller.call(accountApi.newRecoveryCodes, { body: { token: totpCode(testApp, member.secret) } })
  expect(renewed.status).toBe(200)
  const later = await enterPassword(testApp, member)
  expect((await later.caller.call(accountApi.verifyLogin, { body: { recoveryCode: codes[0] ?? '' } })).status).toBe(400)
})
