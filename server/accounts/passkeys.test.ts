import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { mostPasskeys, type NewPasskey, passkeyApi } from '#contract/accounts/passkey-api.ts'
import { passkeys } from '#server/database/schema.ts'
import type { Caller } from '#test/caller.ts'
import { createAuthenticator, type SoftwareAuthenticator } from '#test/software-authenticator.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, totpCode, type UserWithTwoFactor } from '#test/two-factor-users.ts'

const minute = 60_000
const testApp = prepareTestApp()

/** The next code of the person's authenticator. */
function nextCode({ secret }: UserWithTwoFactor) {
  testApp.advanceTime(30_000)
  return { token: totpCode(testApp, secret) }
}

async function signInMember() {
  const member = await makeUserWithTwoFactor(testApp)
  return { member, caller: await testApp.signIn(member) }
}

interface Owner {
  member: UserWithTwoFactor
  caller: Caller
}

async function addPasskey({ member, caller }: Owner, device = createAuthenticator(), name = 'My phone') {
  const { body: options } = await caller.call(passkeyApi.beginAdding)
  return caller.call(passkeyApi.add, { body: { name, newPasskey: device.create(options), ...nextCode(member) } })
}

/** A signed-in person with one passkey. */
async function memberWithPasskey(details: { role?: 'admin' } = {}) {
  const member = await makeUserWithTwoFactor(testApp, details)
  const caller = await testApp.signIn(member)
  const device = createAuthenticator()
  expect((await addPasskey({ member, caller }, device)).status).toBe(200)
  return { member, caller, device }
}

const ownPasskeys = async (caller: Caller) => (await caller.call(passkeyApi.list)).body.passkeys
const waitForFactor = async (member: UserWithTwoFactor) => (await enterPassword(testApp, member)).caller

type Proof = ReturnType<SoftwareAuthenticator['get']>
const verify = (caller: Caller, passkey: Proof) => caller.call(accountApi.verifyLogin, { body: { passkey } })

/** Asks for a challenge in this session and lets the device sign it. */
async function sendPasskey(
  caller: Caller,
  device: SoftwareAuthenticator,
  deviation: Parameters<typeof device.get>[1] = {},
) {
  const { body: options } = await caller.call(passkeyApi.beginUse)
  return verify(caller, device.get(options, deviation))
}

test('a passkey is the second factor after the password, of two sent at the same moment only one counts, and the audit log says so', async () => {
  const { member, device } = await memberWithPasskey()
  const caller = await waitForFactor(member)
  expect((await caller.call(passkeyApi.available)).body).toEqual({ origin: 'http://localhost:3000', hasPasskey: true })
  const { body: options } = await caller.call(passkeyApi.beginUse)
  const proof = device.get(options)
  const answers = await Promise.all([verify(caller, proof), verify(caller, proof)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const cookie = answers.find(({ status }) => status === 200)?.cookie ?? ''
  expect((await testApp.withCookie(cookie).call(accountApi.me)).status).toBe(200)
  const entries = await testApp.auditEntries({ subject: member.userID, action: 'login' })
  expect(entries.map(({ details }) => details)).toEqual([{ by: 'passkey' }])
  expect((await ownPasskeys(testApp.withCookie(cookie)))[0]?.lastUsedAt).not.toBeNull()
})

test.each([
  ['signed at another origin', { origin: 'http://localhost.evil.test:3000' }],
  ['signed for another RP ID', { rpID: 'columba.test' }],
  ['that did not check who holds the device', { userVerified: false }],
  ['whose counter went back', { counter: 1 }],
  ['that signed another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
])('a passkey %s is refused, and the next right one is taken', async (_, deviation) => {
  const { member, device } = await memberWithPasskey()
  const caller = await waitForFactor(member)
  expect((await sendPasskey(caller, device, deviation)).refusal.code).toBe('PASSKEY_INVALID')
  expect((await sendPasskey(caller, device, { counter: 9 })).status).toBe(200)
})

test('a passkey signed with another key is refused', async () => {
  const { member, device } = await memberWithPasskey()
  const caller = await waitForFactor(member)
  const { body: options } = await caller.call(passkeyApi.beginUse)
  const { signature } = createAuthenticator().get(options).response
  const proof = device.get(options)
  const forged = { ...proof, response: { ...proof.response, signature } }
  expect((await verify(caller, forged)).refusal.code).toBe('PASSKEY_INVALID')
})

test('what a passkey has signed counts in no other session, not a second time, and not after five minutes', async () => {
  const { member, device } = await memberWithPasskey()
  const [one, other] = [await waitForFactor(member), await waitForFactor(member)]
  const { body: options } = await one.call(passkeyApi.beginUse)
  const proof = device.get(options)
  expect((await verify(other, proof)).refusal.code).toBe('PASSKEY_EXPIRED')
  await other.call(passkeyApi.beginUse)
  expect((await verify(other, proof)).refusal.code).toBe('PASSKEY_INVALID')
  expect((await verify(one, proof)).status).toBe(200)
  const third = await waitForFactor(member)
  await third.call(passkeyApi.beginUse)
  expect((await verify(third, proof)).refusal.code).toBe('PASSKEY_INVALID')
  const { body: late } = await third.call(passkeyApi.beginUse)
  testApp.advanceTime(5 * minute)
  expect((await verify(third, device.get(late))).refusal.code).toBe('PASSKEY_EXPIRED')
})

test('the passkey of another person is refused', async () => {
  const { member } = await memberWithPasskey()
  const other = await memberWithPasskey()
  const answer = await sendPasskey(await waitForFactor(member), other.device)
  expect(answer.refusal.code).toBe('PASSKEY_UNKNOWN')
})

test('a device that does not count its uses signs in again and again', async () => {
  const { member, caller } = await signInMember()
  const device = createAuthenticator()
  const { body: options } = await caller.call(passkeyApi.beginAdding)
  const newPasskey = device.create(options, { counter: 0 })
  await caller.call(passkeyApi.add, { body: { name: 'Synced', newPasskey, ...nextCode(member) } })
  for (const _ of [1, 2])
    expect((await sendPasskey(await waitForFactor(member), device, { counter: 0 })).status).toBe(200)
})

test('refused passkeys count as wrong codes, and the fifth ends the sign-in', async () => {
  const { member, device } = await memberWithPasskey()
  const caller = await waitForFactor(member)
  const codes: string[] = []
  for (let attempt = 0; attempt < 5; attempt++)
    codes.push((await sendPasskey(caller, device, { userVerified: false })).refusal.code)
  expect(codes).toEqual([...Array(4).fill('PASSKEY_INVALID'), 'SIGN_IN_AGAIN'])
})

test.each([
  ['signed at another origin', { origin: 'https://columba.test' }],
  ['signed for another RP ID', { rpID: 'columba.test' }],
  ['that did not check who holds the device', { userVerified: false }],
  ['that signed another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
  ['with a certificate of its device', { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [Buffer.of(1)]]]) } }],
  ['in an unknown format', { attestation: { fmt: 'tpm', attStmt: new Map() } }],
])('a new passkey %s is not added', async (_, deviation) => {
  const { member, caller } = await signInMember()
  const { body: options } = await caller.call(passkeyApi.beginAdding)
  const add = async (newPasskey: NewPasskey) =>
    (await caller.call(passkeyApi.add, { body: { name: 'Phone', newPasskey, ...nextCode(member) } })).refusal.code
  expect(await add(createAuthenticator().create(options, deviation))).toBe('PASSKEY_INVALID')
  expect(await add(createAuthenticator().create(options))).toBe('PASSKEY_EXPIRED')
  expect(await ownPasskeys(caller)).toEqual([])
})

test('a passkey is renamed and removed by its owner only, is of no use afterwards, and that it was added and removed is told by mail', async () => {
  const { member, caller, device } = await memberWithPasskey()
  const passkeyID = (await ownPasskeys(caller))[0]?.passkeyID ?? ''
  const stranger = await signInMember()
  expect((await stranger.caller.call(passkeyApi.rename, { body: { passkeyID, name: 'Mine' } })).status).toBe(404)
  const theirs = { passkeyID, ...nextCode(stranger.member) }
  expect((await stranger.caller.call(passkeyApi.remove, { body: theirs })).status).toBe(404)
  expect((await caller.call(passkeyApi.rename, { body: { passkeyID, name: 'x'.repeat(41) } })).status).toBe(400)
  await caller.call(passkeyApi.rename, { body: { passkeyID, name: 'Old phone' } })
  expect((await ownPasskeys(caller)).map(({ name }) => name)).toEqual(['Old phone'])
  const waiting = await waitForFactor(member)
  const { body: options } = await waiting.call(passkeyApi.beginUse)
  expect((await caller.call(passkeyApi.remove, { body: { passkeyID, ...nextCode(member) } })).status).toBe(200)
  expect((await verify(waiting, device.get(options))).refusal.code).toBe('PASSKEY_UNKNOWN')
  expect((await waiting.call(passkeyApi.available)).body.hasPasskey).toBe(false)
  expect((await waiting.call(passkeyApi.beginUse)).refusal.code).toBe('PASSKEY_UNKNOWN')
  const kinds = (await testApp.letters({ to: member.email })).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('passkey')).sort()).toEqual(['passkey-added', 'passkey-removed'])
})

test('an account has at most ten passkeys, and each passkey one account', async () => {
  const { member, caller, device } = await memberWithPasskey()
  expect((await addPasskey(await signInMember(), device)).refusal.code).toBe('PASSKEY_EXISTS')
  for (let count = 1; count < mostPasskeys - 1; count++) await addPasskey({ member, caller })
  const { body: options } = await caller.call(passkeyApi.beginAdding)
  expect((await addPasskey({ member, caller: await testApp.signIn(member) })).status).toBe(200)
  const eleventh = { name: 'One more', newPasskey: createAuthenticator().create(options), ...nextCode(member) }
  expect((await caller.call(passkeyApi.add, { body: eleventh })).refusal.code).toBe('TOO_MANY_PASSKEYS')
  expect((await caller.call(passkeyApi.beginAdding)).refusal.code).toBe('TOO_MANY_PASSKEYS')
})

const storedPasskeys = async ({ userID }: { userID: string }) => {
  const rows = await testApp.database.db.select().from(passkeys).where(eq(passkeys.userID, userID))
  return rows.map(({ name }) => name)
}

test('an admin who resets the second factor of somebody removes their passkeys too', async () => {
  const { member } = await memberWithPasskey()
  const admin = await testApp.signIn('admin')
  await admin.call(accountApi.resetSecondFactor, { body: { userID: member.userID, reason: 'lost phone' } })
  expect(await storedPasskeys(member)).toEqual([])
})

test('an admin whose last code is old confirms with a passkey and goes on', async () => {
  testApp.context.config.mode = 'production'
  const { caller, device } = await memberWithPasskey({ role: 'admin' })
  const invite = () =>
    caller.call(invitationApi.invite, { body: { email: `${crypto.randomUUID()}@test.example`, role: 'staff' } })
  testApp.advanceTime(10 * minute + 1)
  expect((await invite()).refusal.code).toBe('SECOND_FACTOR_AGAIN')
  const { body: options } = await caller.call(passkeyApi.beginUse)
  const passkey = device.get(options)
  expect((await caller.call(accountApi.confirmSecondFactor, { body: { passkey } })).status).toBe(200)
  expect((await invite()).status).toBe(200)
})
