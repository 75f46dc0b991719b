import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#server/http/errors.ts'
import { createLog } from '#server/log.ts'
import { startRecaptcha } from '#test/fakes/recaptcha.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { type BotCheck, type BotCheckSettings, createBotCheck } from './bot-check.ts'

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
    () => 'welcome',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

describe('the puzzle of our own', () => {
  let check: BotCheck
  beforeAll(() => {
    check = checkWith()
  })

  const solve = async (from = check) => {
    const challenge = (await from.challenge()) as unknown as Challenge
    return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  }
  const packed = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

  test('opens the door once it is solved, and only once, at any replica', async () => {
    const token = packed(await solve())
    expect(await resultOf(check.confirm(token, 'login'))).toBe('welcome')
    expect(await resultOf(check.confirm(token, 'login'))).toBe('BOT_CHECK_FAILED')
    expect(await resultOf(checkWith().confirm(token, 'register'))).toBe('BOT_CHECK_FAILED')
  })

  test('opens for one of ten who hand in the same solution at once', async () => {
    const token = packed(await solve())
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => resultOf(check.confirm(token, 'login'))))
    expect(outcomes.filter((outcome) => outcome === 'welcome')).toHaveLength(1)
  })

  test('expires', async () => {
    const token = packed(await solve())
    now = new Date(now.getTime() + 21 * 60_000)
    expect(await resultOf(check.confirm(token, 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test('must be one that we handed out, as we handed it out', async () => {
    const foreign = packed(await solve(checkWith({}, 'another secret')))
    expect(await resultOf(check.confirm(foreign, 'login'))).toBe('BOT_CHECK_FAILED')

    const { challenge, solution } = await solve()
    const longer = { ...challenge, parameters: { ...challenge.parameters, data: { expires: 9_999_999_999 } } }
    expect(await resultOf(check.confirm(packed({ challenge: longer, solution }), 'login'))).toBe('BOT_CHECK_FAILED')
    const guessed = { counter: 50, derivedKey: `${challenge.parameters.keyPrefix}${'00'.repeat(16)}` }
    expect(await resultOf(check.confirm(packed({ challenge, solution: guessed }), 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test.each(['', 'nonsense', Buffer.from('{}').toString('base64'), Buffer.from('null').toString('base64')])(
    'is not %j',
    async (token) => {
      expect(await resultOf(check.confirm(token, 'login'))).toBe('BOT_CHECK_FAILED')
    },
  )

  test('is handed out but not asked for while the check is off', async () => {
    const off = checkWith({ botCheckOff: true })
    expect(off.publicSettings).toEqual({ provider: 'altcha' })
    expect(await resultOf(off.confirm('', 'login'))).toBe('welcome')
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

  test('lets a person in, once for a token', async () => {
    const won = token()
    expect(await resultOf(check.confirm(won, 'login'))).toBe('welcome')
    expect(await resultOf(check.confirm(won, 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test.each([
    ['with too low a score', token({ score: 0.3 })],
    ['without a score', token({ score: undefined })],
    ['won for another action', token({ action: 'register' })],
    ['won on another site', token({ hostname: 'evil.example' })],
    ['that Google does not know', 'made-up'],
    ['that is empty', ''],
  ])('refuses a token %s', async (_what, given) => {
    expect(await resultOf(check.confirm(given, 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test('keeps the door shut when Google is broken, away, or does not know us', async () => {
    expect(await resultOf(check.confirm('break', 'login'))).toBe('BOT_CHECK_FAILED')
    const away = checkWith({ recaptcha: { ...google.settings, verifyUrl: new URL('http://127.0.0.1:1') } })
    expect(await resultOf(away.confirm(token(), 'login'))).toBe('BOT_CHECK_FAILED')
    const stranger = checkWith({ recaptcha: { ...google.settings, secret: 'other' } })
    expect(await resultOf(stranger.confirm(token(), 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test('does not wait for ever for Google', async () => {
    google.stopAnswering()
    const impatient = checkWith({ recaptcha: { ...google.settings, timeoutMs: 50 } })
    expect(await resultOf(impatient.confirm(token(), 'login'))).toBe('BOT_CHECK_FAILED')
  })

  test('tells the browser its key, and has no puzzle of its own', async () => {
    expect(check.publicSettings).toEqual({ provider: 'recaptcha', siteKey: 'site-key' })
    await expect(check.challenge()).rejects.toThrow('NOT_FOUND')
  })
})
