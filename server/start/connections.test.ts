import { execFileSync } from 'node:child_process'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { createLog } from '#server/core/log.ts'
import { StartError, tryAgainLater } from '#server/core/start-error.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { sampleKey } from '#test/sample-key.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { findPostgres } from '../../scripts/system-tools.mjs'
import { openServices } from './services.ts'

/** The connections of a replica, as `deploy/README.md` says. */
const ofReplica = 13
const forSuperusers = 3

/** A migrated database with these connections for Columba, of which a replica that was killed still has its own. */
async function startBusyPostgres(connections: number) {
  const more = { max_connections: String(connections + forSuperusers) }
  const { url, stop } = await startPostgres({ durable: false, more })
  const owner = await openPostgres(url, createLog('silent'))
  await migrate(owner)
  await owner.close()
  const env = { PATH: `${process.env.PATH}:${findPostgres()}` }
  execFileSync('psql', ['-q', '-d', url, '-f', 'deploy/database/roles.sql'], { env })

  const ofApplication = Object.assign(new URL(url), { username: 'columba_app' }).href
  for (let each = 0; each < ofReplica; each++) {
    const killed = new pg.Client(ofApplication)
    killed.on('error', () => undefined)
    await killed.connect()
    killed.query('select pg_sleep(3600)').catch(() => undefined)
    await expect.poll(() => countSleeping(url)).toBe(each + 1)
    Reflect.get(killed, 'connection').stream.destroy()
  }
  return { ofApplication, stop }
}

async function countSleeping(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    "select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'",
  )
  await client.end()
  return rows.length
}

const open = (url: string) =>
  openServices(loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey, DATABASE_URL: url }))

describe.runIf(process.env.TEST_ENGINE === 'postgres')('connections', () => {
  test('a replica that was killed starts again while the database keeps its connections, and needs no more for many statements at once', async () => {
    const { ofApplication, stop } = await startBusyPostgres(2 * ofReplica)
    const { database, readiness } = await open(ofApplication)
    expect(await readiness.isReady()).toBe(true)
    const atOnce = Array.from({ length: 4 * ofReplica }, () => database.db.execute(sql`select pg_sleep(0.2)`))
    expect(await Promise.all(atOnce)).toHaveLength(4 * ofReplica)
    await database.close()
    await stop()
  })

  test('a start that finds no connection free ends with the code for trying again', async () => {
    const { ofApplication, stop } = await startBusyPostgres(ofReplica)
    const error = await open(ofApplication).then(undefined, (error: unknown) => error)
    expect(error).toBeInstanceOf(StartError)
    expect(error).toMatchObject({ exitCode: tryAgainLater })
    await stop()
  })
})
