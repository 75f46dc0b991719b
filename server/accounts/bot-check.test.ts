import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#server/core/log.ts'
import { AppError } from '#server/http/errors.ts'
import type { BotCheck } from '#server/ports/bot-check.ts'
import { startRecaptcha } from '#test/fakes/recaptcha.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { type BotCheckSettings, createBotCheck } from './bot-check.ts'

let database: TestDatabase
let now: Date
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  now = new Date()
})

const checkWith = (settings: Partial<BotCheckSettings> = {}, secret = 'a secret that all replicas share'): BotCheck =>
  createBotCheck(
    { recaptcha: undefined, botCheckOff: false, publicUrl: 'https://columba.example', ...settings },
    {
      db: database.db,
      clock: () => now,
      log: createLog('silent'),
      secret,
      difficulty: { cost: 10, minAttempts: 50, maxAttempts: 100 },
    },
  )
const resultOf = (call: Promise<void>) =>
  call.then(
    () => 'passed',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

describe('ALTCHA', () => {
  let check: BotCheck
  beforeAll(() => {
    check = checkWith()
  })

  const solve = async (from = check) => {
    const challenge = (await from.challenge()) as unknown as Challenge
    return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  }
  const packed = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

  test('a solved ALTCHA challenge passes once, and is then refused on every replica', async () => {
    const token = packed(await solve())
    expect(await resultOf(check.confirm(token, 'login'))).toBe('passed')
    expect(await resultOf(check.confirm(token, 'login'))).toBe('BOT_CHECK_FAILED')
    expect(await resultOf(checkWith().confirm(token, 'register'))).toBe('BOT_CHECK_FAILED')
  })

  test('an ALTCHA solution that is sent ten times at once passes once', async () => {
    const token = packed(await solve())
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => resultOf(check.confirm(token, 'login'))))
    expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(1)
  })

  test('an expired ALTCHA challenge is refused', async () => {
    const token = packed(await solve())
    now = new Date(now.getTime() + 21 * 60_000)
    expect(await resultOf(check.confirm(token, 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test('an ALTCHA challenge that is forged, altered or not solved is refused', async () => {
    const foreign = packed(await solve(checkWith({}, 'another secret')))
    expect(await resultOf(check.confirm(foreign, 'login'))).toBe('BOT_CHECK_FAILED')

    const { challenge, solution } = await solve()
    const longer = { ...challenge, parameters: { ...challenge.parameters, data: { expires: 9_999_999_999 } } }
    expect(await resultOf(check.confirm(packed({ challenge: longer, solution }), 'login'))).toBe('BOT_CHECK_FAILED')
    const guessed = { counter: 50, derivedKey: `${challenge.parameters.keyPrefix}${'00'.repeat(16)}` }
    expect(await resultOf(check.confirm(packed({ challenge, solution: guessed }), 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test.each(['', 'nonsense', Buffer.from('{}').toString('base64'), Buffer.from('null').toString('base64')])(
    'an ALTCHA solution that is %j is refused',
    async (token) => {
      expect(await resultOf(check.confirm(token, 'login'))).toBe('BOT_CHECK_FAILED')
    },
  )

  test('with the bot check off, challenges are issued but an empty solution passes', async () => {
    const off = checkWith({ botCheckOff: true })
    expect(off.publicSettings).toEqual({ provider: 'altcha' })
    expect(await resultOf(off.confirm('', 'login'))).toBe('passed')
    expect((await off.challenge()).signature).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('reCAPTCHA', () => {
  let google: Awaited<ReturnType<typeof startRecaptcha>>
  let check: BotCheck
  beforeAll(async () => {
    google = await startRecaptcha()
    check = checkWith({ recaptcha: google.settings })
  })
  afterAll(() => google.close())

  const token = (more: Record<string, unknown> = {}) =>
    JSON.stringify({ score: 0.9, action: 'login', hostname: 'columba.example', nonce: Math.random(), ...more })

  test('a valid reCAPTCHA token passes once', async () => {
    const valid = token()
    expect(await resultOf(check.confirm(valid, 'login'))).toBe('passed')
    expect(await resultOf(check.confirm(valid, 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test.each([
    ['with too low a score', token({ score: 0.3 })],
    ['without a score', token({ score: undefined })],
    ['for another action', token({ action: 'register' })],
    ['from another site', token({ hostname: 'evil.example' })],
    ['that Google does not know', 'made-up'],
    ['that is empty', ''],
  ])('a reCAPTCHA token %s is refused', async (_what, given) => {
    expect(await resultOf(check.confirm(given, 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test('the reCAPTCHA check fails when Google is broken, unreachable or rejects our secret', async () => {
    expect(await resultOf(check.confirm('break', 'login'))).toBe('BOT_CHECK_FAILED')
    const unreachable = checkWith({ recaptcha: { ...google.settings, verifyUrl: new URL('http://127.0.0.1:1') } })
    expect(await resultOf(unreachable.confirm(token(), 'login'))).toBe('BOT_CHECK_FAILED')
    const wrongSecret = checkWith({ recaptcha: { ...google.settings, secret: 'other' } })
    expect(await resultOf(wrongSecret.confirm(token(), 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test('the reCAPTCHA check fails after a timeout when Google does not answer', async () => {
    google.stopAnswering()
    const shortTimeout = checkWith({ recaptcha: { ...google.settings, timeoutMs: 50 } })
    expect(await resultOf(shortTimeout.confirm(token(), 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test('with reCAPTCHA the browser gets the site key, and there are no ALTCHA challenges', async () => {
    expect(check.publicSettings).toEqual({ provider: 'recaptcha', siteKey: 'site-key' })
    await expect(check.challenge()).rejects.toThrow('NOT_FOUND')
  })
})
