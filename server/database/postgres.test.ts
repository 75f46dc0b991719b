import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { isDatabaseUnavailable } from '#server/core/error-code.ts'
import { createLog } from '#server/core/log.ts'
import type { Database, Db } from '#server/ports/database.ts'
import { buildApp } from '#server/start/app.ts'
import { createServices } from '#server/start/services.ts'
import { proxyTo, throughProxy } from '#test/cuttable-proxy.ts'
import { sampleKey } from '#test/sample-key.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { users } from './schema.ts'

/** Failures that only a database server reached over a network can have. */
const onPostgres = process.env.TEST_ENGINE === 'postgres'
const silent = createLog('silent')

let direct: TestDatabase
let proxy: Awaited<ReturnType<typeof openCuttableProxy>>
let viaProxy: Database
beforeAll(async () => {
  direct = await openTestDatabase()
  if (!direct.url) return
  proxy = await openCuttableProxy(direct.url)
  viaProxy = await openPostgres(proxy.url, silent)
})
afterAll(async () => {
  await viaProxy?.close()
  await proxy?.disconnect()
  await direct.close()
})

test.runIf(onPostgres)('replicas that start together on an empty database migrate it once', async () => {
  const name = `test_${randomUUID()}`
  await direct.db.execute(sql`create database ${sql.identifier(name)}`)
  const url = new URL(direct.url ?? '')
  url.pathname = name
  const replicas = await Promise.all([1, 2, 3].map(() => openPostgres(url.href, silent)))
  await Promise.all(replicas.map(migrate))
  const counts = await Promise.all(replicas.map(({ db }) => db.$count(users)))
  await Promise.all(replicas.map((replica) => replica.close()))
  await direct.db.execute(sql`drop database ${sql.identifier(name)}`)
  expect(counts).toEqual([0, 0, 0])
})

test.runIf(onPostgres)('a repeated statement is prepared once per connection', async () => {
  const runThreeTimes = () =>
    viaProxy.db.transaction(async (db) => {
      for (const limit of [1, 2, 3]) await db.select({ userID: users.userID }).from(users).limit(limit)
      return db.execute(
        sql`select statement from pg_prepared_statements where statement like ${'%from "users" limit $1'}`,
      )
    })
  expect((await runThreeTimes()).rows).toHaveLength(1)
})

test.runIf(onPostgres)('a statement with a long list is not prepared, because lists have many lengths', async () => {
  const prepared = await viaProxy.db.transaction(async (db) => {
    const userIDs = Array.from({ length: 61 }, () => randomUUID())
    await db.select({ userID: users.userID }).from(users).where(inArray(users.userID, userIDs))
    return db.execute(sql`select statement from pg_prepared_statements where statement like ${'%$61%'}`)
  })
  expect(prepared.rows).toEqual([])
})

test.runIf(onPostgres)('a database that refuses a connection is away, whatever the reason', async () => {
  const url = Object.assign(new URL(direct.url ?? ''), { username: 'nobody_here' })
  const database = await openPostgres(url.href, silent)
  expect(await database.db.$count(users).then(undefined, isDatabaseUnavailable)).toBe(true)
  await database.close()
})

test.runIf(onPostgres)(
  'a statement that exceeds the timeout is cancelled, and the client gets 503 with Retry-After',
  async () => {
    const shortTimeout = await openPostgres(direct.url ?? '', silent, { statementTimeout: 3000 })
    const timeoutOf = async ({ db }: Database) =>
      (await db.execute(sql`select current_setting('statement_timeout') as timeout`)).rows
    expect([await timeoutOf(viaProxy), await timeoutOf(shortTimeout)]).toEqual([
      [{ timeout: '15s' }],
      [{ timeout: '3s' }],
    ])
    const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey })
    const app = await buildApp(createServices(shortTimeout, config))
    app.get('/slow', () => shortTimeout.db.execute(sql`select pg_sleep(60)`))
    const reply = await app.inject('/slow')
    expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'DATABASE_AWAY', '5'])
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    await app.close()
    await shortTimeout.close()
  },
)

test.runIf(onPostgres)(
  'a transaction whose server says nothing for too long releases its locks, and is refused when it goes on',
  async () => {
    const hung = await openPostgres(direct.url ?? '', silent, { idleInTransaction: 2000 })
    const done: string[] = []
    const lock = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(4711)`)
    const goesOn = hung.db
      .transaction(async (hungDb) => {
        await lock(hungDb)
        done.push('locked')
        await direct.db.transaction(lock)
        done.push('released')
        await lock(hungDb)
      })
      .then(undefined, isDatabaseUnavailable)
    expect([await goesOn, done]).toEqual([true, ['locked', 'released']])
    await hung.close()
  },
)

test.runIf(onPostgres)('a standby that nobody has promoted is not ready, and writing to it gets 503', async () => {
  const standby = await startPostgres({ durable: false, standby: true })
  const database = await openPostgres(standby.url, silent)
  const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey })
  const app = await buildApp(createServices(database, config))
  app.get('/write', () => database.db.execute(sql`create table anything ()`))
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  expect([await statusOf('/readyz'), await statusOf('/write')]).toEqual([503, 503])
  await app.close()
  await database.close()
  await standby.stop()
})

test.runIf(onPostgres)(
  'with several servers in the address the primary is used, and the standby once it is promoted',
  async () => {
    const standby = await startPostgres({ durable: false, standby: true })
    const primary = await openCuttableProxy(direct.url ?? '')
    const [standbyHost, primaryHost] = [standby.url, primary.url].map((url) => new URL(url).host)
    const database = await openPostgres(`postgres://columba@${standbyHost},${primaryHost}/postgres`, silent)
    expect(database.label).toBe(`postgres on ${standbyHost} or ${primaryHost}`)
    const portOf = async ({ db }: Database) => (await db.execute(sql`select inet_server_port() as port`)).rows[0]?.port
    expect(await portOf(database)).toBe(await portOf(direct))
    let tell = (_payload: string | undefined) => {}
    const heard = new Promise<string | undefined>((resolve) => (tell = resolve))
    await database.listen('test_channel', (payload) => tell(payload))

    await primary.disconnect()
    const alone = await openPostgres(standby.url, silent)
    await alone.db.execute(sql`select pg_promote()`)
    await expect.poll(() => portOf(database).catch(() => undefined)).toBe(await portOf(alone))
    expect(await heard).toBeUndefined()
    await database.close()
    await alone.close()
    await standby.stop()
  },
)

test.runIf(onPostgres)('a server whose commits wait for a lost standby is not ready', async () => {
  const lonely = await startPostgres({ more: { synchronous_standby_names: 'gone' } })
  const database = await openPostgres(lonely.url, silent)
  await database.ping()
  const waits = database.db.execute(sql`create table anything ()`).catch(() => undefined)
  await expect.poll(() => database.ping().then(String, String)).toContain('synchronous standby')
  await lonely.stop()
  await waits
  await database.close()
})

test.runIf(onPostgres)(
  'a server that stops answering in the middle of statements gets 503, and its connections are replaced',
  async () => {
    const frozenProxy = await openCuttableProxy(direct.url ?? '')
    const database = await openPostgres(frozenProxy.url, silent, { queryTimeout: 10_000 })
    const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey })
    const app = await buildApp(createServices(database, config))
    app.get('/transaction', () => database.db.transaction((db) => db.execute(sql`select pg_backend_pid()`)))
    const ask = async (url: string) => (await app.inject(url)).statusCode
    /** These are as many as the pool has connections. */
    const askTwelve = () => Promise.all(Array.from({ length: 12 }, () => ask('/transaction')))
    expect(await askTwelve()).toEqual(Array(12).fill(200))
    frozenProxy.freeze()
    expect(await askTwelve()).toEqual(Array(12).fill(503))
    await frozenProxy.disconnect()
    await frozenProxy.reconnect()
    expect([await ask('/readyz'), ...(await askTwelve())]).toEqual(Array(13).fill(200))
    await app.close()
    await database.close()
  },
)

test.runIf(onPostgres)(
  'while the database connection is cut requests get 503, and afterwards they succeed without a restart',
  async () => {
    const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey })
    const app = await buildApp(createServices(viaProxy, config))
    app.get('/any', () => viaProxy.db.execute(sql`select 1`))
    const ask = async (url: string) => {
      const { statusCode, headers } = await app.inject(url)
      return [statusCode, headers['retry-after']]
    }
    expect([await ask('/any'), await ask('/readyz')]).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    await proxy.disconnect()
    expect(await ask('/any')).toEqual([503, '5'])
    await expect.poll(() => ask('/readyz')).toEqual([503, '5'])
    await proxy.reconnect()
    expect(await ask('/any')).toEqual([200, undefined])
    await expect.poll(() => ask('/readyz')).toEqual([200, undefined])
    await app.close()
  },
)

test.runIf(onPostgres)(
  'a listener whose connection was cut receives messages again, and is told of the gap',
  async () => {
    const received: (string | undefined)[] = []
    let wake = () => {}
    const next = () => new Promise<void>((resolve) => (wake = resolve))
    await viaProxy.listen('test_channel', (payload) => {
      received.push(payload)
      wake()
    })
    const first = next()
    await direct.notify('test_channel', 'before')
    await first

    const gap = next()
    await proxy.disconnect()
    await proxy.reconnect()
    await gap
    const last = next()
    await direct.notify('test_channel', 'after')
    await last
    expect(received).toEqual(['before', undefined, 'after'])
  },
)

test.runIf(onPostgres)(
  'notifications that are sent at the same time share a statement, and all arrive in order',
  async () => {
    const sent = ['A', 'B', 'C', 'D']
    const received: (string | undefined)[] = []
    let tell = () => {}
    const all = new Promise<void>((resolve) => (tell = resolve))
    await direct.listen('test_batches', (payload) => {
      if (received.push(payload) === sent.length) tell()
    })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await Promise.all(sent.map((payload) => direct.notify('test_batches', payload)))
    const statements = query.mock.calls.filter(([text]: unknown[]) => String(text).includes('pg_notify'))
    query.mockRestore()
    await all
    expect(received).toEqual(sent)
    expect(statements).toHaveLength(1)
  },
)

test.runIf(onPostgres)(
  'a listener whose connection is dropped in silence reconnects, and is told of the gap',
  async () => {
    const silentProxy = await openCuttableProxy(direct.url ?? '')
    const database = await openPostgres(silentProxy.url, silent, { listenerCheckMs: 3000 })
    let tell = (_payload: string | undefined) => {}
    const next = () => new Promise<string | undefined>((resolve) => (tell = resolve))
    await database.listen('test_channel', (payload) => tell(payload))

    const gap = next()
    silentProxy.freeze()
    expect(await gap).toBe(undefined)
    const message = next()
    await direct.notify('test_channel', 'after')
    expect(await message).toBe('after')
    await database.close()
    await silentProxy.disconnect()
  },
)

/** A proxy to the database, with the address of the database through it. */
async function openCuttableProxy(target: string) {
  const { cut, ...proxy } = await proxyTo(target)
  return { ...proxy, disconnect: cut, url: throughProxy(target, { ...proxy, cut }) }
}
