import { type AddressInfo, connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { throttles } from '#server/database/schema.ts'
import { longestWait } from '#server/http/slots.ts'
import { prepareTestApp } from '#test/test-app.ts'
import {
  enterPassword,
  makeUserWithTwoFactor,
  memberPassword,
  signInFully,
  totpCode,
  wrongCode,
} from '#test/two-factor-users.ts'
import { withHashingSlot } from './passwords.ts'
import { passwordGuesses } from './throttle-limits.ts'

const refused: (string | undefined)[] = []
const testApp = prepareTestApp({
  addEndpoints: (app) => app.addHook('onSend', async ({ refusal }) => void refused.push(refusal?.code)),
})

/** Takes more than there are, so that a login waits, until the returned function is called. */
function takeAllSlots() {
  let free = () => {}
  const isFree = new Promise<void>((resolve) => {
    free = resolve
  })
  for (let taken = 0; taken < 4; taken++) withHashingSlot(() => isFree).catch(() => {})
  return free
}

describe('password', () => {
  test('after the correct password the user is not signed in, but sent to the second factor', async () => {
    const { status, body, caller } = await enterPassword(testApp, await makeUserWithTwoFactor(testApp))
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      redirectTo: '/login-2fa',
      twoFARequired: true,
      twoFASetupRequired: false,
    })
    expect((await caller.call(accountApi.me)).status).toBe(401)
  })

  test('after the correct password a user without second factor is sent to its set-up', async () => {
    const { userID, email } = await makeUserWithTwoFactor(testApp)
    const admin = await testApp.signIn('admin')
    await admin.call(accountApi.resetSecondFactor, { body: { userID, reason: 'lost phone' } })
    const { body } = await enterPassword(testApp, { email })
    expect(body).toMatchObject({ redirectTo: '/setup-2fa', twoFARequired: false, twoFASetupRequired: true })
  })

  test('a login that has waited for too long is refused with a pause', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    const usual = longestWait.ms
    const free = takeAllSlots()
    longestWait.ms = 20
    const late = await enterPassword(testApp, member, 'not the one').finally(() => {
      longestWait.ms = usual
      free()
    })
    expect([late.status, late.refusal.code, late.headers['retry-after']]).toEqual([503, 'LOGINS_BUSY', '5'])
    expect((await enterPassword(testApp, member)).status).toBe(200)
  })

  test('a login whose call has waited for too long before it came to the queue is refused at once', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    const { services } = testApp.app
    const { clock } = services
    let now = 0
    const timer = vi.spyOn(performance, 'now').mockImplementation(() => now)
    /** The clock is read between the beginning of the call and the queue. */
    services.clock = () => {
      now = longestWait.ms
      return clock()
    }
    const free = takeAllSlots()
    const late = await enterPassword(testApp, member).finally(() => {
      timer.mockRestore()
      services.clock = clock
      free()
    })
    expect(late.refusal.code).toBe('LOGINS_BUSY')
  })

  test('a login whose sender leaves before its turn is given up, and its password does not count', async () => {
    const { email } = await makeUserWithTwoFactor(testApp)
    await testApp.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = testApp.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const { botCheck } = testApp.services
    testApp.services.botCheck = { ...botCheck, confirm: async () => void socket.destroy() }
    const usual = longestWait.ms
    longestWait.ms = 60_000
    const free = takeAllSlots()
    refused.length = 0
    const body = JSON.stringify({ email, password: 'not the one', recaptchaToken: 'solved' })
    const head = `Host: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    socket.write(`POST ${accountApi.login.path} HTTP/1.1\r\n${head}\r\n\r\n${body}`)
    await expect
      .poll(() => refused)
      .toEqual(['CLIENT_LEFT'])
      .finally(() => {
        free()
        longestWait.ms = usual
        testApp.services.botCheck = botCheck
      })
    const guesses = passwordGuesses(testApp.context, email).key
    expect(await testApp.context.db.$count(throttles, eq(throttles.key, guesses))).toBe(0)
  })

  test('fifty logins of one network wait for their turn, and one from another network still finds a place', async () => {
    const usual = longestWait.ms
    longestWait.ms = 60_000
    const free = takeAllSlots()
    const hashFor = (address: string) => withHashingSlot(async () => 'hashed', { address, requestID: '' })
    const ofOne = Array.from({ length: 51 }, (_, host) => hashFor(`2001:db8:5:${host}::1`))
    const other = hashFor('198.51.100.4')
    await expect(ofOne.at(-1)).rejects.toMatchObject({ code: 'LOGINS_BUSY' })
    free()
    longestWait.ms = usual
    expect(await Promise.all([...ofOne.slice(0, 50), other])).toEqual(Array(51).fill('hashed'))
    expect(await hashFor('2001:db8:5:99::1')).toBe('hashed')
  })

  test('login ignores case and spaces around the email', async () => {
    const { email } = await makeUserWithTwoFactor(testApp)
    expect((await enterPassword(testApp, { email: ` ${email.toUpperCase()}` })).status).toBe(200)
  })

  test('login with a wrong password gets the same reply as with an unknown email', async () => {
    const wrong = await enterPassword(testApp, await makeUserWithTwoFactor(testApp), 'not the one')
    const unknown = await enterPassword(testApp, { email: 'nobody@test.example' })
    expect(wrong.status).toBe(401)
    expect(wrong.refusal).toEqual({ success: false, error: 'Incorrect email or password.', code: 'BAD_CREDENTIALS' })
    expect([unknown.status, unknown.refusal]).toEqual([wrong.status, wrong.refusal])
    expect([wrong.cookie, unknown.cookie]).toEqual(['', ''])
  })

  test('after ten wrong passwords, login is refused for a quarter of an hour', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    for (let count = 0; count < 10; count += 1) await enterPassword(testApp, member, 'not the one')
    const eleventh = await enterPassword(testApp, member)
    expect(eleventh.status).toBe(429)
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
    testApp.advanceTime(15 * 60_000)
    expect((await enterPassword(testApp, member)).status).toBe(200)
  })

  test('of forty parallel wrong passwords, only about ten are checked', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => enterPassword(testApp, member, `guess ${index}`)),
    )
    const checked = answers.filter(({ status }) => status === 401).length
    expect(checked).toBeGreaterThanOrEqual(10)
    expect(checked).toBeLessThan(16)
  })

  test('an account without a password refuses login with an empty password', async () => {
    const { person } = await testApp.signIn('user')
    expect((await enterPassword(testApp, person, '')).status).toBe(401)
  })
})

describe('second factor', () => {
  test('a correct code signs in with a new cookie and invalidates the old one', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    const { caller, cookie } = await enterPassword(testApp, member)
    const answer = await caller.call(accountApi.verifyLogin, { body: { token: totpCode(testApp, member.secret) } })
    expect(answer.body).toEqual({ success: true })
    expect(answer.cookie).not.toBe(cookie)
    expect((await testApp.withCookie(answer.cookie).call(accountApi.me)).body).toEqual({
      userID: member.userID,
      role: 'user',
    })
    expect((await testApp.withCookie(cookie).call(accountApi.logout)).status).toBe(401)
  })

  test.each([-30, 0, 30])('a code that is %i seconds off is accepted', async (seconds) => {
    const member = await makeUserWithTwoFactor(testApp)
    const { caller } = await enterPassword(testApp, member)
    const token = totpCode(testApp, member.secret, seconds)
    expect((await caller.call(accountApi.verifyLogin, { body: { token } })).status).toBe(200)
  })

  test.each([-90, 90])('a code that is %i seconds off is refused', async (seconds) => {
    const member = await makeUserWithTwoFactor(testApp)
    const { caller } = await enterPassword(testApp, member)
    const token = totpCode(testApp, member.secret, seconds)
    const { status, refusal } = await caller.call(accountApi.verifyLogin, { body: { token } })
    expect([status, refusal.error]).toEqual([400, 'Invalid token. Please try again.'])
  })

  test('a code works once, even if it is sent four times at the same moment', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    const callers = await Promise.all([1, 2, 3, 4].map(async () => (await enterPassword(testApp, member)).caller))
    const body = { token: totpCode(testApp, member.secret) }
    const answers = await Promise.all(callers.map((caller) => caller.call(accountApi.verifyLogin, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const later = await enterPassword(testApp, member)
    const { status, refusal } = await later.caller.call(accountApi.verifyLogin, { body })
    expect([status, refusal.code]).toEqual([400, 'CODE_USED'])
    expect(refusal.error).toBe('This code was already used. Please wait for the next one.')
  })

  test('after five wrong codes the session ends', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    const { caller } = await enterPassword(testApp, member)
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const body = { token: wrongCode(testApp, member.secret) }
      statuses.push((await caller.call(accountApi.verifyLogin, { body })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 401])
    const body = { token: totpCode(testApp, member.secret) }
    expect((await caller.call(accountApi.verifyLogin, { body })).status).toBe(401)
  })

  test('of thirty parallel wrong codes, fewer than five are checked', async () => {
    const { caller } = await enterPassword(testApp, await makeUserWithTwoFactor(testApp))
    const guess = (_: unknown, index: number) =>
      caller.call(accountApi.verifyLogin, { body: { token: String(100_000 + index) } })
    const answers = await Promise.all(Array.from({ length: 30 }, guess))
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThan(5)
  })

  test('after thirty wrong codes in an hour over all sessions, a correct code is refused', async () => {
    const member = await makeUserWithTwoFactor(testApp)
    for (let session = 0; session < 6; session += 1) {
      const { caller } = await enterPassword(testApp, member)
      for (let count = 0; count < 5; count += 1) {
        await caller.call(accountApi.verifyLogin, { body: { token: wrongCode(testApp, member.secret) } })
      }
    }
    const { caller } = await enterPassword(testApp, member)
    const body = { token: totpCode(testApp, member.secret) }
    expect((await caller.call(accountApi.verifyLogin, { body })).status).toBe(429)
  })
})

test('logging out ends the session', async () => {
  const caller = await signInFully(testApp, 'user')
  expect((await caller.call(accountApi.logout)).body).toEqual({ success: true })
  expect((await caller.call(accountApi.me)).status).toBe(401)
})

test("the reply with the user's own account contains no hash and no secret", async () => {
  const caller = await signInFully(testApp, 'user')
  const { body } = await caller.call(accountApi.byID, { query: { userID: caller.member.userID } })
  expect(JSON.stringify(body)).not.toMatch(/hash|sealed|totp|password/i)
  expect(JSON.stringify(body)).not.toContain(memberPassword)
})
