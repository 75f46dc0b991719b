import { pathToFileURL } from 'node:url'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { openServices } from '#server/start/services.ts'
import { type FakeSMTP, startSMTP } from '#test/fakes/smtp.ts'
import { startStripe } from '#test/fakes/stripe.ts'
import { freePort, startServer } from '../../scripts/start-test-server.mjs'
import { type Nginx, startNginx } from './start-nginx.ts'

export interface Production {
  context: Context
  nginx: Nginx
  letters: FakeSMTP
  stripe: Awaited<ReturnType<typeof startStripe>>
  replicas: Replica[]
  close: () => Promise<void>
}

export interface Replica {
  port: number
  pid: () => number
  /** Stops it and starts it again, on the same port. */
  restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** Several production servers behind nginx, as `deploy/` describes, with fakes of the mail server and of Stripe. */
export async function startProduction(
  databaseUrl: string,
  count: number,
  more: Record<string, string> = {},
): Promise<Production> {
  const ports: number[] = []
  for (let each = 0; each < count; each++) ports.push(await freePort())
  const [nginx, letters, stripe] = [await startNginx(ports), await startSMTP(), await startStripe()]
  const { secretKey, publishableKey, webhookSecret, apiUrl } = stripe.settings
  const environment = {
    COLUMBA_MODE: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: nginx.url,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SMTP_URL: letters.url,
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
    STRIPE_FAKE: apiUrl.href,
    NODE_OPTIONS: `--import ${pathToFileURL('proof/harness/stripe-on-loopback.mjs').href}`,
    ...more,
  }
  const services = await openServices(loadConfig({ ...environment, LOG_LEVEL: 'silent' }))
  const replicas: Replica[] = []
  for (const port of ports) replicas.push(await startReplica({ ...environment, PORT: String(port) }))
  return {
    context: createContext(services),
    nginx,
    letters,
    stripe,
    replicas,
    close: async () => {
      await Promise.all(replicas.map(({ pid }) => stopProcess(pid())))
      await nginx.stop()
      await services.database.close()
      await letters.close()
      await stripe.close()
    },
  }
}

const running = new Map<number, Awaited<ReturnType<typeof startServer>>>()
const stopProcess = (pid: number) => running.get(pid)?.stop()

async function startReplica(environment: Record<string, string>): Promise<Replica> {
  const start = async () => {
    const server = await startServer(environment)
    running.set(server.pid ?? 0, server)
    return server
  }
  let server = await start()
  return {
    port: server.port,
    pid: () => server.pid ?? 0,
    restart: async (signal) => {
      await server.stop(signal)
      server = await start()
    },
  }
}
