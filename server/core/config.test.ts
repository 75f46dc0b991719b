import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { StartError } from './start-error.ts'

const key = Buffer.alloc(32, 1).toString('base64')
const production = {
  COLUMBA_MODE: 'production',
  DATABASE_URL: 'postgres://columba:secret@db.example/columba?sslmode=verify-full',
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
    demoData: false,
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
    LOG_LEVEL: 'loud',
    RECAPTCHA_SECRET: 'x',
    METRICS_TOKEN: 'short',
  }
  expect(() => loadConfig(broken)).toThrow(
    [
      'Columba cannot start. Please check these settings:',
      '  PORT must be a port number',
      '  ENCRYPTION_KEY must be 32 bytes in base64 (openssl rand -base64 32)',
      '  HOLD_MINUTES must be a number of minutes',
      '  MAX_UNPAID_HOLDS must be a whole number from 1 to 999999',
      '  MAX_SUBMISSIONS_PER_HOUR must be a whole number from 1 to 999999',
      '  LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      '  RECAPTCHA_SITE_KEY is missing: reCAPTCHA needs both of its keys',
      '  BOT_CHECK may be off in demo mode only',
      '  METRICS_TOKEN must have 16 characters or more',
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

const insecure = {
  PUBLIC_URL: 'http://columba.example',
  DATABASE_URL: 'postgres://columba:secret@db.example/columba',
  SMTP_URL: 'smtp://post:secret@mail.example:587',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  TRUST_PROXY: 'true',
}

test('production refuses every insecure setting in one error, which says how to allow them', () => {
  expect(() => loadConfig({ ...production, ...insecure })).toThrow(
    new StartError(
      [
        'Columba cannot start. Please check these settings:',
        '  PUBLIC_URL must begin with https://',
        '  DATABASE_URL must end with ?sslmode=verify-full, because the database is on another host',
        '  SMTP_URL must begin with smtps:// or end with ?requireTLS=true, because the mail server is on another host',
        '  STRIPE_SECRET_KEY is a test key',
        '  STRIPE_PUBLISHABLE_KEY is a test key',
        '  TRUST_PROXY must be the number of proxies or their addresses: true trusts what any client says about its address',
        'To start although this is not secure: ALLOW_INSECURE=PUBLIC_URL,DATABASE_URL,SMTP_URL,STRIPE_SECRET_KEY,STRIPE_PUBLISHABLE_KEY,TRUST_PROXY',
      ].join('\n'),
    ),
  )
})

test.each(Object.entries(insecure))('production accepts %s=%s only if ALLOW_INSECURE names it', (name, value) => {
  const others = Object.keys(insecure).filter((other) => other !== name)
  expect(() => loadConfig({ ...production, [name]: value, ALLOW_INSECURE: others.join() })).toThrow(`  ${name} `)
  const config = loadConfig({ ...production, [name]: value, ALLOW_INSECURE: ` ${name} , PUBLIC_URL` })
  expect([...config.allowedInsecure.keys()]).toEqual([name])
})

test('the suggested ALLOW_INSECURE keeps the names that are already in it', () => {
  expect(() => loadConfig({ ...production, ...insecure, ALLOW_INSECURE: 'SMTP_URL,TRUST_PROXY' })).toThrow(
    'ALLOW_INSECURE=SMTP_URL,TRUST_PROXY,PUBLIC_URL,DATABASE_URL,STRIPE_SECRET_KEY,STRIPE_PUBLISHABLE_KEY',
  )
})

test('ALLOW_INSECURE refuses a name that it does not know', () => {
  expect(() => loadConfig({ ...production, ALLOW_INSECURE: 'SMTP_URL,BOT_CHECK' })).toThrow(
    '  ALLOW_INSECURE may name PUBLIC_URL, DATABASE_URL,',
  )
})

test('the demo accepts insecure settings', () => {
  expect(loadConfig(insecure).allowedInsecure.size).toBe(0)
})

test.each([
  ['DATABASE_URL', 'postgres://columba@127.0.0.1:5432/columba'],
  ['DATABASE_URL', 'postgres://columba@localhost/columba'],
  ['DATABASE_URL', 'postgres://columba@[::1]/columba'],
  ['DATABASE_URL', 'postgres://columba@%2Fvar%2Frun%2Fpostgresql/columba'],
  ['DATABASE_URL', 'postgres://columba@base/columba?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgres://db.example/columba?sslmode=require'],
  ['DATABASE_URL', 'postgres://db.example/columba?ssl=true'],
  ['DATABASE_URL', 'postgres://columba@one.example:5432,two.example:5433/columba?sslmode=verify-full'],
  ['SMTP_URL', 'smtp://127.0.0.1:25'],
  ['SMTP_URL', 'smtp://localhost'],
  ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true'],
  ['TRUST_PROXY', '1'],
])('production accepts %s=%s', (name, value) => {
  expect(loadConfig({ ...production, [name]: value }).allowedInsecure.size).toBe(0)
})

test.each([
  ['DATABASE_URL', 'postgres://localhost/columba?host=db.example'],
  ['DATABASE_URL', 'postgres://db.example/columba?sslmode=disable'],
  ['DATABASE_URL', 'postgres://localhost:5432,two.example:5432/columba'],
  ['DATABASE_URL', 'postgres://db.example/columba?sslmode=no-verify'],
  ['DATABASE_URL', 'postgres://db.example/columba?sslmode=require&uselibpqcompat=true'],
  ['SMTP_URL', 'smtp://mail.example:587'],
  ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
  ['SMTP_URL', 'smtp://localhost.example'],
  ['SMTP_URL', 'smtp://127.0.0.1.example'],
  ['PUBLIC_URL', 'HTTP://127.0.0.1:3000'],
  ['STRIPE_SECRET_KEY', 'rk_test_x'],
])('production refuses %s=%s', (name, value) => {
  expect(() => loadConfig({ ...production, [name]: value })).toThrow(`  ${name} `)
})
