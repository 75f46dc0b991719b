import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { createServices } from '#server/start/services.ts'
import { type CuttableProxy, proxyTo, throughProxy } from '#test/cuttable-proxy.ts'
import { type FakeSMTP, startSMTP } from '#test/fakes/smtp.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { compareMoneyWithLog } from '#test/find-violations.ts'
import { sampleKey } from '#test/sample-key.ts'
import { freePort, startServer } from '../../scripts/start-test-server.mjs'
import { type Nginx, startNginx } from './start-nginx.ts'

export interface Production {
  context: Context
  /** The environment that all servers share; commands that run beside them need it, too. */
  settings: Record<string, string>
  nginx: Nginx
  letters: FakeSMTP
  stripe: Awaited<ReturnType<typeof startStripe>>
  replicas: Replica[]
  /** Proxies between the servers and what they depend on, which can be slowed down or cut. */
  lines: Record<'smtp' | 'stripe', CuttableProxy> & { database: Pick<CuttableProxy, 'cut' | 'reconnect' | 'delay'> }
  close: () => Promise<void>
}

export interface Replica {
  url: string
  port: number
  pid: () => number
  /** Its own line to the database. */
  database: CuttableProxy
  /** The lines that it has logged at level 50 or above. */
  logged: { at: number; message: string }[]
  stop: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  start: () => Promise<void>
  /** Stops it and starts it again on the same port, with another build or further settings if they are given. */
  restart: (signal: 'SIGTERM' | 'SIGKILL', build?: Build, more?: Record<string, string>) => Promise<void>
  /** Sets its clock ahead by this time, or behind if it is negative. */
  shiftClock: (ms: number) => void
  /** The samples that `sampled.mjs` has taken in it. */
  samples: () => Sample[]
}

export interface Sample {
  at: number
  /** The bytes that are in use after a full garbage collection, in the heap and outside, without compiled code. */
  heap: number
  /** The bytes of compiled code. */
  code: number
  /** The bytes that the heap has taken from the system. */
  committed: number
  rss: number
  handles: number
  files: number
  /** The average delay of the event loop since the last sample, in milliseconds. */
  delay: number
}

/** The program of a server. */
export interface Build {
  path: string
}

export const currentBuild: Build = { path: 'dist/server/main.js' }

interface Options {
  settings?: Record<string, string>
  build?: Build
  /** The port of a standby of the database, for the proof itself. */
  standbyPort?: number
  /** Files of this folder that are loaded before the server. */
  preload?: string[]
}

/** Several production servers behind nginx, as `deploy/` describes, with fakes of the mail server and of Stripe. */
export async function startProduction(
  databaseUrl: string,
  count: number,
  { settings = {}, build = currentBuild, preload = [], standbyPort }: Options = {},
): Promise<Production> {
  const folder = mkdtempSync(join(tmpdir(), 'columba-proof-'))
  const ports: number[] = []
  for (let each = 0; each < count; each++) ports.push(await freePort())
  const [nginx, letters, stripe] = [await startNginx(ports), await startSMTP(), await startStripe()]
  const { secretKey, publishableKey, webhookSecret, apiUrl } = stripe.settings
  const lines = {
    smtp: await proxyTo(letters.url),
    stripe: await proxyTo(apiUrl.href),
  }
  const environment = {
    COLUMBA_MODE: 'production',
    PUBLIC_URL: nginx.url,
    ENCRYPTION_KEY: sampleKey,
    SMTP_URL: `smtp://127.0.0.1:${lines.smtp.port}`,
    MAIL_FROM: 'Columba <care@columba.example>',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    ALLOW_INSECURE: 'STRIPE_SECRET_KEY,STRIPE_PUBLISHABLE_KEY',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    HOLD_MINUTES: '600',
    MAX_UNPAID_HOLDS: '999',
    MAX_SUBMISSIONS_PER_HOUR: '99999',
    STRIPE_FAKE: lines.stripe.url,
    NODE_OPTIONS: ['stripe-on-loopback', 'shifted-clock', ...preload]
      .map((name) => `--import ${pathToFileURL(`proof/harness/${name}.mjs`).href}`)
      .join(' '),
    ...settings,
  }
  const replicas: Replica[] = []
  for (const port of ports) {
    const database = await proxyTo(databaseUrl)
    const own = {
      DATABASE_URL: throughProxy(databaseUrl, database),
      PORT: String(port),
      CLOCK_FILE: join(folder, `clock-${port}`),
      SAMPLES_FILE: join(folder, `samples-${port}`),
    }
    replicas.push(await startReplica({ ...environment, ...own }, build, database))
  }
  /**
   * Only the servers migrate, because those of the previous release need its schema. Statements have no time limit,
   * because the check at the end may take long.
   */
  const ownUrl = standbyPort ? withStandby(databaseUrl, standbyPort) : databaseUrl
  const database = await openPostgres(ownUrl, createLog('silent'), { statementTimeout: 0 })
  if (build === currentBuild) await compareMoneyWithLog(database.db)
  const services = createServices(database, loadConfig({ ...environment, DATABASE_URL: ownUrl, LOG_LEVEL: 'silent' }))
  return {
    context: createContext(services),
    settings: environment,
    nginx,
    letters,
    stripe,
    replicas,
    lines: { ...lines, database: together(replicas.map(({ database }) => database)) },
    close: async () => {
      await Promise.all(replicas.map(({ stop }) => stop('SIGTERM')))
      rmSync(folder, { recursive: true, force: true })
      await nginx.stop()
      await database.close()
      for (const line of [...Object.values(lines), ...replicas.map(({ database }) => database)]) await line.close()
      await letters.close()
      await stripe.close()
    },
  }
}

/** The address of this database and of its standby. */
export const withStandby = (databaseUrl: string, port: number) =>
  databaseUrl.replace(/@([^/]+)/, `@$1,127.0.0.1:${port}`)

/** All of these lines as one. */
const together = (lines: readonly CuttableProxy[]): Production['lines']['database'] => ({
  cut: async () => void (await Promise.all(lines.map((line) => line.cut()))),
  reconnect: async () => void (await Promise.all(lines.map((line) => line.reconnect()))),
  delay: (ms) => {
    for (const line of lines) line.delay(ms)
  },
})

async function startReplica(given: Record<string, string>, build: Build, database: CuttableProxy): Promise<Replica> {
  let [environment, { path }] = [given, build]
  const logged: Replica['logged'] = []
  const onLine = (line: string) => {
    if (/^\{"level":[56]0/.test(line)) logged.push({ at: performance.now(), message: JSON.parse(line).msg })
  }
  const start = () => startServer(environment, path, onLine)
  let server = await start()
  return {
    url: server.url,
    port: server.port,
    database,
    logged,
    pid: () => server.pid ?? 0,
    samples: () => {
      const lines = readFileSync(environment.SAMPLES_FILE ?? '', 'utf8')
        .trim()
        .split('\n')
      return lines.map((line) => JSON.parse(line) as Sample)
    },
    shiftClock: (ms) => writeFileSync(environment.CLOCK_FILE ?? '', String(ms)),
    stop: (signal) => server.stop(signal),
    start: async () => {
      server = await start()
    },
    restart: async (signal, next, more) => {
      await server.stop(signal)
      path = next?.path ?? path
      environment = { ...environment, ...more }
      server = await start()
    },
  }
}
