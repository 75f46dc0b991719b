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
import { startPostgres } from '../scripts/postgres.mjs'
import type { Bench } from './harness/bench.ts'
import { timed } from './harness/ratio.ts'

const bookings = 100_000
const ledgerRows = 1_000_000
const years = 10
const chunks = 2000
const connections = 50

/** The experiments that docs/SCALE.md quotes: sizes, a ledger by year, certificates outside, a standby, a database for each operator. */
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

  await compareLedgers(db)
  await compareCertificates(db)
  await measureStandby(databaseUrl, db)
  figure('scale.connection_mb', await memoryOfConnection(databaseUrl))
  figure('scale.keys_without_operator', await countKeys(db))
  await database.close()
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const duration = async (work: () => Promise<unknown>) => `${Math.round(await timed(work))} ms`

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

/** Removing the oldest year, and finding the entries of one subject, in one table and in one table for each year. */
async function compareLedgers(db: Db) {
  const columns = sql`at timestamptz not null, subject text not null, action text not null, details jsonb not null default '{}'`
  await db.execute(sql`create table one_ledger (id bigint generated always as identity primary key, ${columns})`)
  await db.execute(sql`create index on one_ledger (subject, id)`)
  await db.execute(sql`create index on one_ledger (at)`)
  await db.execute(
    sql`create table yearly_ledger (id bigint generated always as identity, ${columns}) partition by range (at)`,
  )
  for (let year = 2026 - years; year < 2026; year++)
    await db.execute(
      sql.raw(
        `create table yearly_${year} partition of yearly_ledger for values from ('${year}-01-01') to ('${year + 1}-01-01')`,
      ),
    )
  await db.execute(sql`create index on yearly_ledger (subject, id)`)
  for (const table of ['one_ledger', 'yearly_ledger'])
    await db.execute(sql`
      insert into ${sql.identifier(table)} (at, subject, action, details)
      select date '2016-01-01' + n * interval '315 seconds', 'B-' || n % 100000, 'booking.approve', '{"reason": "An entry of usual length"}'
      from generate_series(1, ${ledgerRows}::int) n`)
  const find = (table: string) => () =>
    db.execute(sql`select * from ${sql.identifier(table)} where subject = 'B-4711' order by id desc limit 100`)
  console.log(`ledger of ${ledgerRows} rows in ${years} years:`)
  console.log(
    `  find one subject: ${await duration(find('one_ledger'))} in one table, ${await duration(find('yearly_ledger'))} by year`,
  )
  const removed = duration(() => db.execute(sql`delete from one_ledger where at < '2017-01-01'`))
  console.log(
    `  remove the oldest year: ${await removed} by delete, ${await duration(() => detachOldest(db))} by detaching it`,
  )
}

const detachOldest = (db: Db) =>
  db.execute(sql.raw(`alter table yearly_ledger detach partition yearly_${2026 - years}`))

/** What certificates weigh in a copy of the database. */
async function compareCertificates(db: Db) {
  await db.execute(sql`create table outside_chunks (position int, sealed bytea)`)
  await db.execute(sql`alter table outside_chunks alter sealed set storage external`)
  const before = await sizeOf(db, sql`pg_database_size(current_database())`)
  const written = await duration(() =>
    db.execute(sql`
      insert into outside_chunks select n, decode(repeat(md5(n::text), 8192), 'hex') from generate_series(1, ${chunks}::int) n`),
  )
  const bytes = (await sizeOf(db, sql`pg_database_size(current_database())`)) - before
  console.log(
    `${chunks} chunks of 131 kB: ${mb(bytes)}, written in ${written}; that is ${mb(bytes / chunks)} for each in every backup`,
  )
}

/** How long after its commit a row can be read on a standby that is not waited for. */
async function measureStandby(databaseUrl: string, db: Db) {
  const standby = await startPostgres({ standby: databaseUrl })
  const copy = await openPostgres(standby.url, createLog('silent'))
  const delays: number[] = []
  await db.execute(sql`create table marks (n int)`)
  for (let n = 1; n <= 100; n++) {
    await db.execute(sql`insert into marks values (${n})`)
    const start = performance.now()
    while ((await countMarks(copy.db)) < n) {}
    delays.push(performance.now() - start)
  }
  delays.sort((one, other) => one - other)
  console.log(
    `a standby shows a commit after ${delays[50]?.toFixed(1)} ms in the median, ${delays[98]?.toFixed(1)} ms at most of 99 in 100`,
  )
  await copy.close()
  await standby.stop()
}

async function countMarks(db: Db): Promise<number> {
  const { rows } = await db
    .execute<{ n: number }>(sql`select count(*)::int as n from marks`)
    .catch(() => ({ rows: [] }))
  return rows[0]?.n ?? 0
}

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

/** Unique indexes and foreign keys: with one database for all operators, each needs the operator's key in front. */
async function countKeys(db: Db): Promise<number> {
  const { rows } = await db.execute<{ uniques: number; references: number; tables: number }>(sql`
    select
      (select count(*)::int from pg_index i join pg_class c on c.oid = i.indrelid
        where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relname not in ('one_ledger')) as uniques,
      (select count(*)::int from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace) as references,
      (select count(*)::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like '%ledger' and relname not like 'yearly%' and relname not in ('outside_chunks', 'marks')) as tables`)
  const { uniques = 0, references = 0, tables = 0 } = rows[0] ?? {}
  console.log(`${tables} tables, ${uniques} unique indexes and ${references} foreign keys without an operator`)
  return uniques + references
}
