import { z } from 'zod'
import { listDatabaseUrls } from './database-urls.ts'
import { checkInsecureSettings, type InsecureSettings, insecureNames, splitNames } from './insecure-settings.ts'
import { StartError } from './start-error.ts'

/** All settings. Only this file reads the environment. */
export interface Config {
  mode: 'demo' | 'production'
  host: string
  port: number
  /** The public origin without a trailing slash; links in letters are built from it. */
  publicUrl: string
  dataDir: string
  /** The PostgreSQL database; without it, the embedded one in `dataDir` is used. */
  databaseUrl: string | undefined
  /** Base64, newest first, separated by commas. Without it, the key file in `dataDir` is used. */
  encryptionKey: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | undefined
  recaptcha: { siteKey: string; secret: string } | undefined
  botCheckOff: boolean
  /** Whether a demo starts with demo data or as an empty house. */
  demoData: boolean
  holdMinutes: number
  /** The number of unpaid bookings that an applicant may have at once. */
  maxUnpaidHolds: number
  /** The number of applications, new or amended, that an applicant may send within an hour. */
  maxSubmissionsPerHour: number
  trustProxy: TrustProxy
  logLevel: (typeof logLevels)[number]
  metricsToken: string | undefined
  /** The settings that production accepts because ALLOW_INSECURE names them, with the reason why it should not. */
  allowedInsecure: InsecureSettings
}

/** The proxies whose `X-Forwarded-For` is trusted: none, all, those of certain addresses, or a number of them. */
type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean)

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const requiredInProduction = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'ENCRYPTION_KEY',
  'SMTP_URL',
  'MAIL_FROM',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const

const isUrl = (text: string, schemes: string[]) => URL.canParse(text) && schemes.includes(new URL(text).protocol)

const url = (schemes: string[], sentence: string) => z.string().refine((text) => isUrl(text, schemes), sentence)

const isKey = (text: string) => /^[A-Za-z0-9+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32

const limit = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
  .transform(Number)

const Environment = z.object({
  COLUMBA_MODE: z.enum(['demo', 'production'], 'must be demo or production').default('demo'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number')
    .default(3000),
  PUBLIC_URL: url(['http:', 'https:'], 'must be an address like https://columba.example')
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'must be an address without a path')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => listDatabaseUrls(text).every((each) => isUrl(each, ['postgres:', 'postgresql:'])),
      'must be like postgres://user:password@host:5432/columba',
    )
    .optional(),
  ENCRYPTION_KEY: z
    .string()
    .refine(
      (text) => text.split(',').every((key) => isKey(key.trim())),
      'must be 32 bytes in base64 (openssl rand -base64 32)',
    )
    .optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'must be like smtps://user:password@host:465').optional(),
  MAIL_FROM: z.string().regex(/@/, 'must be an email address').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().regex(/^pk_/, 'must begin with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional(),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  BOT_CHECK: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DEMO_DATA: z.enum(['on', 'off'], 'must be on or off').default('on'),
  HOLD_MINUTES: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of minutes')
    .transform(Number)
    .refine((minutes) => minutes > 0 && minutes <= 10_080, 'must be more than 0 and at most a week')
    .default(30),
  MAX_UNPAID_HOLDS: limit.default(3),
  MAX_SUBMISSIONS_PER_HOUR: limit.default(30),
  TRUST_PROXY: z.string().default('false').transform(parseTrustProxy),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
  METRICS_TOKEN: z.string().optional(),
  ALLOW_INSECURE: z
    .string()
    .refine(
      (text) => splitNames(text).every((name) => insecureNames.includes(name)),
      `may name ${insecureNames.join(', ')}`,
    )
    .optional(),
})

/** What is wrong with settings that depend on each other. Apart from the schema, which skips such checks once a value is wrong. */
function* findContradictions(given: NodeJS.ProcessEnv): Generator<[name: string, message: string]> {
  const isProduction = given.COLUMBA_MODE === 'production'
  if (!given.RECAPTCHA_SITE_KEY !== !given.RECAPTCHA_SECRET) {
    const name = given.RECAPTCHA_SECRET ? 'RECAPTCHA_SITE_KEY' : 'RECAPTCHA_SECRET'
    yield [name, 'is missing: reCAPTCHA needs both of its keys']
  }
  if (isProduction && given.BOT_CHECK === 'off') yield ['BOT_CHECK', 'may be off in demo mode only']
  if (isProduction && given.METRICS_TOKEN && given.METRICS_TOKEN.length < 16)
    yield ['METRICS_TOKEN', 'must have 16 characters or more']
  if (isProduction) for (const name of requiredInProduction) if (!(name in given)) yield [name, 'is missing']
}

/** Reads the environment once. One error lists everything that is wrong with it. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  const problems = new Map(parsed.error?.issues.map((issue) => [String(issue.path[0]), issue.message]))
  const { allowed, refused, hint } = checkInsecureSettings(given)
  for (const [name, message] of [...findContradictions(given), ...refused])
    if (!problems.has(name)) problems.set(name, message)
  if (!parsed.success || problems.size > 0) {
    const lines = [...problems].map(([name, message]) => `  ${name} ${message}`)
    throw new StartError(`Columba cannot start. Please check these settings:\n${[...lines, ...hint].join('\n')}`)
  }
  return toConfig(parsed.data, allowed)
}

function toConfig(settings: z.output<typeof Environment>, allowedInsecure: Config['allowedInsecure']): Config {
  const production = settings.COLUMBA_MODE === 'production'
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = settings
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret } = settings
  return {
    mode: settings.COLUMBA_MODE,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://${hostForUrl(settings.HOST)}:${settings.PORT}`).origin,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    encryptionKey: settings.ENCRYPTION_KEY,
    smtpUrl: production ? settings.SMTP_URL : undefined,
    mailFrom: settings.MAIL_FROM ?? 'Columba <columba@columba.example>',
    stripe:
      production && secretKey && publishableKey && webhookSecret
        ? { secretKey, publishableKey, webhookSecret }
        : undefined,
    recaptcha: production && siteKey && secret ? { siteKey, secret } : undefined,
    botCheckOff: settings.BOT_CHECK === 'off',
    demoData: settings.COLUMBA_MODE === 'demo' && settings.DEMO_DATA === 'on',
    holdMinutes: settings.HOLD_MINUTES,
    maxUnpaidHolds: settings.MAX_UNPAID_HOLDS,
    maxSubmissionsPerHour: settings.MAX_SUBMISSIONS_PER_HOUR,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    metricsToken: settings.METRICS_TOKEN,
    allowedInsecure,
  }
}

/** The host to connect to when listening on `host`: a wildcard address becomes the loopback address. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** `true`, a number of proxies, or their addresses separated by commas. */
function parseTrustProxy(text: string): TrustProxy {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d+$/.test(text)) return (_address, hop) => hop < Number(text)
  return text.split(',').map((address) => address.trim())
}
