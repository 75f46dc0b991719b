import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { bodyJsonSchemaOf, schemaOf } from '#server/http/openapi.ts'
import { type App, serve } from '#server/http/serve.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createBursts } from './bursts.ts'
import { atOnce, callersOf, createPaths, isRead, signInCallers } from './reads.ts'

/** The embedded engine runs its queries on the event loop itself. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'

/** For /healthz, at the median. */
const longestWaitMs = 100
const tries = 3

let testApp: TestApp
let bursts: ReturnType<typeof createBursts>
let callers: Record<Role, string[]>
let pathOf: Awaited<ReturnType<typeof createPaths>>
beforeAll(async () => {
  if (!isPostgres) return
  testApp = await startTestApp({ addEndpoints: serveControls })
  await seedDemo(testApp.context)
  await seedLoad(testApp.context, 1_500, 1_500, () => {})
  callers = await signInCallers(testApp)
  pathOf = await createPaths(testApp)
  bursts = createBursts(await testApp.app.listen({ host: '127.0.0.1', port: 0 }))
}, 120_000)
afterAll(async () => {
  await bursts?.close()
  await testApp?.close()
})

/** Fifty calls at once hold the event loop for twice the longest wait, so that at the median /healthz waits that long. */
const yardstick = control('yardstick')
/** What the API description was: made for every call. */
const blocking = control('blocking')

function control(name: string) {
  const reply = z.object({ size: z.number() })
  return endpoint({ method: 'GET', path: `/test/${name}`, roles: 'anyone', summary: 'For tests', reply })
}

function serveControls(app: App) {
  const work = calibrate((longestWaitMs * 2) / atOnce)
  serve(app, yardstick, () => ({ size: work() }))
  const describeAll = () => app.endpoints.map((each) => [schemaOf(each.reply, 'output'), bodyJsonSchemaOf(each)])
  serve(app, blocking, () => ({ size: JSON.stringify(describeAll()).length }))
}

/** Work that takes so long on this machine when it has nothing else to do, and longer when it has: the best of many tries counts. */
function calibrate(ms: number) {
  const hash = (rounds: number) => {
    let text = ''
    for (let round = 0; round < rounds; round++) text = createHash('sha256').update(text).digest('hex')
    return text.length
  }
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now()
    hash(200)
    return performance.now() - start
  })
  const rounds = Math.round((200 * ms) / Math.min(...times))
  return () => hash(rounds)
}

/**
 * Whether these calls at once let /healthz wait for too long. On a busy machine everything takes longer, so a longer wait
 * counts only if, at the best of several times, it is also longer than with the yardstick.
 */
async function holdsEventLoop(path: string, cookies: string[]) {
  const waits: number[] = []
  const yardsticks: number[] = []
  for (let attempt = 0; attempt < tries; attempt++) {
    const { statuses, wait } = await bursts.send(path, cookies)
    expect(statuses, path).toEqual([200])
    if (wait <= longestWaitMs) return false
    waits.push(wait)
    yardsticks.push((await bursts.send(yardstick.path, Array(atOnce).fill(''))).wait)
  }
  return Math.min(...waits) > Math.min(...yardsticks)
}

test.runIf(isPostgres)(
  'fifty calls of any read at once let /healthz answer within 100 ms at the median',
  async () => {
    const reads = testApp.app.endpoints.filter(isRead)
    expect(reads.length).toBeGreaterThan(60)
    const holding: string[] = []
    for (const read of reads) if (await holdsEventLoop(pathOf(read), callersOf(read, callers))) holding.push(read.path)
    expect(holding).toEqual([])
  },
  300_000,
)

test.runIf(isPostgres)(
  'ten calls at once that each make the API description are found to hold the event loop',
  async () => {
    expect(await holdsEventLoop(blocking.path, Array(10).fill(''))).toBe(true)
  },
  60_000,
)
