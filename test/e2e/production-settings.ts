import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '#server/core/project-root.ts'
import { adminOptions } from '#test/admin-options.ts'
import { startSMTP } from '#test/fakes/smtp.ts'
import { copyPostgres } from '#test/postgres-template.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { freePort } from '../../scripts/start-test-server.mjs'

type Environment = Record<string, string>

/** An empty database and a mail server, and the settings of a production server that uses them, as the docs describe. */
export async function prepareProduction() {
  const [database, letters, port] = [await makeEmptyDatabase(), await startSMTP(), await freePort()]
  const environment = {
    COLUMBA_MODE: 'production',
    DATABASE_URL: database.url,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: letters.url,
    MAIL_FROM: 'Columba <care@columba.example>',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    ALLOW_INSECURE: 'PUBLIC_URL,STRIPE_SECRET_KEY,STRIPE_PUBLISHABLE_KEY',
  }
  const stop = async () => {
    await letters.close()
    await database.stop()
  }
  return { letters, environment, stop }
}

/** The database is on the PostgreSQL of the browser tests; a benchmark has none yet. */
async function makeEmptyDatabase() {
  const { E2E_POSTGRES } = process.env
  if (!E2E_POSTGRES) return startPostgres({ durable: false })
  const { url, close } = await copyPostgres(E2E_POSTGRES)
  return { url, stop: close }
}

const command = (name: string) => join(root, `dist/server/commands/${name}.js`)

/** Creates the first admin with `npm run admin:create` and returns the link that sets their password. */
export function createAdmin(environment: Environment): string {
  const output = execFileSync(process.execPath, [command('admin-create'), ...adminOptions], {
    env: { ...process.env, ...environment },
  })
  return String(output).trim().split('\n').at(-1) ?? ''
}

/** The output of `npm run doctor`. The mail server that it asks is in this process, which therefore must not wait. */
export async function runDoctor(environment: Environment) {
  const child = execFile(process.execPath, [command('doctor')], { env: { ...process.env, ...environment } })
  let output = ''
  child.stdout?.on('data', (chunk: string) => {
    output += chunk
  })
  const [status] = await once(child, 'close')
  const named = (word: string) => [...output.matchAll(new RegExp(`^${word} +(.+)$`, 'gm'))].map(([, name = '']) => name)
  return { status, done: named('done'), missing: named('missing') }
}
