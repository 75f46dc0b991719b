import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callsBelow } from '#contract/endpoint.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import type { Role } from '#contract/roles.ts'
import { root } from '#server/core/project-root.ts'
import { bodyJsonSchemaOf, schemaOf } from '#server/http/openapi.ts'
import { type App, serve } from '#server/http/serve.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { eventLoopTime } from './event-loop-time.mjs'
import { callersOf, createPaths, isRead, signInCallers } from './reads.ts'

/** The embedded engine runs its queries on the event loop itself. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** The longest median wait of /healthz. On a slow processor, it is as long as this many descriptions of the API take there. */
const longestWaitMs = 100
const longestWaitInDescriptions = 3

let testApp: TestApp
let bursts: ReturnType<typeof createBursts>
let callers: Record<Role, string[]>
let paths: Awaited<ReturnType<typeof createPaths>>
beforeAll(async () => {
  if (!isPostgres) return
  testApp = await startTestApp({ addEndpoints: serveControl })
  await seedDemo(testApp.context)
  await seedLoad(testApp.context, 1_500, 1_500, () => {})
  callers = await signInCallers(testApp)
  paths = await createPaths(testApp)
  bursts = createBursts(await testApp.app.listen({ host: '127.0.0.1', port: 0 }))
}, 120_000)
afterAll(async () => {
  await bursts?.close()
  await testApp?.close()
})

interface Burst {
  statuses: number[]
  /** The median of the ms for which the event loop let /healthz wait meanwhile, for work of its own. */
  wait: number
}

type Measured = { statuses: number[]; waits: number[]; failure?: string }

/** Sends the same call with each of these cookies at once, from another thread, and calls /healthz meanwhile. */
function createBursts(url: string) {
  const client = new Worker(join(root, 'test/event-loop/client-thread.mjs'), { workerData: { url } })
  return {
    send: async (path: string, cookies: readonly string[]): Promise<Burst> => {
      client.postMessage({ path, cookies })
      const [{ statuses, waits, failure }] = (await once(client, 'message')) as [Measured]
      if (failure !== undefined) throw new Error(failure)
      return { statuses, wait: waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0 }
    },
    close: () => client.terminate(),
  }
}

/** Makes the API description anew for every call. */
const blocking = callsBelow('/test').anyone.get('blocking', 'For tests', { reply: z.object({ size: z.number() }) })

const describeApi = ({ endpoints }: App) =>
  JSON.stringify(endpoints.map((each) => [schemaOf(each.reply, 'output'), bodyJsonSchemaOf(each)]))

function serveControl(app: App) {
  serve(app, blocking, () => ({ size: describeApi(app).length }))
}

/** The time is measured right after a long wait, because a shared processor may be slow for a while only. */
function longestWaitNow() {
  const start = eventLoopTime()
  describeApi(testApp.app)
  return Math.max(longestWaitMs, longestWaitInDescriptions * (eventLoopTime() - start))
}

/** The ms by which the wait was too long, or 0. It is measured again, because a sweep or a garbage collection may fall into one burst. */
async function excessMeanwhile(path: string, cookies: string[], tries = 3) {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && least > 0; attempt++) {
    const { statuses, wait } = await bursts.send(path, cookies)
    /** All callers come from one network, of which two may search at once. */
    const isSearch = path.startsWith(exploreApi.find.path)
    expect(isSearch ? statuses.filter((status) => status !== 429) : statuses, path).toEqual([200])
    least = wait <= longestWaitMs ? 0 : Math.min(least, Math.max(0, wait - longestWaitNow()))
  }
  return least
}

test.runIf(isPostgres)(
  'fifty calls of any read at once let /healthz answer soon',
  async () => {
    const reads = testApp.app.endpoints.filter(isRead)
    expect(reads.length).toBeGreaterThan(60)
    const holding: string[] = []
    for (const read of reads) {
      const excess = await excessMeanwhile(paths.pathOf(read), callersOf(read, callers, paths.holder))
      if (excess > 0) holding.push(`${read.path}: ${Math.round(excess)} ms too long`)
    }
    expect(holding).toEqual([])
  },
  900_000,
)

/** The questions to /healthz may all come after a burst on a busy machine, so there are several. */
test.runIf(isPostgres)(
  'calls that each make the API description are found to hold the event loop',
  () => expect.poll(() => excessMeanwhile(blocking.path, Array(50).fill(''), 1)).toBeGreaterThan(longestWaitMs),
  900_000,
)
