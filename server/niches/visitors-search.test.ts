import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { like, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { throttles } from '#server/database/schema.ts'
import { longestWait } from '#server/http/slots.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'

/** The embedded engine runs one statement at a time, so nothing can be held there while others wait. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp()
const usualWait = longestWait.ms
afterEach(async () => {
  longestWait.ms = usualWait
  await testApp.context.db.delete(throttles)
})
beforeAll(async () => {
  /** The demo does not count the local machine. */
  testApp.context.config.mode = 'production'
  await makeBlock(testApp.context, { rows: ['...'] })
  await testApp.app.listen({ host: '0.0.0.0', port: 0 })
})

/** The wait is long enough, however slow the machine is. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

/** Begins at once, and not only when the answer is awaited. */
const searchFrom = async (remoteAddress: string) => testApp.app.inject({ url: exploreApi.find.path, remoteAddress })

async function whileNichesAreLocked<T>(work: () => Promise<T>): Promise<T> {
  return testApp.context.db.transaction(async (db) => {
    await db.execute(sql`lock table niches in access exclusive mode`)
    return work()
  })
}

async function isSearching() {
  const { rows } = await testApp.context.db.execute(
    sql`select 1 from pg_locks where relation = 'niches'::regclass and not granted`,
  )
  return rows.length > 0
}

/** Begins so many searches, each from a network of its own. Gathers those that are refused. */
function searchFromNetworks(count: number, address: (number: number) => string) {
  const searches = Array.from({ length: count }, (_, number) => searchFrom(address(number)))
  const refused: Awaited<(typeof searches)[number]>[] = []
  for (const search of searches) void search.then((answer) => answer.statusCode !== 200 && refused.push(answer))
  return { searches, refused }
}
const network = (number: number) => `203.0.${Math.floor(number / 250)}.${1 + (number % 250)}`

test.runIf(isPostgres)(
  'of the searches of one network two are accepted, for IPv6 of one /64, and a third is refused with a pause',
  async () => {
    const address = (number: number) => `2001:db8::${number + 1}`
    const { searches, refused } = await whileNichesAreLocked(async () => {
      const begun = searchFromNetworks(3, address)
      await eventually(() => begun.refused.length).toBe(1)
      return begun
    })
    expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([[429, '2']])
    expect(refused[0]?.json().code).toBe('TOO_MANY_SEARCHES')
    expect((await Promise.all(searches)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    expect((await searchFrom(address(2))).statusCode).toBe(200)
  },
)

test.runIf(isPostgres)(
  'of the searches of many networks of one IPv6 /48 eight are accepted, and another visitor finds a place in the queue',
  async () => {
    const { searches, refused, other } = await whileNichesAreLocked(async () => {
      const begun = searchFromNetworks(68, (number) => `2001:db8:1:${number}::1`)
      await eventually(() => begun.refused.length).toBe(60)
      return { ...begun, other: searchFrom('198.51.100.4') }
    })
    expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['TOO_MANY_SEARCHES']))
    expect((await Promise.all(searches)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(8)
    expect((await other).statusCode).toBe(200)
  },
)

test.runIf(isPostgres)(
  'of the searches of 650 networks a hundred are served and 500 wait, the others are refused with a pause, and another visitor is answered meanwhile',
  async () => {
    longestWait.ms = 60_000
    const { searches, refused } = await whileNichesAreLocked(async () => {
      const begun = searchFromNetworks(650, network)
      await eventually(() => begun.refused.length).toBe(50)
      const other = await testApp.app.inject({ url: '/api/house', remoteAddress: '198.51.100.4' })
      expect(other.statusCode).toBe(200)
      return begun
    })
    for (const answer of refused) {
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({
        code: 'SEARCHES_BUSY',
        error: expect.stringMatching(/again in a few seconds/),
      })
      expect(answer.headers['retry-after']).toBe('5')
    }
    const answered = (await Promise.all(searches)).filter(({ statusCode }) => statusCode === 200)
    expect(answered).toHaveLength(600)
  },
)

test.runIf(isPostgres)(
  'a search that has waited for too long is refused with a pause before the proxy gives it up, and those that run are answered',
  async () => {
    const { served, late } = await whileNichesAreLocked(async () => {
      const served = searchFromNetworks(100, network).searches
      await eventually(() => testApp.context.db.$count(throttles, like(throttles.key, '%:203.0.%'))).toBe(100)
      await eventually(isSearching).toBe(true)
      longestWait.ms = 20
      const late = await searchFrom(network(100))
      return { served, late }
    })
    expect([late.statusCode, late.json().code, late.headers['retry-after']]).toEqual([503, 'SEARCHES_BUSY', '5'])
    expect((await Promise.all(served)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(100)
  },
)

test.runIf(isPostgres)('visitors who leave while they wait give their places in the queue to others', async () => {
  const { port } = testApp.app.server.address() as AddressInfo
  const beginSearch = async (network: number) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${network}` })
    await once(socket, 'connect')
    socket.write(`GET ${exploreApi.find.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    return socket
  }
  const countConnections = () =>
    new Promise((resolve) => testApp.app.server.getConnections((_error, count) => resolve(count)))
  longestWait.ms = 60_000
  const { staying, others } = await whileNichesAreLocked(async () => {
    const staying = searchFromNetworks(540, network).searches
    await eventually(() => testApp.context.db.$count(throttles, like(throttles.key, '%:203.0.%'))).toBe(540)
    const leaving = await Promise.all(Array.from({ length: 60 }, (_, number) => beginSearch(number + 1)))
    await eventually(() => testApp.context.db.$count(throttles, like(throttles.key, '%:127.0.1.%'))).toBe(60)
    for (const socket of leaving) socket.destroy()
    await eventually(countConnections).toBe(0)
    return { staying, others: searchFromNetworks(60, (number) => `198.51.100.${number + 1}`).searches }
  })
  const answers = await Promise.all([...staying, ...others])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(600)
})
