import { sql } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { buildApp } from '#server/start/app.ts'
import { createServices } from '#server/start/services.ts'
import { type Caller, createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { sampleKey } from '#test/sample-key.ts'
import { serveSignInWithoutPassword, startSessionOf } from '#test/sign-in-without-password.ts'
import { createDatabase } from './create-database.ts'

/** The whole server on its own filled database, called without a network. */
export interface BenchApp {
  context: Context
  signIn: (role: Role) => Promise<Caller>
  /** Opens a socket, and returns the URL. */
  listen: () => Promise<string>
  close: () => Promise<void>
}

export async function startBenchApp(serverUrl: string, name: string, bookings: number): Promise<BenchApp> {
  const url = await createDatabase(serverUrl, name)
  const database = await openPostgres(url, createLog('silent'), { statementTimeout: 0 })
  await migrate(database)
  const config = loadConfig({ LOG_LEVEL: 'silent', BOT_CHECK: 'off', ENCRYPTION_KEY: sampleKey })
  const services = createServices(database, config)
  const context = createContext(services)
  await seedLoad(context, bookings, bookings, (line) => console.log(`${name}: ${line}`))
  await database.db.execute(sql`vacuum analyze`)

  const app = await buildApp(services)
  serveSignInWithoutPassword(app)
  await app.ready()
  return {
    context,
    signIn: async (role) => {
      const { userID } = await makeUser(context, { role })
      return createCaller(app, await startSessionOf(app, userID))
    },
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}
