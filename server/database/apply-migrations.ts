import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { errorCodeOf } from '#server/core/error-code.ts'
import type { Db, Migration } from '#server/ports/database.ts'
import { isBackfill, isConcurrent, withoutConcurrently } from './read-migrations.ts'

export interface MigrationSettings {
  /**
   * How long a statement waits for a lock. Meanwhile all later statements on that table wait behind it. Less than PostgreSQL's
   * `deadlock_timeout` of a second: if a migration and a booking wait for each other, the migration gives up first.
   */
  lockTimeoutMs: number
  /** The longest wait for a lock, reached after a few attempts: on a busy machine, every transaction may last a second or more. */
  longestLockTimeoutMs: number
  /** The same for an index that is built concurrently, which keeps nobody waiting. */
  indexLockTimeoutMs: number
  /** The pause after the first attempt, so that the statements that waited can run. Later it is twice as long each time, up to the longest. */
  pauseMs: number
  longestPauseMs: number
  onRetry: (migration: string, attempt: number) => void
  /** Another server migrates, or hangs while it does. */
  onWait: () => void
}

export const migrationSettings: MigrationSettings = {
  lockTimeoutMs: 500,
  longestLockTimeoutMs: 5000,
  indexLockTimeoutMs: 60_000,
  pauseMs: 1000,
  longestPauseMs: 30_000,
  onRetry: () => undefined,
  onWait: () => undefined,
}

const backfillPauseMs = 20

/** Applies the missing migrations on one connection; each can be repeated if it is interrupted. */
export async function applyMigrations(db: Db, migrations: Migration[], settings = migrationSettings) {
  await createMigrationTable(db)
  const newest = await findNewestMigration(db)
  for (const migration of migrations.filter(({ createdAt }) => createdAt > newest))
    await retryWhileLocked(migration, settings, (attempt) =>
      applyMigration(db, migration, { ...settings, lockTimeoutMs: waitFor(attempt, settings) }),
    )
}

/** The same inside the caller's transaction, in a database that nobody else uses, so nothing needs to be built concurrently. */
export async function applyMigrationsWithin(db: Db, migrations: Migration[]) {
  const newest = await findNewestMigration(db)
  for (const migration of migrations.filter(({ createdAt }) => createdAt > newest)) {
    for (const statement of migration.statements) {
      if (isBackfill(statement)) await backfill(db, statement, 0)
      else await db.execute(sql.raw(withoutConcurrently(statement)))
    }
    await markApplied(db, migration)
  }
}

/** When the newest applied migration was generated; 0 in an empty database. The table is that of drizzle's own migrator. */
export async function findNewestMigration(db: Db): Promise<number> {
  if (!(await hasMigrationTable(db))) return 0
  const { rows } = await db.execute(
    sql`select coalesce(max(created_at), 0)::text as newest from drizzle.__drizzle_migrations`,
  )
  return Number(rows[0]?.newest)
}

async function hasMigrationTable(db: Db) {
  const { rows } = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "exists"`)
  return rows[0]?.exists === true
}

async function createMigrationTable(db: Db) {
  if (await hasMigrationTable(db)) return
  await db.execute(sql`create schema if not exists drizzle`)
  await db.execute(
    sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
}

/** A migration is one transaction, or a list of statements that can be repeated. */
async function applyMigration(db: Db, migration: Migration, { lockTimeoutMs, indexLockTimeoutMs }: MigrationSettings) {
  const setLockTimeout = (db: Db, ms: number) => db.execute(sql`select set_config('lock_timeout', ${`${ms}ms`}, false)`)
  if (migration.statements.some((statement) => isConcurrent(statement) || isBackfill(statement))) {
    for (const statement of migration.statements) {
      await setLockTimeout(db, isConcurrent(statement) ? indexLockTimeoutMs : lockTimeoutMs)
      if (isConcurrent(statement)) await dropInvalidIndex(db, statement)
      if (isBackfill(statement)) await backfill(db, statement)
      else await db.execute(sql.raw(statement))
    }
    return markApplied(db, migration)
  }
  await setLockTimeout(db, lockTimeoutMs)
  await db.transaction(async (db) => {
    for (const statement of migration.statements) await db.execute(sql.raw(statement))
    await markApplied(db, migration)
  })
}

const markApplied = (db: Db, { hash, createdAt }: Migration) =>
  db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${createdAt})`)

/** An interrupted build leaves an index that is never used, and `if not exists` would keep it. */
async function dropInvalidIndex(db: Db, statement: string) {
  const name = /\bconcurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i.exec(statement)?.[1] ?? ''
  const { rows } = await db.execute(
    sql`select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`,
  )
  if (rows.length > 0) await db.execute(sql`drop index concurrently ${sql.identifier(name)}`)
}

/** What was done before an interruption stays done, because the statement selects only rows that lack the value. */
async function backfill(db: Db, statement: string, pauseMs = backfillPauseMs) {
  for (;;) {
    const { rows } = await db.execute(sql.raw(statement))
    if (rows.length === 0) return
    await sleep(pauseMs)
  }
}

const waitFor = (attempt: number, { lockTimeoutMs, longestLockTimeoutMs }: MigrationSettings) =>
  Math.min(lockTimeoutMs * Math.max(1, attempt - 2), longestLockTimeoutMs)

/** There is no limit: how many attempts it takes on a busy machine says nothing, and the release before goes on serving meanwhile. */
async function retryWhileLocked(
  { name }: Migration,
  settings: MigrationSettings,
  work: (attempt: number) => Promise<unknown>,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      await work(attempt)
      return
    } catch (error) {
      if (!isLockConflict(error)) throw error
      settings.onRetry(name, attempt)
      await sleep(Math.min(settings.pauseMs * 2 ** (attempt - 1), settings.longestPauseMs))
    }
  }
}

/** The lock timeout passed, or PostgreSQL ended a deadlock. */
function isLockConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['55P03', '40P01'].includes(errorCodeOf(error) ?? '') || isLockConflict(error.cause)
}
