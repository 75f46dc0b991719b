import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { StartError, tryAgainLater } from '#server/core/start-error.ts'
import { lockNumbers } from '#server/database/lock-numbers.ts'
import { sampleKey } from '#test/sample-key.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { openServices } from './services.ts'

test.runIf(process.env.TEST_ENGINE === 'postgres')(
  'a start whose database goes away during the migration ends with the code for trying again, and the next start succeeds',
  async () => {
    const { db, url, close } = await openTestDatabase()
    /** An empty database, whichever migration is the newest. */
    await db.execute(sql`drop schema public cascade`)
    await db.execute(sql`drop schema drizzle cascade`)
    await db.execute(sql`create schema public`)
    const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey, DATABASE_URL: url })

    /** This lock makes it look as if another server migrated, so that this one waits. */
    const other = new pg.Client(url)
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [lockNumbers.migration])
    const error = openServices(config).then(undefined, (error: unknown) => error)
    const endWaiting = () =>
      db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_try_advisory_lock%'
        and datname = current_database() and pid <> pg_backend_pid()`)
    await expect.poll(async () => (await endWaiting()).rows.length).toBeGreaterThan(0)
    expect(await error).toBeInstanceOf(StartError)
    expect(await error).toMatchObject({ exitCode: tryAgainLater })
    await other.end()

    const services = await openServices(config)
    expect(await services.readiness.isReady()).toBe(true)
    await services.database.close()
    await close()
  },
)
