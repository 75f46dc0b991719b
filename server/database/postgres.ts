import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database, Db } from './database.ts'
import { lockNumbers } from './lock-numbers.ts'
import { NamedStatementClient } from './named-statement-client.ts'
import { createListener } from './postgres-listener.ts'

export interface PostgresSettings {
  /** In milliseconds; 0 is none. */
  statementTimeout?: number
  /** How often the listening connection is checked, in milliseconds. */
  listenerCheckMs?: number
}

export async function openPostgres(
  connectionString: string,
  log: Logger,
  { statementTimeout = 15_000, listenerCheckMs = 15_000 }: PostgresSettings = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString,
    Client: NamedStatementClient,
    max: 12,
    /** Long, because requests queue here under load; a server that is down refuses at once. */
    connectionTimeoutMillis: 20_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  })
  /** A connection may drop at any time, idle or in use; without a handler that would end the process. */
  const logDroppedConnection = (error: Error) => log.warn({ err: error }, 'database connection lost')
  pool.on('error', logDroppedConnection)
  pool.on('connect', (client) => client.on('error', logDroppedConnection))

  const listener = createListener(connectionString, log, listenerCheckMs)
  const { database, host, port } = new pg.Client({ connectionString })
  return {
    db: drizzle(pool) as unknown as Db,
    engine: 'postgres',
    place: `${database} on ${host}:${port}`,
    listen: listener.listen,
    notify: async (channel, payload) => void (await pool.query('select pg_notify($1, $2)', [channel, payload])),
    migrate: (migrationsFolder) => migrateWithLock(pool, migrationsFolder),
    ping: async () => void (await pool.query('select 1')),
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
}

async function migrateWithLock(pool: pg.Pool, migrationsFolder: string) {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Replicas that start together wait here while the first one migrates.
    await client.query('select pg_advisory_lock($1)', [lockNumbers.migration])
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    /** Closes the connection, which releases the lock and drops the setting. */
    client.release(true)
  }
}
