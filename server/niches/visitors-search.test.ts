import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { like, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { throttles } from '#server/database/schema.ts'
import { longestWait } from '#server/http/slots.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'

/** The embedded engine runs one statement at a time, so nothing can be held there while others wait. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp()
beforeAll(async () => {
  /** The demo does not count the local machine. */
  testApp.context.config.mode = 'production'
  await makeBlock(testApp.context, { rows: ['...'] })
  await testApp.app.listen({ host: '0.0.0.0', port: 0 })
})

/** However slow the machine is. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 })

/** Begins at once, and not only when the answer is awaited. */
const searchFrom = async (remoteAddress: string) => testApp.app.inject({ url: exploreApi.find.path, remoteAddress })

async function whileNichesAreLocked<T>(work: () => Promise<T>): Promise<T> {
  return testApp.context.db.transaction(async (db) => {
    await db.execute(sql`lock table niches in access exclusive mode`)
    return work()
  })
}

async function countSearching() {
  const { rows } = await testApp.context.db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from pg_locks where relation = 'niches'::regclass and not granted`,
  )
  return rows[0]?.waiting
}

test.runIf(isPostgres)(
  'of the searches of one network two are accepted, for IPv6 of one /64, and a third is refused with a pause',
  async () => {
    const { accepted, refused } = await whileNichesAreLocked(async () => {
      const accepted = ['2001:db8::1', '2001:db8::2'].map(searchFrom)
      await eventually(countSearching).toBe(2)
      return { accepted, refused: await searchFrom('2001:db8::3') }
    })
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_SEARCHES',
      '2',
    ])
    expect((await Promise.all(accepted)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await searchFrom('2001:db8::3')).statusCode).toBe(200)
  },
)

test.runIf(isPostgres)(
  'of the searches of many networks of one IPv6 /48 eight are accepted, and another visitor finds a place in the queue',
  async () => {
    const { accepted, refused, other } = await whileNichesAreLocked(async () => {
      const accepted = Array.from({ length: 8 }, (_, number) => searchFrom(`2001:db8:1:${number}::1`))
      await eventually(countSearching).toBe(2)
      const refused = await Promise.all(
        Array.from({ length: 60 }, (_, number) => searchFrom(`2001:db8:1:${number + 100}::1`)),
      )
      return { accepted, refused, other: searchFrom('198.51.100.4') }
    })
    expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['TOO_MANY_SEARCHES']))
    expect((await Promise.all([...accepted, other])).map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(200))
  },
)

test.runIf(isPostgres)(
  'of the searches of a hundred networks two run and sixty wait, the others are refused with a pause, and another visitor is answered meanwhile',
  async () => {
    const { searches, refused } = await whileNichesAreLocked(async () => {
      const searches = Array.from({ length: 100 }, (_, number) => searchFrom(`203.0.113.${number}`))
      const refused: Awaited<(typeof searches)[number]>[] = []
      for (const search of searches) void search.then((answer) => answer.statusCode === 503 && refused.push(answer))
      await eventually(() => refused.length).toBe(38)
      await eventually(countSearching).toBe(2)
      const other = await testApp.app.inject({ url: '/api/house', remoteAddress: '198.51.100.4' })
      expect(other.statusCode).toBe(200)
      return { searches, refused }
    })
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({
        code: 'SEARCHES_BUSY',
        error: expect.stringMatching(/again in a few seconds/),
      })
      expect(answer.headers['retry-after']).toBe('5')
    }
    const answered = (await Promise.all(searches)).filter(({ statusCode }) => statusCode === 200)
    expect(answered).toHaveLength(62)
  },
)

test.runIf(isPostgres)(
  'a search that has waited for too long is refused with a pause before the proxy gives it up, and those that run are answered',
  async () => {
    const usual = longestWait.ms
    const { running, late } = await whileNichesAreLocked(async () => {
      const running = ['203.0.113.1', '203.0.113.2'].map(searchFrom)
      await eventually(countSearching).toBe(2)
      longestWait.ms = 20
      const late = await searchFrom('203.0.113.3').finally(() => {
        longestWait.ms = usual
      })
      return { running, late }
    })
    expect([late.statusCode, late.json().code, late.headers['retry-after']]).toEqual([503, 'SEARCHES_BUSY', '5'])
    expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
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
  const networks = (first: number) => Array.from({ length: 60 }, (_, number) => first + number)
  const { running, others } = await whileNichesAreLocked(async () => {
    const running = [searchFrom('203.0.113.1'), searchFrom('203.0.113.2')]
    await eventually(countSearching).toBe(2)
    const leaving = await Promise.all(networks(1).map(beginSearch))
    await eventually(() => testApp.context.db.$count(throttles, like(throttles.key, '%:127.0.1.%'))).toBe(60)
    for (const socket of leaving) socket.destroy()
    await eventually(countConnections).toBe(0)
    return { running, others: networks(101).map((network) => searchFrom(`203.0.113.${network}`)) }
  })
  const answers = await Promise.all([...running, ...others])
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(Array(62).fill([200, undefined]))
})
