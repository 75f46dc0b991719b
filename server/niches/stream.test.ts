import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { hallApi } from '#contract/halls/api.ts'
import { type BlockEvent, nicheApi } from '#contract/niches/api.ts'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { niches } from '#server/database/schema.ts'
import type { App } from '#server/http/serve.ts'
import { notifyAllBlocksChanged } from '#server/niches/public.ts'
import { buildApp } from '#server/start/app.ts'
import { createServices } from '#server/start/services.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

/** Reads events one at a time, as a browser's EventSource does; `next` gives `undefined` once the stream has ended. */
async function openEventStream(app: App, blockID: string, cookie: string, encoding = 'gzip, br') {
  const { port } = app.server.address() as AddressInfo
  const headers = { cookie, 'accept-encoding': encoding }
  const request = get({ port, path: `/api/niche/events/${blockID}`, headers, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  let received = 0
  answer.on('data', (bytes: Buffer) => {
    received += bytes.length
  })
  const isCompressed = answer.headers['content-encoding'] === 'gzip'
  const input = answer.pipe(isCompressed ? createGunzip() : new PassThrough())
  const lines = createInterface({ input })[Symbol.asyncIterator]()
  const next = async (): Promise<BlockEvent | undefined> => {
    const { value, done } = await lines.next()
    if (done) return undefined
    return value.startsWith('data: ') ? JSON.parse(value.slice(6)) : next()
  }
  const { statusCode: status, headers: replied } = answer
  return { status, headers: replied, next, received: () => received, stop: () => request.destroy() }
}

async function override(nicheID: string, newStatus: 'Blocked' | 'Reserved', through = testApp.app) {
  const admin = await testApp.signIn('admin')
  const payload = { nicheID, newStatus, reason: 'Repairs' }
  const answer = await through.inject({
    method: 'POST',
    url: nicheApi.override.path,
    headers: { cookie: admin.cookie },
    payload,
  })
  expect(answer.statusCode).toBe(200)
}

test('an event stream starts with the whole block, then sends only changes in that block', async () => {
  const family = await testApp.signIn('user')
  const [mine, other] = [
    await makeBlock(testApp.context, { rows: ['..'] }),
    await makeBlock(testApp.context, { rows: ['.'] }),
  ]
  const map = await openEventStream(testApp.app, mine.blockID, family.cookie)
  expect(map.headers['content-type']).toContain('text/event-stream')
  const first = await map.next()
  expect(first?.kind === 'block' && first.niches.map(({ status }) => status)).toEqual(['Available', 'Available'])

  await override(other.nicheAt(1, 1), 'Blocked')
  await override(mine.nicheAt(2, 1), 'Blocked')
  const change = await map.next()
  expect(change?.kind === 'niche' && change.niche).toMatchObject({ nicheID: mine.nicheAt(2, 1), status: 'Blocked' })
  map.stop()
})

test('a niche that a killed server changed without telling anybody is shown on open maps once a server starts', async () => {
  const family = await testApp.signIn('user')
  const block = await makeBlock(testApp.context, { rows: ['..'] })
  const map = await openEventStream(testApp.app, block.blockID, family.cookie)
  await map.next()
  const { db } = testApp.context
  await db
    .update(niches)
    .set({ status: 'Occupied' })
    .where(eq(niches.nicheID, block.nicheAt(2, 1)))
  await notifyAllBlocksChanged(testApp.context)
  const again = await map.next()
  expect(again?.kind === 'block' && again.niches.map(({ status }) => status)).toEqual(['Available', 'Occupied'])
  map.stop()
})

test('the first event of a block of 4,000 niches takes at most 150 kB, and a client without gzip reads the same', async () => {
  const family = await testApp.signIn('user')
  const { blockID } = await makeBlock(testApp.context, { rows: Array(40).fill('.'.repeat(100)) })
  const [map, plain] = [
    await openEventStream(testApp.app, blockID, family.cookie),
    await openEventStream(testApp.app, blockID, family.cookie, 'identity'),
  ]
  const first = await map.next()
  expect(first?.kind === 'block' && first.niches.length).toBe(4000)
  expect(map.received()).toBeLessThan(150_000)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(await plain.next()).toEqual(first)
  map.stop()
  plain.stop()
})

test('an event stream sends a few retired niches one by one, and the whole block after many', async () => {
  const [family, admin] = [await testApp.signIn('user'), await testApp.signIn('admin')]
  const { blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['.'.repeat(60)] })
  const ids = Array.from({ length: 60 }, (_, index) => nicheAt(index + 1, 1))
  const retire = async (nicheIDs: string[]) =>
    expect((await admin.call(hallApi.retire, { body: { nicheIDs, reason: 'own use' } })).status).toBe(200)
  const map = await openEventStream(testApp.app, blockID, family.cookie)
  await map.next()

  await retire(ids.slice(0, 2))
  const events = [await map.next(), await map.next()]
  expect(events.map((event) => event?.kind === 'niche' && event.niche.nicheID).sort()).toEqual(ids.slice(0, 2).sort())

  await retire(ids.slice(2))
  const event = await map.next()
  expect(event?.kind === 'block' && event.niches.map(({ status }) => status)).toEqual(Array(60).fill('Blocked'))
  map.stop()
})

test('an event stream opened again after a disconnection starts with the present block', async () => {
  const family = await testApp.signIn('user')
  const { blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['...'] })
  const before = await openEventStream(testApp.app, blockID, family.cookie)
  await before.next()
  before.stop()
  await override(nicheAt(1, 1), 'Blocked')
  await override(nicheAt(3, 1), 'Reserved')

  const after = await openEventStream(testApp.app, blockID, family.cookie)
  const first = await after.next()
  expect(first?.kind === 'block' && first.niches.map(({ status }) => status)).toEqual([
    'Blocked',
    'Available',
    'Reserved',
  ])
  after.stop()
})

test('an event stream sends a change that was made through another replica', async () => {
  const { url } = testApp.database
  const database = url === undefined ? testApp.database : await openPostgres(url, createLog('silent'))
  const replica = await buildApp(createServices(database, testApp.services.config))
  await replica.listen({ port: 0, host: '127.0.0.1' })
  const family = await testApp.signIn('user')
  const { blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['.'] })

  const map = await openEventStream(replica, blockID, family.cookie)
  await map.next()
  await override(nicheAt(1, 1), 'Reserved', testApp.app)
  const change = await map.next()
  expect(change?.kind === 'niche' && change.niche.status).toBe('Reserved')

  await replica.close()
  expect(await map.next()).toBeUndefined()
  if (database !== testApp.database) await database.close()
})

test('every open event stream of a block gets a change after other streams have disconnected', async () => {
  const families = await Promise.all(Array.from({ length: 20 }, () => testApp.signIn('user')))
  const { blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['.'] })
  const maps = await Promise.all(families.map(({ cookie }) => openEventStream(testApp.app, blockID, cookie)))
  await Promise.all(maps.map((map) => map.next()))
  for (const map of maps.splice(0, 10)) map.stop()
  await override(nicheAt(1, 1), 'Blocked')
  const received = await Promise.all(maps.map((map) => map.next()))
  expect(received.map((event) => event?.kind === 'niche' && event.niche.status)).toEqual(Array(10).fill('Blocked'))
  for (const map of maps) map.stop()
})

test('a seventh event stream of one person is refused until another has ended; other people can open theirs', async () => {
  const [family, neighbour] = [await testApp.signIn('user'), await testApp.signIn('user')]
  const { blockID } = await makeBlock(testApp.context, { rows: ['.'] })
  const open = (cookie: string) => openEventStream(testApp.app, blockID, cookie)
  const maps = await Promise.all(Array.from({ length: 6 }, () => open(family.cookie)))
  expect(maps.map(({ status }) => status)).toEqual(Array(6).fill(200))

  const refused = await open(family.cookie)
  expect([refused.status, Number(refused.headers?.['retry-after'])]).toEqual([429, 30])
  const theirs = await open(neighbour.cookie)
  expect(theirs.status).toBe(200)

  maps.pop()?.stop()
  await expect
    .poll(async () => {
      const again = await open(family.cookie)
      if (again.status === 200) maps.push(again)
      return again.status
    })
    .toBe(200)
  for (const map of [...maps, theirs]) map.stop()
})

test.each(['/api/appointments/events/2026-12-01', '/api/urn/events/moves'])(
  'a seventh stream of %s is refused, too',
  async (path) => {
    const { cookie } = await testApp.signIn('staff')
    const { port } = testApp.app.server.address() as AddressInfo
    const requests = Array.from({ length: 7 }, () => get({ port, path, headers: { cookie }, agent: false }))
    const answers = await Promise.all(requests.map((request) => once(request, 'response')))
    expect(answers.map(([{ statusCode }]) => statusCode).sort()).toEqual([...Array(6).fill(200), 429])
    for (const request of requests) request.destroy()
  },
)

test('an open event stream ends within 25 seconds after its session', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const family = await testApp.signIn('user')
    const { blockID } = await makeBlock(testApp.context, { rows: ['.'] })
    const map = await openEventStream(testApp.app, blockID, family.cookie)
    expect(await map.next()).toBeDefined()
    await family.call(accountApi.logout)
    const ended = map.next()
    vi.advanceTimersByTime(25_000)
    expect(await ended).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
