import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/core/log.ts'
import type { Migration } from '#server/ports/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import type { MigrationSettings } from './apply-migrations.ts'
import { lockNumbers } from './lock-numbers.ts'
import { openPostgres } from './postgres.ts'

/** The embedded engine has one connection, so nothing can hold a lock there. */
const onPostgres = process.env.TEST_ENGINE === 'postgres'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let count = 0
/** Each migration is newer than all others. */
function makeMigration(...statements: string[]): Migration {
  count += 1
  return { name: `migration_${count}`, createdAt: 9_000_000_000_000 + count, hash: 'test', statements }
}

/** A table for one test, with that many rows. */
async function makeTable(rows: number): Promise<string> {
  count += 1
  const table = `table_${count}`
  await database.db.execute(sql.raw(`create table ${table} (id int primary key, filled text)`))
  await database.db.execute(sql.raw(`insert into ${table} select generate_series(1, ${rows})`))
  return table
}

const read = async (query: string) => (await database.db.execute(sql.raw(query))).rows

/** A transaction that uses the table, as a backup does, until `end` is called. */
async function lockTable(table: string) {
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`begin; select * from ${table}`)
  return { end: () => client.end() }
}

async function migrateWith(settings: Partial<MigrationSettings>, migration: Migration) {
  const other = await openPostgres(database.url ?? '', createLog('silent'), { migration: settings })
  await other.migrate([migration]).finally(other.close)
}

test.runIf(onPostgres)('a migration of a table that is in use is tried again until the table is free', async () => {
  const table = await makeTable(1)
  const backup = await lockTable(table)
  const retries: number[] = []
  const onRetry = (_name: string, attempt: number) => {
    retries.push(attempt)
    if (attempt === 2) void backup.end()
  }
  await migrateWith(
    { lockTimeoutMs: 50, pauseMs: 100, onRetry },
    makeMigration(`alter table ${table} add column more int`),
  )
  expect(retries.slice(0, 2)).toEqual([1, 2])
  expect(await read(`select id, more from ${table}`)).toEqual([{ id: 1, more: null }])
})

test.runIf(onPostgres)('a migration of a table that stays in use leaves nothing until it is free', async () => {
  const [table, busy] = [await makeTable(1), await makeTable(1)]
  const backup = await lockTable(busy)
  const migration = makeMigration(`alter table ${table} add column more int`, `drop table ${busy}`)
  const countColumns = async () =>
    (await read(`select 1 from information_schema.columns where table_name = '${table}'`)).length
  let meanwhile = 0
  const onRetry = async (name: string, attempt: number) => {
    expect(name).toBe(migration.name)
    if (attempt !== 40) return
    meanwhile = await countColumns()
    await backup.end()
  }
  await migrateWith({ lockTimeoutMs: 20, longestLockTimeoutMs: 40, pauseMs: 1, longestPauseMs: 1, onRetry }, migration)
  expect([meanwhile, await countColumns()]).toEqual([2, 3])
})

test.runIf(onPostgres)('a migration waits longer for its lock each time, if every transaction is long', async () => {
  const table = await makeTable(1)
  let isOver = false
  /** Each takes up the table before the one before gives it back, as the calls of a busy house do. */
  const call = async () => {
    while (!isOver) {
      const { end } = await lockTable(table)
      await sleep(300)
      await end()
    }
  }
  const calls = [call(), sleep(150).then(call)]
  await migrateWith({ lockTimeoutMs: 50, pauseMs: 1 }, makeMigration(`alter table ${table} add column more int`))
  isOver = true
  await Promise.all(calls)
  expect(await read(`select more from ${table}`)).toEqual([{ more: null }])
})

test.runIf(onPostgres)('a migration pauses longer after each attempt, up to a limit', async () => {
  const table = await makeTable(1)
  const backup = await lockTable(table)
  const pauses: number[] = []
  let triedAt = 0
  const onRetry = (_name: string, attempt: number) => {
    if (attempt > 1) pauses.push(performance.now() - triedAt)
    triedAt = performance.now()
    if (attempt === 5) void backup.end()
  }
  await migrateWith(
    { lockTimeoutMs: 1, longestLockTimeoutMs: 1, pauseMs: 100, longestPauseMs: 400, onRetry },
    makeMigration(`alter table ${table} add column more int`),
  )
  const least = [100, 200, 400, 400]
  expect(pauses.slice(0, 4).map((pause, each) => pause >= (least[each] ?? 0) - 2)).toEqual([true, true, true, true])
})

test.runIf(onPostgres)(
  'a server that waits for the migration of another says so once, and goes on after it',
  async () => {
    const other = new pg.Client(database.url)
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [lockNumbers.migration])
    let waits = 0
    const table = await makeTable(1)
    const onWait = () => {
      waits += 1
      setTimeout(() => other.end(), 700)
    }
    await migrateWith({ onWait }, makeMigration(`alter table ${table} add column more int`))
    expect([waits, await read(`select more from ${table}`)]).toEqual([1, [{ more: null }]])
  },
)

test.runIf(onPostgres)('while a migration waits for a table, others go on between its attempts', async () => {
  const table = await makeTable(1)
  const backup = await lockTable(table)
  let attempts = 0
  const onRetry = () => void attempts++
  const migration = makeMigration(`alter table ${table} add column more int`)
  const done = migrateWith({ lockTimeoutMs: 200, pauseMs: 200, onRetry }, migration)
  for (const after of [1, 2, 3]) {
    await expect.poll(() => attempts).toBeGreaterThanOrEqual(after)
    await read(`select id from ${table}`)
  }
  await backup.end()
  await done
})

test('an index is built concurrently, and one that an interrupted build left invalid is replaced', async () => {
  const table = await makeTable(3)
  const build = `create index concurrently if not exists ${table}_filled on ${table} (filled)`
  await database.migrate([makeMigration(build)])
  const states = () =>
    read(`select indisvalid as valid from pg_index where indexrelid = to_regclass('${table}_filled')`)
  expect(await states()).toEqual([{ valid: true }])

  await read(`update pg_index set indisvalid = false where indexrelid = to_regclass('${table}_filled')`)
  await database.migrate([makeMigration(build)])
  expect(await states()).toEqual([{ valid: true }])
})

test.runIf(onPostgres)('an index is built while another transaction uses the table', async () => {
  const table = await makeTable(3)
  const writer = new pg.Client(database.url)
  await writer.connect()
  await writer.query(`begin; update ${table} set filled = 'x' where id = 1`)
  const building = migrateWith({}, makeMigration(`create index concurrently ${table}_filled on ${table} (filled)`))
  const progress = () => read(`select 1 from pg_stat_progress_create_index where relid = '${table}'::regclass`)
  await expect.poll(progress).toHaveLength(1)
  await read(`update ${table} set filled = 'y' where id = 2`)
  await writer.query('commit')
  await writer.end()
  await building
})

test.runIf(onPostgres)('replicas that start together build an index concurrently once', async () => {
  const table = await makeTable(3)
  const migration = makeMigration(`create index concurrently ${table}_filled on ${table} (filled)`)
  await Promise.all([1, 2, 3].map(() => migrateWith({}, migration)))
  expect(await read(`select 1 from pg_index where indexrelid = to_regclass('${table}_filled')`)).toHaveLength(1)
})

test('an interrupted backfill goes on with the rows that are left', async () => {
  const table = await makeTable(25)
  await read(`alter table ${table} add constraint stop check (id < 15 or filled is null)`)
  const migration = makeMigration(`-- backfill
    update ${table} set filled = txid_current()::text
    where id in (select id from ${table} where filled is null order by id limit 10) returning 1`)
  await expect(database.migrate([migration])).rejects.toThrow()
  const filled = () => read(`select min(id) as from, max(id) as to from ${table} group by filled order by 1`)
  expect(await filled()).toEqual([
    { from: 1, to: 10 },
    { from: 11, to: 25 },
  ])

  await read(`alter table ${table} drop constraint stop`)
  await database.migrate([migration])
  await database.migrate([migration])
  expect(await filled()).toEqual([
    { from: 1, to: 10 },
    { from: 11, to: 20 },
    { from: 21, to: 25 },
  ])
})
