import { beforeEach, expect, test } from 'vitest'
import { sessionApi } from '#contract/accounts/session-api.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { openBrowser, type TestBrowser } from '#test/test-browser.ts'
import { makeUserWithTwoFactor, memberPassword, type UserWithTwoFactor } from '#test/two-factor-users.ts'

const testApp = prepareTestApp()
let member: UserWithTwoFactor
let laptop: TestBrowser
let phone: TestBrowser
beforeEach(async () => {
  member = await makeUserWithTwoFactor(testApp)
  laptop = openBrowser(testApp, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0', address: '203.0.113.7' })
  phone = openBrowser(testApp, { userAgent: 'Mozilla/5.0 (Android 16) Firefox/145.0', address: '2001:db8:1:2::5' })
  await laptop.signIn(member)
  await phone.signIn(member)
})

const proof = { password: memberPassword }
const sessionsSeenBy = async (browser: TestBrowser) => (await browser.call(sessionApi.list)).body
const letters = () => testApp.letters({ to: member.email, kind: 'new-device' })

test('the list shows each session with device, address, network and times, the current one first', async () => {
  const [mine, other, ...rest] = await sessionsSeenBy(laptop)
  expect(rest).toEqual([])
  expect(mine).toMatchObject({
    device: 'Firefox on Windows',
    address: '203.0.113.7',
    network: 'same',
    isCurrent: true,
    firstSeen: new Date(testApp.time.now.getTime() - 30_000).toISOString(),
  })
  expect(other).toMatchObject({
    device: 'Firefox on Android',
    address: '2001:db8:1:2::5',
    network: 'other',
    isCurrent: false,
    lastSeen: testApp.time.now.toISOString(),
  })
})

test('an address of the same IPv6 /64 is the same network, a private address is a local one', async () => {
  const there = openBrowser(testApp, { address: '2001:db8:1:2:ffff::1' })
  const inside = openBrowser(testApp, { address: '192.168.1.20' })
  await there.signIn(member)
  await inside.signIn(member)
  const networks = (await sessionsSeenBy(phone)).map(({ address, network }) => [address, network])
  expect(networks).toContainEqual(['2001:db8:1:2:ffff::1', 'same'])
  expect(networks).toContainEqual(['192.168.1.20', 'local'])
})

test('the list leaves out expired sessions and those that wait for the second factor', async () => {
  await openBrowser(testApp).logIn(member)
  expect(await sessionsSeenBy(laptop)).toHaveLength(2)
  testApp.advanceTime(90 * 60_000)
  await laptop.isSignedIn()
  testApp.advanceTime(60 * 60_000)
  expect(await sessionsSeenBy(laptop)).toHaveLength(1)
})

test('the address of a session follows the browser to another network', async () => {
  testApp.advanceTime(61_000)
  const { cookies } = phone
  const moved = openBrowser(testApp, { address: '198.51.100.4' })
  for (const [name, value] of cookies) moved.cookies.set(name, value)
  await moved.isSignedIn()
  expect((await sessionsSeenBy(laptop)).map(({ address }) => address)).toContain('198.51.100.4')
})

test('ending one session signs that browser out at once, and no other', async () => {
  const tablet = openBrowser(testApp)
  await tablet.signIn(member)
  const sessionID = (await sessionsSeenBy(laptop)).find(({ device }) => device === 'Firefox on Android')?.sessionID
  expect((await laptop.call(sessionApi.end, { sessionID, ...proof })).status).toBe(200)
  expect([await laptop.isSignedIn(), await phone.isSignedIn(), await tablet.isSignedIn()]).toEqual([true, false, true])
  expect((await laptop.call(sessionApi.end, { sessionID, ...proof })).status).toBe(404)
})

test('ending all other sessions keeps only this one, and ends sign-ins that wait for the second factor', async () => {
  const waiting = openBrowser(testApp)
  await waiting.logIn(member)
  expect((await laptop.call(sessionApi.endOthers, proof)).status).toBe(200)
  expect([await laptop.isSignedIn(), await phone.isSignedIn()]).toEqual([true, false])
  expect(await sessionsSeenBy(laptop)).toHaveLength(1)
})

test('the session of somebody else, or the current one, cannot be ended by its ID', async () => {
  const stranger = openBrowser(testApp)
  await stranger.signIn(await makeUserWithTwoFactor(testApp))
  const [theirs] = await sessionsSeenBy(stranger)
  const [mine] = await sessionsSeenBy(laptop)
  for (const session of [theirs, mine])
    expect((await laptop.call(sessionApi.end, { sessionID: session?.sessionID, ...proof })).status).toBe(404)
  expect([await stranger.isSignedIn(), await laptop.isSignedIn()]).toEqual([true, true])
})

test('a browser whose session was ended is new again, the current one stays known', async () => {
  expect(await letters()).toHaveLength(2)
  await laptop.call(sessionApi.endOthers, proof)
  await phone.signIn(member)
  expect(await letters()).toHaveLength(3)
  await laptop.signIn(member)
  expect(await letters()).toHaveLength(3)
})

test('ending an older session of the same browser does not make it new', async () => {
  const restarted = openBrowser(testApp)
  restarted.cookies.set('columba_device', laptop.cookies.get('columba_device') ?? '')
  await restarted.signIn(member)
  await restarted.call(sessionApi.endOthers, proof)
  await restarted.signIn(member)
  expect(await letters()).toHaveLength(2)
})
