import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { codeOf, enterPassword, makeMember, memberPassword, signInFully } from '#test/members.ts'

let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())

describe('the password', () => {
  test('leads to the second factor, and to nothing else', async () => {
    const { status, body, caller } = await enterPassword(it, await makeMember(it))
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      redirectTo: '/login-2fa',
      twoFARequired: true,
      twoFASetupRequired: false,
    })
    expect((await caller.call(accountApi.me)).status).toBe(401)
  })

  test('leads to the set-up of the second factor when there is none yet', async () => {
    const { userID, email } = await makeMember(it)
    const admin = await it.signIn('admin')
    await admin.call(accountApi.resetSecondFactor, { body: { userID, reason: 'lost phone' } })
    const { body } = await enterPassword(it, { email })
    expect(body).toMatchObject({ redirectTo: '/setup-2fa', twoFARequired: false, twoFASetupRequired: true })
  })

  test('is asked for with any capital letters in the e-mail', async () => {
    const { email } = await makeMember(it)
    expect((await enterPassword(it, { email: ` ${email.toUpperCase()}` })).status).toBe(200)
  })

  test('when wrong is answered like an unknown e-mail', async () => {
    const wrong = await enterPassword(it, await makeMember(it), 'not the one')
    const unknown = await enterPassword(it, { email: 'nobody@test.example' })
    expect(wrong.status).toBe(401)
    expect(wrong.refusal).toEqual({ success: false, error: 'Incorrect email or password.', code: 'BAD_CREDENTIALS' })
    expect([unknown.status, unknown.refusal]).toEqual([wrong.status, wrong.refusal])
    expect([wrong.cookie, unknown.cookie]).toEqual(['', ''])
  })

  test('may be wrong ten times in a quarter of an hour', async () => {
    const member = await makeMember(it)
    for (let count = 0; count < 10; count += 1) await enterPassword(it, member, 'not the one')
    const eleventh = await enterPassword(it, member)
    expect(eleventh.status).toBe(429)
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0)
    it.time.now = new Date(it.time.now.getTime() + 15 * 60_000)
    expect((await enterPassword(it, member)).status).toBe(200)
  })

  test('is counted also when many guesses come at once', async () => {
    const member = await makeMember(it)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => enterPassword(it, member, `guess ${index}`)),
    )
    const looked = answers.filter(({ status }) => status === 401).length
    expect(looked).toBeGreaterThanOrEqual(10)
    expect(looked).toBeLessThan(16)
  })

  test('of an account that staff opened is none at all', async () => {
    const { person } = await it.signIn('user')
    expect((await enterPassword(it, person, '')).status).toBe(401)
  })
})

describe('the second factor', () => {
  test('opens the account, with a new cookie, and the old one is worth nothing', async () => {
    const member = await makeMember(it)
    const { caller, cookie } = await enterPassword(it, member)
    const answer = await caller.call(accountApi.verifyLogin, { body: { token: codeOf(it, member.secret) } })
    expect(answer.body).toEqual({ success: true })
    expect(answer.cookie).not.toBe(cookie)
    expect((await it.as(answer.cookie).call(accountApi.me)).body).toEqual({ userID: member.userID, role: 'user' })
    expect((await it.as(cookie).call(accountApi.logout)).status).toBe(401)
  })

  test.each([-30, 0, 30])('allows for a clock that is %i seconds off', async (seconds) => {
    const member = await makeMember(it)
    const { caller } = await enterPassword(it, member)
    const token = codeOf(it, member.secret, seconds)
    expect((await caller.call(accountApi.verifyLogin, { body: { token } })).status).toBe(200)
  })

  test.each([-90, 90])('does not take a code that is %i seconds off', async (seconds) => {
    const member = await makeMember(it)
    const { caller } = await enterPassword(it, member)
    const token = codeOf(it, member.secret, seconds)
    const { status, refusal } = await caller.call(accountApi.verifyLogin, { body: { token } })
    expect([status, refusal.error]).toEqual([400, 'Invalid token. Please try again.'])
  })

  test('takes a code once, also from two who send it at the same moment', async () => {
    const member = await makeMember(it)
    const callers = await Promise.all([1, 2, 3, 4].map(async () => (await enterPassword(it, member)).caller))
    const body = { token: codeOf(it, member.secret) }
    const answers = await Promise.all(callers.map((caller) => caller.call(accountApi.verifyLogin, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const later = await enterPassword(it, member)
    expect((await later.caller.call(accountApi.verifyLogin, { body })).status).toBe(400)
  })

  test('may be wrong five times, then the way leads back to the password', async () => {
    const member = await makeMember(it)
    const { caller } = await enterPassword(it, member)
    const statuses: number[] = []
    for (let count = 0; count < 5; count += 1) {
      statuses.push((await caller.call(accountApi.verifyLogin, { body: { token: '000000' } })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 401])
    const body = { token: codeOf(it, member.secret) }
    expect((await caller.call(accountApi.verifyLogin, { body })).status).toBe(401)
  })

  test('is counted also when many guesses come at once', async () => {
    const { caller } = await enterPassword(it, await makeMember(it))
    const guess = (_: unknown, index: number) =>
      caller.call(accountApi.verifyLogin, { body: { token: String(100_000 + index) } })
    const answers = await Promise.all(Array.from({ length: 30 }, guess))
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThan(5)
  })

  test('may be wrong thirty times an hour, over all sessions', async () => {
    const member = await makeMember(it)
    for (let session = 0; session < 6; session += 1) {
      const { caller } = await enterPassword(it, member)
      for (let count = 0; count < 5; count += 1) {
        await caller.call(accountApi.verifyLogin, { body: { token: '000000' } })
      }
    }
    const { caller } = await enterPassword(it, member)
    const body = { token: codeOf(it, member.secret) }
    expect((await caller.call(accountApi.verifyLogin, { body })).status).toBe(429)
  })
})

test('logging out ends the session', async () => {
  const caller = await signInFully(it, 'user')
  expect((await caller.call(accountApi.logout)).body).toEqual({ success: true })
  expect((await caller.call(accountApi.me)).status).toBe(401)
})

test('no answer of signing in carries a hash or a secret', async () => {
  const caller = await signInFully(it, 'user')
  const { body } = await caller.call(accountApi.byID, { query: { userID: caller.member.userID } })
  expect(JSON.stringify(body)).not.toMatch(/hash|sealed|totp|password/i)
  expect(JSON.stringify(body)).not.toContain(memberPassword)
})
