import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { StartError } from './start-error.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const production = {
  COLUMBA_MODE: 'production',
  DATABASE_URL: 'postgres://columba:secret@db.example/columba',
  PUBLIC_URL: 'https://columba.example/',
  ENCRYPTION_KEY: key,
  SMTP_URL: 'smtps://post:secret@mail.example:465',
  MAIL_FROM: 'Columba <care@columba.example>',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
}

test('an empty environment gives the demo configuration', () => {
  expect(loadConfig({})).toMatchObject({
    mode: 'demo',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    dataDir: './data',
    holdMinutes: 30,
    maxUnpaidHolds: 3,
    maxSubmissionsPerHour: 30,
    trustProxy: false,
    stripe: undefined,
  })
})

test('a complete production environment gives a production configuration', () => {
  expect(loadConfig(production)).toMatchObject({
    mode: 'production',
    publicUrl: 'https://columba.example',
    stripe: { secretKey: 'sk_live_x', publishableKey: 'pk_live_x', webhookSecret: 'whsec_x' },
  })
})

test('all missing and malformed settings are listed in one error', () => {
  const { SMTP_URL, STRIPE_SECRET_KEY, ...rest } = production
  const broken = {
    ...rest,
    PORT: 'high',
    ENCRYPTION_KEY: 'short',
    HOLD_MINUTES: '-1',
    MAX_UNPAID_HOLDS: '0',
    MAX_SUBMISSIONS_PER_HOUR: '2.5',
    BOT_CHECK: 'off',
    RECAPTCHA_SECRET: 'x',
  }
  expect(() => loadConfig(broken)).toThrow(
    [
      'Columba cannot start. Please check these settings:',
      '  PORT must be a port number',
      '  ENCRYPTION_KEY must be 32 bytes in base64 (openssl rand -base64 32)',
      '  HOLD_MINUTES must be a number of minutes',
      '  MAX_UNPAID_HOLDS must be a whole number from 1 to 999999',
      '  MAX_SUBMISSIONS_PER_HOUR must be a whole number from 1 to 999999',
      '  RECAPTCHA_SITE_KEY is missing: reCAPTCHA needs both of its keys',
      '  BOT_CHECK may be off in demo mode only',
      '  SMTP_URL is missing',
      '  STRIPE_SECRET_KEY is missing',
    ].join('\n'),
  )
})

test.each(Object.keys(production).filter((name) => name !== 'COLUMBA_MODE'))(
  'production without %s is refused, and the error names only this setting',
  (name) => {
    const message = `Columba cannot start. Please check these settings:\n  ${name} is missing`
    expect(() => loadConfig({ ...production, [name]: undefined })).toThrow(new StartError(message))
  },
)

test('an error about a malformed setting does not contain its value, which may be a secret', () => {
  const secret = 'postgres-password-typed-into-the-wrong-place'
  for (const name of ['DATABASE_URL', 'ENCRYPTION_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY']) {
    expect(() => loadConfig({ ...production, [name]: secret })).toThrow(expect.not.stringContaining(secret))
  }
})

test('ENCRYPTION_KEY may contain several keys, as key rotation needs', () => {
  expect(loadConfig({ ENCRYPTION_KEY: `${key}, ${key}` }).encryptionKey).toContain(',')
})

test('HOLD_MINUTES may be a fraction of a minute', () => {
  expect(loadConfig({ HOLD_MINUTES: '0.05' }).holdMinutes).toBe(0.05)
})

test('an empty setting counts as missing', () => {
  expect(loadConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: undefined, port: 3000 })
})

test.each([
  ['false', false],
  ['true', true],
  ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
])('TRUST_PROXY=%s is parsed to %j', (text, meaning) => {
  expect(loadConfig({ TRUST_PROXY: text }).trustProxy).toEqual(meaning)
})

test('the default public URL of a server that listens on all addresses is the local one', () => {
  expect(loadConfig({ HOST: '0.0.0.0' }).publicUrl).toBe('http://127.0.0.1:3000')
  expect(loadConfig({ HOST: '::1', PORT: '80' }).publicUrl).toBe('http://[::1]')
})
