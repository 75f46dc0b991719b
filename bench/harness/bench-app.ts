import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Role } from '#contract/roles.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { NamedStatementClient } from '#server/database/postgres-client.ts'
import type { Db } from '#server/ports/database.ts'
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
  /** The SQL queries that were sent while `work` ran. */
  recordQueries: (work: () => Promise<unknown>) => Promise<SentQuery[]>
  close: () => Promise<void>
}

export interface SentQuery {
  text: string
  params: unknown[]
}

export async function startBenchApp(serverUrl: string, name: string, bookings: number): Promise<BenchApp> {
  const url = await createDatabase(serverUrl, name)
  const database = await openPostgres(url, createLog('silent'))
  await migrate(database)
  const queries: SentQuery[] = []
  const pool = new pg.Pool({ connectionString: url, Client: NamedStatementClient, max: 4 })
  const logQuery = (text: string, params: unknown[]) => void queries.push({ text, params })
  const db = drizzle(pool, { logger: { logQuery } }) as unknown as Db

  const config = loadConfig({
    LOG_LEVEL: 'silent',
    BOT_CHECK: 'off',
    ENCRYPTION_KEY: sampleKey,
  })
  const services = createServices({ ...database, db }, config)
  const context = createContext(services)
  await seedLoad(context, bookings, bookings, (line) => console.log(`${name}: ${line}`))
  await db.execute(sql`vacuum analyze`)

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
    recordQueries: async (work) => {
      queries.length = 0
      await work()
      return [...queries]
    },
    close: async () => {
      await app.close()
      await pool.end()
      await database.close()
    },
  }
}
