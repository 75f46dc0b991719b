import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { openBrowser, type TestBrowser } from '#test/test-browser.ts'
import { makeUserWithTwoFactor, memberPassword, type UserWithTwoFactor } from '#test/two-factor-users.ts'
import { waitForDelayedLetters } from './delayed-letters.ts'

const testApp = prepareTestApp()
let member: UserWithTwoFactor
/** The browser in which the owner has signed in before. */
let home: TestBrowser
beforeEach(async () => {
  member = await makeUserWithTwoFactor(testApp)
  home = openBrowser(testApp)
  await home.signIn(member)
})

async function enterWrongPasswords(browser: TestBrowser, count = 10) {
  const statuses: number[] = []
  for (let time = 0; time < count; time += 1) statuses.push(await browser.logIn(member, 'not the one'))
  return statuses
}

async function lockLetters() {
  await waitForDelayedLetters()
  return testApp.letters({ to: member.email, kind: 'account-locked' })
}

test('ten wrong passwords of a stranger lock new browsers, but not one in which the owner has signed in', async () => {
  const stranger = openBrowser(testApp)
  expect(await enterWrongPasswords(stranger, 11)).toEqual([...Array(10).fill(401), 429])
  expect(await openBrowser(testApp).logIn(member)).toBe(429)
  expect(await home.signIn(member)).toEqual([200, 200])
  expect(await stranger.logIn(member)).toBe(429)
})

test('a known browser counts its own wrong passwords, and they lock only itself', async () => {
  expect(await enterWrongPasswords(home, 11)).toEqual([...Array(10).fill(401), 429])
  expect(await home.logIn(member)).toBe(429)
  expect(await openBrowser(testApp).logIn(member)).toBe(200)
  expect(await lockLetters()).toEqual([])
  testApp.advanceTime(15 * 60_000)
  expect(await home.logIn(member)).toBe(200)
})

test('the device cookie of another account, or one that was made up, does not avoid the lock', async () => {
  const other = openBrowser(testApp)
  await other.signIn(await makeUserWithTwoFactor(testApp))
  await enterWrongPasswords(openBrowser(testApp))
  expect(await other.logIn(member)).toBe(429)
  other.cookies.set('columba_device', 'made-up')
  expect(await other.logIn(member)).toBe(429)
})

test('a browser that has passed only the password is not known', async () => {
  const browser = openBrowser(testApp)
  expect(await browser.logIn(member)).toBe(200)
  expect([...browser.cookies.keys()]).toEqual(['columba_session'])
})

test('the device cookie replaces no factor', async () => {
  await home.call(accountApi.logout)
  expect(await home.isSignedIn()).toBe(false)
  expect(await home.logIn(member)).toBe(200)
  expect(await home.isSignedIn()).toBe(false)
})

test('the owner gets one letter a day when new browsers are locked', async () => {
  const stranger = openBrowser(testApp)
  await enterWrongPasswords(stranger, 9)
  expect(await lockLetters()).toEqual([])
  await enterWrongPasswords(stranger, 3)
  const [letter] = await lockLetters()
  expect(letter?.subject).toBe('Your account was locked for new devices')

  testApp.advanceTime(16 * 60_000)
  await enterWrongPasswords(stranger)
  expect(await lockLetters()).toHaveLength(1)
  testApp.advanceTime(24 * 60 * 60_000)
  await enterWrongPasswords(stranger)
  expect(await lockLetters()).toHaveLength(2)
})

test('wrong passwords for an unknown email lock that email and send no letter', async () => {
  const stranger = openBrowser(testApp)
  member = { ...member, email: 'nobody@test.example' }
  expect(await enterWrongPasswords(stranger, 11)).toEqual([...Array(10).fill(401), 429])
  expect(await lockLetters()).toEqual([])
})

test('a stranger who locks new browsers does not keep the owner from changing the password', async () => {
  await enterWrongPasswords(openBrowser(testApp))
  const change = { oldPassword: memberPassword, newPassword: 'another quiet room' }
  expect((await home.call(accountApi.changePassword, change)).status).toBe(200)
})

test('resetting the password ends the lock of new browsers and of known ones', async () => {
  await enterWrongPasswords(openBrowser(testApp))
  await enterWrongPasswords(home)
  const phone = openBrowser(testApp)
  await phone.call(accountApi.sendReset, { to: member.email })
  await waitForDelayedLetters()
  const [letter] = await testApp.letters({ to: member.email, kind: 'reset-link' })
  const token = /token=(\S+)/.exec(letter?.text ?? '')?.[1]
  const newPassword = 'another quiet room'
  expect((await phone.call(accountApi.resetPassword, { token, newPassword })).status).toBe(200)
  expect([await home.logIn(member, newPassword), await phone.logIn(member, newPassword)]).toEqual([200, 200])
})
