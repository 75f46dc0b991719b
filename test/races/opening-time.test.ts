import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { toOpeningTime } from '#contract/halls/api.ts'
import { type BlockEvent, nicheApi } from '#contract/niches/api.ts'
import { openDueBlocks } from '#server/halls/opening-times.ts'
import { application, certificateFiles } from '#test/booking-forms.ts'
import { createCaller } from '#test/caller.ts'
import { allowDoubleBooking, findViolations } from '#test/find-violations.ts'
import { publishBlock } from '#test/hall-factory.ts'
import { expectInvariants } from '#test/invariants.ts'
import { createSignedInApplicants } from './many-applicants.ts'
import { isPostgres, prepareReplicas } from './replicas.ts'

/** Sixty pairs of people want the same niche at the same moment. */
const [people, pairs] = [300, 60]
const [rows, columns] = [12, 20]
const wanted = (person: number) => (person < 2 * pairs ? Math.floor(person / 2) : person - pairs)
const waitMs = 120_000

const { testApp, replicas } = prepareReplicas()
beforeEach(() => testApp.app.listen({ port: 0, host: '127.0.0.1' }))

/** A block that opens soon, its niches, and the people who wait for it. */
async function publishAndWait(people: number) {
  const admin = await testApp.signIn('admin')
  const opensAt = toOpeningTime(new Date(testApp.time.now.getTime() + waitMs))
  const { blockID } = await publishBlock(admin, { rows, columns }, opensAt)
  const { body: niches } = await admin.call(nicheApi.niches, { params: { blockID } })
  return { blockID, niches, cookies: await createSignedInApplicants(testApp.context, people) }
}

async function submitThrough(cookie: string, nicheID: string) {
  const form = { body: application(nicheID, 'PreOrder'), files: certificateFiles('PreOrder') }
  const { status, refusal } = await createCaller(replicas.next(), cookie).call(bookingApi.submit, form)
  return `${status} ${refusal.code ?? ''}`.trim()
}

/** Everyone books at once; returns how many got each answer. */
async function bookAtOnce(cookies: string[], niches: { nicheID: string }[]) {
  const answers = await Promise.all(
    cookies.map((cookie, index) => submitThrough(cookie, niches[wanted(index)]?.nicheID ?? '')),
  )
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

/** Resolves once the stream has sent the block; `kinds` grows with each event. */
function openStream(blockID: string, cookie: string) {
  const { port } = testApp.app.server.address() as AddressInfo
  return new Promise<{ kinds: BlockEvent['kind'][]; opened: Promise<void>; stop: () => void }>((resolve, reject) => {
    const path = `/api/niche/events/${blockID}`
    get({ port, path, headers: { cookie }, agent: false }, (answer: IncomingMessage) => {
      const kinds: BlockEvent['kind'][] = []
      const opened = new Promise<void>((resolveOpened) => {
        createInterface({ input: answer }).on('line', (line) => {
          if (!line.startsWith('data: ')) return
          const { kind }: BlockEvent = JSON.parse(line.slice('data: '.length))
          kinds.push(kind)
          if (kind === 'block') resolve({ kinds, opened, stop: () => answer.destroy() })
          if (kind === 'opening') resolveOpened()
        })
      })
    }).on('error', reject)
  })
}

test('when a block opens, 300 waiting streams learn of it, and the first 300 bookings are all answered', {
  timeout: 300_000,
}, async () => {
  const { blockID, niches, cookies } = await publishAndWait(people)
  const streams = await Promise.all(cookies.map((cookie) => openStream(blockID, cookie)))
  expect(await submitThrough(cookies[0] ?? '', niches[0]?.nicheID ?? '')).toBe('409 NOT_OPEN_YET')

  testApp.advanceTime(waitMs)
  await openDueBlocks(testApp.context)
  await Promise.all(streams.map(({ opened }) => opened))
  expect(streams.filter(({ kinds }) => kinds.join() === 'block,opening')).toHaveLength(people)

  expect(await bookAtOnce(cookies, niches)).toEqual({ 200: people - pairs, '409 NICHE_TAKEN': pairs })
  await expectInvariants(testApp.context.db)
  for (const { stop } of streams) stop()
})

test.runIf(isPostgres)(
  'without the index and the status check niches are sold twice at the opening, so the test above can fail',
  { timeout: 300_000 },
  async () => {
    const { niches, cookies } = await publishAndWait(2 * pairs)
    testApp.advanceTime(waitMs)
    const { db } = testApp.context
    await allowDoubleBooking(db)
    expect((await bookAtOnce(cookies, niches))[200]).toBeGreaterThan(pairs)
    expect(await findViolations(db)).toHaveProperty('a niche has more active bookings than places')
  },
)
