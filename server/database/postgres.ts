import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import { listDatabaseUrls } from '#server/core/database-urls.ts'
import { logOutage } from '#server/core/log.ts'
import type { Database, Db, Migration } from '#server/ports/database.ts'
import { applyMigrations, type MigrationSettings, migrationSettings } from './apply-migrations.ts'
import { inBatches } from './batched-statements.ts'
import { createDatabaseClock } from './database-clock.ts'
import { lockNumbers } from './lock-numbers.ts'
import { clientOfPrimary } from './postgres-client.ts'
import { createListener } from './postgres-listener.ts'
import { newestIn, writeCheck } from './write-check.ts'

export interface PostgresSettings {
  /** The limit in milliseconds; 0 is none. */
  statementTimeout?: number
  /** How long the server may say nothing, in milliseconds: longer than a statement may take, because then it still cancels it itself. */
  queryTimeout?: number
  /** After how many milliseconds the database ends a transaction whose server says nothing, and releases its locks. */
  idleInTransaction?: number
  /** How long a request waits for a connection of the pool, in milliseconds. */
  connectionTimeout?: number
  /** How often the listening connection is checked, in milliseconds. */
  listenerCheckMs?: number
  migration?: Partial<MigrationSettings>
}

export async function openPostgres(
  databaseUrl: string,
  log: Logger,
  {
    statementTimeout = 15_000,
    queryTimeout,
    idleInTransaction = 30_000,
    /** The time is long, because requests queue here under load; a server that is down refuses at once. */
    connectionTimeout = 20_000,
    listenerCheckMs = 15_000,
    migration,
  }: PostgresSettings = {},
): Promise<Database> {
  const urls = listDatabaseUrls(databaseUrl)
  const connectionString = urls[0] ?? ''
  const Client = clientOfPrimary(urls)
  const pool = new pg.Pool({
    connectionString,
    Client,
    max: 12,
    connectionTimeoutMillis: connectionTimeout,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    query_timeout: queryTimeout ?? (statementTimeout && statementTimeout + 5_000),
    idle_in_transaction_session_timeout: idleInTransaction,
    keepAlive: true,
  })
  /** A connection may drop at any time, idle or in use; without a handler that would end the process. */
  const logDroppedConnection = (error: Error) => logOutage(log, 'warn', 'database connection lost', { err: error })
  pool.on('error', logDroppedConnection)
  pool.on('connect', (client) => client.on('error', logDroppedConnection))

  const listener = createListener(connectionString, Client, log, listenerCheckMs)
  const { adjust, ...clock } = createDatabaseClock()
  const requireHealth = async (connection: Pick<pg.Client, 'query'>) => {
    const askedAt = performance.now()
    const { rows } = await connection.query(health)
    const { time, isStandby, waitsForStandby } = rows[0]
    adjust(time, askedAt)
    if (isStandby) throw new Error('the database is a standby that nobody has promoted, and cannot write')
    if (waitsForStandby) throw new Error('commits wait for a synchronous standby that does not confirm them')
  }
  /** Calls that commit at the same time send their notifications with one statement. */
  const notifyInBatch = inBatches(async (messages: { channel: string; payload: string }[]) => {
    const parts = 'jsonb_to_recordset($1::jsonb) as message (channel text, payload text)'
    await pool.query(`select pg_notify(channel, payload) from ${parts}`, [JSON.stringify(messages)])
  })
  const serverID = randomUUID()
  return {
    db: drizzle(pool) as unknown as Db,
    engine: 'postgres',
    label: labelOf(urls),
    ...clock,
    listen: listener.listen,
    notify: (channel, payload) => notifyInBatch([{ channel, payload }]),
    migrate: (migrations) => {
      const onRetry = (name: string, attempt: number) =>
        log.warn(
          { migration: name, attempt },
          'a long transaction or backup uses a table; trying the migration again (see pg_stat_activity)',
        )
      return migrateWithLock(new Client({ connectionString, keepAlive: true, statement_timeout: 0 }), migrations, {
        ...migrationSettings,
        onRetry,
        onWait: () => log.warn('another server is migrating the database; waiting until it has ended'),
        ...migration,
      })
    },
    /** Connects first, so that only the question itself limits how precise the time is. */
    ping: async () => {
      const connection = await pool.connect()
      await requireHealth(connection).finally(() => connection.release())
    },
    /** Uses the connection of the listener, where it does not queue behind requests. */
    tryWriting: () =>
      listener.onConnection(async (connection) => {
        await requireHealth(connection)
        const results: unknown = await connection.query(writeCheck(serverID))
        return newestIn(results as pg.QueryResult[])
      }),
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
}

/** While a synchronous standby is lost, commits never end and nothing is written. */
const health = `select pg_is_in_recovery() as "isStandby", exists (
  select from pg_stat_activity where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '2 seconds'
) as "waitsForStandby", extract(epoch from clock_timestamp())::float8 * 1000 as time`

function labelOf(urls: string[]) {
  const clients = urls.map((connectionString) => new pg.Client({ connectionString }))
  return `${clients[0]?.database} on ${clients.map(({ host, port }) => `${host}:${port}`).join(' or ')}`
}

/** Replicas that start together wait while the first one migrates. On a connection without time limits. */
async function migrateWithLock(client: pg.Client, migrations: Migration[], settings: MigrationSettings) {
  /** A connection that drops between two statements ends the next one; without a handler it would end the process. */
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (let attempt = 1; !(await tryLock(client)); attempt++) {
      if (attempt === 1) settings.onWait()
      await sleep(Math.min(200 * attempt, 2000))
    }
    await applyMigrations(drizzle(client) as unknown as Db, migrations, settings)
  } finally {
    /** Closes the connection, which releases the lock. */
    await client.end()
  }
}

/** Does not wait for the lock: a statement that waits would hold up every index that is built concurrently. */
async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lockNumbers.migration])
  return rows[0]?.locked === true
}
