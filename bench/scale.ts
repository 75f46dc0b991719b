import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Db } from '#server/ports/database.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { createServices } from '#server/start/services.ts'
import { sampleKey } from '#test/sample-key.ts'
import type { Bench } from './harness/bench.ts'

const bookings = 100_000
const connections = 50

/** What docs/SCALE.md counts with: sizes, the memory of a connection, and the keys of a database for several operators. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const database = await openPostgres(databaseUrl, createLog('silent'))
  const { db } = database
  await migrate(database)
  const empty = await sizeOf(db, sql`pg_database_size(current_database())`)
  const config = loadConfig({ ENCRYPTION_KEY: sampleKey, LOG_LEVEL: 'silent' })
  await seedLoad(createContext(createServices(database, config)), bookings, bookings, () => {})
  await db.execute(sql`analyze`)
  const full = await sizeOf(db, sql`pg_database_size(current_database())`)
  figure('scale.database_mb', empty / 1e6)
  figure('scale.booking_kb', (full - empty) / bookings / 1000)
  console.log(`${bookings} bookings with their niches and people: ${mb(full - empty)}; largest tables:`)
  for (const { name, bytes } of await largestTables(db)) console.log(`  ${name} ${mb(Number(bytes))}`)

  figure('scale.connection_mb', await memoryOfConnection(databaseUrl))
  figure('scale.keys_without_operator', await countKeys(db))
  await database.close()
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function sizeOf(db: Db, size: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`select ${size} as bytes`)
  return Number(rows[0]?.bytes)
}

const largestTables = async (db: Db) =>
  (
    await db.execute<{ name: string; bytes: string }>(sql`
      select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 6`)
  ).rows

/** Private memory of a connection that has run the usual queries, in MB. */
async function memoryOfConnection(databaseUrl: string): Promise<number> {
  const clients: pg.Client[] = []
  const pids: number[] = []
  for (let each = 0; each < connections; each++) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      'select pg_backend_pid() as pid, count(*) from niche_places where block_id = $1',
      ['L0-1A'],
    )
    pids.push(rows[0].pid)
    clients.push(client)
  }
  const total = pids.reduce((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return sum + Number(/Private_Dirty:\s+(\d+)/.exec(rollup)?.[1] ?? 0)
  }, 0)
  for (const client of clients) await client.end()
  return total / connections / 1000
}

/** The keys of all unique indexes and foreign keys: with one database for all operators, each needs the operator's key in front. */
async function countKeys(db: Db): Promise<number> {
  const { rows } = await db.execute<{ uniques: number; references: number; tables: number }>(sql`
    select
      (select count(*)::int from pg_index i join pg_class c on c.oid = i.indrelid
        where i.indisunique and c.relnamespace = 'public'::regnamespace) as uniques,
      (select count(*)::int from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace) as references,
      (select count(*)::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables`)
  const { uniques = 0, references = 0, tables = 0 } = rows[0] ?? {}
  console.log(`${tables} tables, ${uniques} unique indexes and ${references} foreign keys without an operator`)
  return uniques + references
}
