import { spawn } from 'node:child_process'
import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { createServices } from '#server/start/services.ts'
import { sampleKey } from '#test/sample-key.ts'
import { startServer } from '../../scripts/start-test-server.mjs'

/** The limits of one applicant, so high that one can do the work of a thousand. */
export const withoutLimits = { HOLD_MINUTES: '600', MAX_UNPAID_HOLDS: '999999', MAX_SUBMISSIONS_PER_HOUR: '999999' }

/** The server in a process of its own, and a context with which this one prepares its database. */
export async function startWithContext(databaseUrl: string, settings: Record<string, string> = {}) {
  const environment = { DATABASE_URL: databaseUrl, ENCRYPTION_KEY: sampleKey, BOT_CHECK: 'off', ...settings }
  const server = await startServer(environment)
  const config = loadConfig({ ...environment, LOG_LEVEL: 'silent' })
  const database = await openPostgres(databaseUrl, createLog('silent'), { statementTimeout: 0 })
  const services = createServices(database, config)
  const stop = async () => {
    await database.close()
    await server.stop()
  }
  return { ...server, services, context: createContext(services), stop }
}

/** A server to compare with, which prints its address when it is ready. */
export async function startOther(program: string, databaseUrl: string) {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: sampleKey,
      ...withoutLimits,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (line) => resolve(String(line).trim())))
  return { url, stop: () => child.kill() }
}
