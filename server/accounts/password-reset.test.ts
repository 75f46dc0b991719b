import { expect, test, vi } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { inTransaction } from '#server/core/context.ts'
import { prepareTestApp } from '#test/test-app.ts'
import {
  enterPassword,
  makeUserWithTwoFactor,
  memberPassword,
  signInFully,
  totpCode,
  type UserWithTwoFactor,
} from '#test/two-factor-users.ts'
import { createApplicantAccount } from './public.ts'

const testApp = prepareTestApp({ environment: { PUBLIC_URL: 'https://columba.test' } })

const ask = (to: string, link?: string) =>
  testApp.anonymous.call(accountApi.sendReset, { body: { to, ...(link && { link }) } })
const reset = (token: string, newPassword = 'another quiet room') =>
  testApp.anonymous.call(accountApi.resetPassword, { body: { token, newPassword } })

/** Waits, because the letters are written shortly after the reply. */
async function tokensFor({ email }: { email: string }, count = 1): Promise<string[]> {
  const found = async () =>
    (await testApp.letters({ to: email, about: '/reset-password' })).map(
      ({ text }) => /https:\/\/columba\.test\/reset-password\?token=(\S+)/.exec(text)?.[1] ?? '',
    )
  await vi.waitFor(async () => expect(await found()).toHaveLength(count), { timeout: 60_000, interval: 50 })
  return found()
}

async function tokenFor(member: UserWithTwoFactor): Promise<string> {
  await ask(member.email)
  const [token = ''] = await tokensFor(member)
  return token
}

test('a reset request gets the same reply for a known and an unknown email', async () => {
  const known = await ask((await makeUserWithTwoFactor(testApp)).email)
  const unknown = await ask('nobody@test.example')
  expect([known.status, known.body]).toEqual([200, { success: true }])
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
})

test('a reset link uses the configured public URL, whatever link the client sends', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  await ask(member.email.toUpperCase(), 'https://elsewhere.example/reset-password?token={token}')
  const [token] = await tokensFor(member)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await testApp.letters({ to: member.email })).map(({ text }) => text).join()).not.toContain('elsewhere')
})

test('resetting the password ends all sessions and invalidates the old password and other links', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  const caller = await signInFully(testApp, member)
  await ask(member.email)
  await ask(member.email)
  const [first = '', second = ''] = await tokensFor(member, 2)
  expect((await reset(first)).body).toEqual({ success: true })
  expect((await caller.call(accountApi.me)).status).toBe(401)
  expect((await enterPassword(testApp, member)).status).toBe(401)
  expect((await enterPassword(testApp, member, 'another quiet room')).status).toBe(200)
  expect((await reset(second)).status).toBe(400)
  expect(await testApp.letters({ to: member.email, kind: 'password-changed' })).toHaveLength(1)
})

test('resetting the password also ends a session that waits for its second factor', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  const { caller } = await enterPassword(testApp, member)
  await reset(await tokenFor(member))
  expect((await caller.call(accountApi.logout)).status).toBe(401)
})

test('resetting the password keeps the second factor: the new password alone is not enough, and the old authenticator works', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  await reset(await tokenFor(member))
  testApp.advanceTime(30_000)
  const { body, caller } = await enterPassword(testApp, member, 'another quiet room')
  expect(body).toMatchObject({ twoFARequired: true, twoFASetupRequired: false })
  expect((await caller.call(accountApi.me)).status).toBe(401)
  expect((await caller.call(accountApi.generateSecret)).status).toBe(401)
  const token = totpCode(testApp, member.secret)
  expect((await caller.call(accountApi.verifyLogin, { body: { token } })).status).toBe(200)
})

test('a reset link works once, even if it is used three times at the same moment', async () => {
  const token = await tokenFor(await makeUserWithTwoFactor(testApp))
  const answers = await Promise.all([reset(token), reset(token, 'a third quiet room'), reset(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('a reset link expires after half an hour', async () => {
  const token = await tokenFor(await makeUserWithTwoFactor(testApp))
  const before = testApp.time.now
  testApp.time.now = new Date(before.getTime() + 30 * 60_000)
  const { status, refusal } = await reset(token)
  expect([status, refusal.code]).toEqual([400, 'RESET_TOKEN_INVALID'])
})

test.each([
  ['', 'Password required'],
  ['short', 'At least 8 characters'],
  ['password123', 'This password is too common. Please choose another'],
])('resetting to the password %j is refused, and the link can be used again', async (password, message) => {
  const token = await tokenFor(await makeUserWithTwoFactor(testApp))
  expect((await reset(token, password)).refusal.errors).toEqual({ newPassword: message })
  expect((await reset(token)).status).toBe(200)
})

test('an empty or unknown reset token is refused', async () => {
  expect((await reset('')).refusal.errors).toEqual({ token: 'Missing reset token.' })
  expect((await reset('made-up')).status).toBe(400)
})

test('the sixth reset request for an email within an hour is refused, whether known or not', async () => {
  const { email } = await makeUserWithTwoFactor(testApp)
  for (const to of [email, 'unknown@test.example']) {
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await ask(to)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  }
})

test('strangers who use up the reset requests for an email do not keep its owner from asking', async () => {
  const { email } = await makeUserWithTwoFactor(testApp)
  const askFrom = (remoteAddress: string) =>
    testApp.app.inject({ method: 'POST', url: accountApi.sendReset.path, payload: { to: email }, remoteAddress })
  for (let count = 0; count < 6; count += 1) await askFrom('203.0.113.7')
  expect((await askFrom('203.0.113.7')).statusCode).toBe(429)
  expect((await askFrom('198.51.100.4')).statusCode).toBe(200)
})

test('resetting the password unlocks an account that wrong guesses had locked', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  for (let count = 0; count < 10; count += 1) await enterPassword(testApp, member, 'not the one')
  expect((await enterPassword(testApp, member)).status).toBe(429)
  await reset(await tokenFor(member))
  expect((await enterPassword(testApp, member, 'another quiet room')).status).toBe(200)
})

test('the owner of an account that staff opened can set a password within 72 hours, then sets up the second factor', async () => {
  const applicant = {
    fullName: 'Ong Beng Huat',
    gender: 'Male',
    nationality: 'Singaporean',
    nationalID: 'S7654321Z',
    mobileNumber: '87654321',
    email: 'ong@test.example',
    address: '1 Toa Payoh',
    postalCode: '310001',
    unitNumber: '01-01',
    dob: '1950-05-05',
  }
  await inTransaction(testApp.context, (context) => createApplicantAccount(context, applicant))
  const [token = ''] = await tokensFor(applicant)
  testApp.advanceTime(71 * 3_600_000)
  expect((await reset(token, memberPassword)).status).toBe(200)
  expect((await enterPassword(testApp, applicant)).body.redirectTo).toBe('/setup-2fa')

  const again = inTransaction(testApp.context, (context) =>
    createApplicantAccount(context, { ...applicant, nationalID: 'S7654322Z', mobileNumber: '87654322' }),
  )
  await expect(again).rejects.toMatchObject({ details: { errors: { email: 'This email belongs to another account' } } })
})
