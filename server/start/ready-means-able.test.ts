import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Database } from '#server/ports/database.ts'
import { proxyTo, throughProxy } from '#test/cuttable-proxy.ts'
import { sampleKey } from '#test/sample-key.ts'
import { createTestServices } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { keepFull, mountSmallDisk } from '../../proof/harness/small-disk.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { buildApp } from './app.ts'

const silent = createLog('silent')

/** The statuses of /readyz and of /healthz, which asks nobody, and what /metrics says. */
async function serve(database: Database) {
  const app = await buildApp(
    createTestServices(database, loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey })),
  )
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  const readMetric = async () => Number(/^columba_ready (\d)$/m.exec((await app.inject('/metrics')).body)?.[1])
  const ask = async () => [await statusOf('/readyz'), await statusOf('/healthz'), await readMetric()]
  return { ask, close: () => app.close() }
}
const able = [200, 200, 1]
const unable = [503, 200, 0]

/** The embedded engine cannot be frozen or filled up from outside. */
describe.runIf(process.env.TEST_ENGINE === 'postgres')('readiness', () => {
  test('a server is not ready while the database refuses writes on new connections', async () => {
    const database = await openTestDatabase()
    const { ask, close } = await serve(database)
    expect(await ask()).toEqual(able)
    const { rows } = await database.db.execute<{ name: string }>(sql`select current_database() as name`)
    const name = sql.identifier(rows[0]?.name ?? '')
    await database.db.execute(sql`alter database ${name} set default_transaction_read_only = on`)
    await expect.poll(ask).toEqual(unable)
    await database.db.execute(sql`alter database ${name} reset default_transaction_read_only`)
    await expect.poll(ask).toEqual(able)
    await close()
    await database.close()
  })

  test('a server is not ready while the newest migration of its version is missing', async () => {
    const database = await openTestDatabase()
    const { ask, close } = await serve(database)
    const { rows } = await database.db.execute(
      sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning hash, created_at`,
    )
    expect(await ask()).toEqual(unable)
    await database.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${rows[0]?.hash}, ${rows[0]?.created_at})`,
    )
    await expect.poll(ask).toEqual(able)
    await close()
    await database.close()
  })

  test('a server is not ready while the database hangs, and ready once it answers again', async () => {
    const direct = await openTestDatabase()
    const proxy = await proxyTo(direct.url ?? '')
    const database = await openPostgres(throughProxy(direct.url ?? '', proxy), silent)
    const { ask, close } = await serve(database)
    expect(await ask()).toEqual(able)
    proxy.freeze()
    await expect.poll(ask).toEqual(unable)
    await proxy.cut()
    await proxy.reconnect()
    await expect.poll(ask).toEqual(able)
    await close()
    await database.close()
    await proxy.close()
    await direct.close()
  })

  test('a server is not ready while the disk of the database is full', async ({ skip }) => {
    const disk = mountSmallDisk('700m')
    if (!disk) return skip('only root can mount a small disk')
    const postgres = await startPostgres({ durable: false, parent: disk.path, more: { max_wal_size: '64MB' } })
    const database = await openPostgres(postgres.url, silent)
    await migrate(database)
    const { ask, close } = await serve(database)
    expect(await ask()).toEqual(able)
    const filler = keepFull(disk.path)
    await expect.poll(ask).toEqual(unable)
    filler.free()
    /** It may have met the full disk in its recovery, and ends only now. */
    const startAndAsk = async () => {
      await postgres.startIfEnded()
      return ask()
    }
    await expect.poll(startAndAsk).toEqual(able)
    await close()
    await database.close()
    await postgres.stop()
    disk.unmount()
  })
})
