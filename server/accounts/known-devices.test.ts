import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { knownDevices } from '#server/database/schema.ts'
import { prepareTestApp, startTestApp } from '#test/test-app.ts'
import { openBrowser, type TestBrowser } from '#test/test-browser.ts'
import { makeUserWithTwoFactor, memberPassword, totpCode, type UserWithTwoFactor } from '#test/two-factor-users.ts'

const phone = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1',
  address: '::ffff:203.0.113.7',
}

const testApp = prepareTestApp()

const lettersOf = ({ email }: { email: string }) => testApp.letters({ to: email, kind: 'new-device' })

/** The account of a member without a second factor, as after a registration; returns the secret. */
async function setUpSecondFactor(browser: TestBrowser, member: UserWithTwoFactor): Promise<UserWithTwoFactor> {
  const admin = await testApp.signIn('admin')
  await admin.call(accountApi.resetSecondFactor, { body: { userID: member.userID, reason: 'lost phone' } })
  await browser.logIn(member)
  const { secret } = (await browser.call(accountApi.generateSecret)).body
  await browser.call(accountApi.verifySetup, { token: totpCode(testApp, secret) })
  return { ...member, secret }
}

test('a sign-in from a new device is told by mail, with device, address and time', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  await openBrowser(testApp, phone).signIn(member)
  const [letter, ...others] = await lettersOf(member)
  expect(others).toEqual([])
  expect(letter?.subject).toBe('A new device signed in to your account')
  for (const fact of ['Safari on iPhone', '203.0.113.7', '/profile']) expect(letter?.text).toContain(fact)
})

test('further sign-ins from the same device send no letter, those from another do', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  const browser = openBrowser(testApp)
  await browser.signIn(member)
  await browser.call(accountApi.logout)
  await browser.signIn(member)
  expect(await lettersOf(member)).toHaveLength(1)
  await openBrowser(testApp).signIn(member)
  expect(await lettersOf(member)).toHaveLength(2)
})

test('the first sign-in after the second factor was set up in the same browser sends no letter', async () => {
  const browser = openBrowser(testApp)
  const member = await setUpSecondFactor(browser, await makeUserWithTwoFactor(testApp))
  expect(await browser.signIn(member)).toEqual([200, 200])
  expect(await lettersOf(member)).toEqual([])
  await openBrowser(testApp).signIn(member)
  expect(await lettersOf(member)).toHaveLength(1)
})

test('two accounts in one browser share its device cookie, and each is told of its own first sign-in', async () => {
  const browser = openBrowser(testApp)
  const [one, other] = [await makeUserWithTwoFactor(testApp), await makeUserWithTwoFactor(testApp)]
  await browser.signIn(one)
  const cookie = browser.cookies.get('columba_device')
  await browser.signIn(other)
  expect(browser.cookies.get('columba_device')).toBe(cookie)
  await browser.signIn(one)
  expect([await lettersOf(one), await lettersOf(other)].map(({ length }) => length)).toEqual([1, 1])
})

test('the device cookie is HttpOnly and SameSite, over HTTPS also Secure and only for this host, and stored as a hash', async () => {
  const secure = await startTestApp({ environment: { PUBLIC_URL: 'https://columba.test' } })
  const member = await makeUserWithTwoFactor(secure)
  const { cookie } = await secure.signIn(member, 'password')
  const payload = { token: totpCode(secure, member.secret) }
  const answer = await secure.app.inject({
    method: 'POST',
    url: accountApi.verifyLogin.path,
    headers: { cookie },
    payload,
  })
  const [row] = await secure.database.db.select().from(knownDevices).where(eq(knownDevices.userID, member.userID))
  await secure.close()
  expect(answer.cookies.find(({ name }) => name.endsWith('columba_device'))).toEqual({
    name: '__Host-columba_device',
    value: expect.stringMatching(/^[\w-]{43}$/),
    path: '/',
    maxAge: 365 * 24 * 3600,
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
  })
  expect(row?.deviceHash).toMatch(/^[\w-]{43}$/)
  expect(answer.cookies.map(({ value }) => value)).not.toContain(row?.deviceHash)
})

test('a made-up device cookie is replaced at the next sign-in', async () => {
  const browser = openBrowser(testApp)
  browser.cookies.set('columba_device', 'made-up')
  await browser.signIn(await makeUserWithTwoFactor(testApp))
  expect(browser.cookies.get('columba_device')).toMatch(/^[\w-]{43}$/)
})

test.each([
  ['a suspension', suspend],
  ['undoing a change of email', changeEmailAndUndo],
  ['closing the account', closeAccount],
])('after %s no device is known', async (_what, act) => {
  const member = await makeUserWithTwoFactor(testApp)
  const browser = openBrowser(testApp)
  await browser.signIn(member)
  const known = () => testApp.context.db.$count(knownDevices, eq(knownDevices.userID, member.userID))
  expect(await known()).toBe(1)
  expect(await act(member, browser)).toBe(200)
  expect(await known()).toBe(0)
})

async function suspend({ userID }: UserWithTwoFactor) {
  const admin = await testApp.signIn('admin')
  return (await admin.call(accountApi.suspend, { body: { userID, reason: 'has left' } })).status
}

async function changeEmailAndUndo(member: UserWithTwoFactor, browser: TestBrowser) {
  const { fullName, contactNumber, email } = member
  const details = { username: 'goh_li_wen', fullName, contactNumber, userAddress: '1 Test Street, 01-01, 123456' }
  await browser.call(accountApi.edit, { ...details, email: `moved.${email}`, password: memberPassword })
  const [letter] = await testApp.letters({ to: email, kind: 'email-changed' })
  const token = /token=(\S+)/.exec(letter?.text ?? '')?.[1]
  return (await browser.call(accountApi.undoEmailChange, { token })).status
}

async function closeAccount(_member: UserWithTwoFactor, browser: TestBrowser) {
  return (await browser.call(privacyApi.close, { password: memberPassword })).status
}

test('after the reset of the second factor no device is known', async () => {
  const browser = openBrowser(testApp)
  const before = await makeUserWithTwoFactor(testApp)
  await browser.signIn(before)
  const member = await setUpSecondFactor(openBrowser(testApp), before)
  await browser.signIn(member)
  expect(await lettersOf(member)).toHaveLength(2)
})

test('sign-ins from many new devices send ten letters in a day, and then none', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  for (let count = 0; count < 11; count += 1) expect(await openBrowser(testApp).signIn(member)).toEqual([200, 200])
  expect(await lettersOf(member)).toHaveLength(10)
  testApp.advanceTime(24 * 3_600_000)
  await openBrowser(testApp).signIn(member)
  expect(await lettersOf(member)).toHaveLength(11)
})
