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
import { sampleKey } from '#test/sample-key.ts'
import { freePort, startServer } from '../../scripts/start-test-server.mjs'
import { type Nginx, startNginx } from './start-nginx.ts'

export interface Production {
  context: Context
  nginx: Nginx
  letters: FakeSMTP
  stripe: Awaited<ReturnType<typeof startStripe>>
  replicas: Replica[]
  /** Proxies between the servers and what they depend on, which can be slowed down or cut. */
  lines: Record<'database' | 'smtp' | 'stripe', CuttableProxy>
  close: () => Promise<void>
}

interface Replica {
  pid: () => number
  stop: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  start: () => Promise<void>
  /** Stops it and starts it again on the same port, with another build if one is given. */
  restart: (signal: 'SIGTERM' | 'SIGKILL', build?: Build) => Promise<void>
  /** Sets its clock ahead by this time, or behind if it is negative. */
  shiftClock: (ms: number) => void
  /** What `sampled.mjs` has measured in it. */
  samples: () => Sample[]
}

export interface Sample {
  at: number
  /** Bytes that are in use after a full garbage collection, in the heap and outside, without compiled code. */
  heap: number
  /** Bytes of compiled code. */
  code: number
  /** Bytes that the heap has taken from the system. */
  committed: number
  rss: number
  handles: number
  files: number
  /** The average delay of the event loop since the last sample, in milliseconds. */
  delay: number
}

/** The program of a server. */
interface Build {
  path: string
}

export const currentBuild: Build = { path: 'dist/server/main.js' }

interface Options {
  settings?: Record<string, string>
  build?: Build
  /** Files of this folder that are loaded before the server. */
  preload?: string[]
}

/** Several production servers behind nginx, as `deploy/` describes, with fakes of the mail server and of Stripe. */
export async function startProduction(
  databaseUrl: string,
  count: number,
  { settings = {}, build = currentBuild, preload = [] }: Options = {},
): Promise<Production> {
  const folder = mkdtempSync(join(tmpdir(), 'columba-proof-'))
  const ports: number[] = []
  for (let each = 0; each < count; each++) ports.push(await freePort())
  const [nginx, letters, stripe] = [await startNginx(ports), await startSMTP(), await startStripe()]
  const { secretKey, publishableKey, webhookSecret, apiUrl } = stripe.settings
  const lines = {
    database: await proxyTo(databaseUrl),
    smtp: await proxyTo(letters.url),
    stripe: await proxyTo(apiUrl.href),
  }
  const environment = {
    COLUMBA_MODE: 'production',
    DATABASE_URL: throughProxy(databaseUrl, lines.database),
    PUBLIC_URL: nginx.url,
    ENCRYPTION_KEY: sampleKey,
    SMTP_URL: `smtp://127.0.0.1:${lines.smtp.port}`,
    MAIL_FROM: 'Columba <care@columba.example>',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    ALLOW_INSECURE: 'STRIPE_SECRET_KEY,STRIPE_PUBLISHABLE_KEY',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'fatal',
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
    const own = {
      PORT: String(port),
      CLOCK_FILE: join(folder, `clock-${port}`),
      SAMPLES_FILE: join(folder, `samples-${port}`),
    }
    replicas.push(await startReplica({ ...environment, ...own }, build))
  }
  /**
   * Only the servers migrate, because those of the previous release need its schema. Statements have no time limit,
   * because the check at the end may take long.
   */
  const database = await openPostgres(databaseUrl, createLog('silent'), { statementTimeout: 0 })
  const services = createServices(
    database,
    loadConfig({ ...environment, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }),
  )
  return {
    context: createContext(services),
    nginx,
    letters,
    stripe,
    replicas,
    lines,
    close: async () => {
      await Promise.all(replicas.map(({ stop }) => stop('SIGTERM')))
      rmSync(folder, { recursive: true, force: true })
      await nginx.stop()
      await database.close()
      for (const line of Object.values(lines)) await line.close()
      await letters.close()
      await stripe.close()
    },
  }
}

async function startReplica(environment: Record<string, string>, build: Build): Promise<Replica> {
  let { path } = build
  const start = () => startServer(environment, path)
  let server = await start()
  return {
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
    restart: async (signal, next) => {
      await server.stop(signal)
      path = next?.path ?? path
      server = await start()
    },
  }
}
