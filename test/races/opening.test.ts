import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nicheApi } from '#contract/niches/api.ts'
import { openDueBlocks } from '#server/halls/openings.ts'
import { submit } from '#test/booking-forms.ts'
import { publishBlock, toSingaporeTime } from '#test/hall-factory.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'

const people = 300

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => testApp.close())

/** Resolves once the stream has sent its first event; `opened` then resolves with the time of the opening event. */
function openStream(blockID: string, cookie: string) {
  const { port } = testApp.app.server.address() as AddressInfo
  return new Promise<{ opened: Promise<number>; stop: () => void }>((resolve, reject) => {
    const path = `/api/niche/events/${blockID}`
    const request = get({ port, path, headers: { cookie }, agent: false }, (answer: IncomingMessage) => {
      const opened = new Promise<number>((resolveOpened) => {
        createInterface({ input: answer }).on('line', (line) => {
          if (line.includes('"kind":"block"')) resolve({ opened, stop: () => request.destroy() })
          if (line.includes('"kind":"opening"')) resolveOpened(performance.now())
        })
      })
    }).on('error', reject)
  })
}

test('when a block opens, 300 waiting streams learn of it within 2 s, and the first 300 bookings are all answered', {
  timeout: 180_000,
}, async () => {
  const admin = await testApp.signIn('admin')
  const opensAt = toSingaporeTime(new Date(testApp.time.now.getTime() + 3_600_000))
  const { blockID } = await publishBlock(admin, { rows: 20, columns: 20 }, opensAt)
  const families = await Promise.all(Array.from({ length: people }, () => testApp.signIn('user')))
  const { body: niches } = await admin.call(nicheApi.niches, { params: { blockID } })
  const streams = await Promise.all(families.map(({ cookie }) => openStream(blockID, cookie)))

  testApp.advanceTime(3_600_000)
  const begin = performance.now()
  await openDueBlocks(testApp.context)
  const times = await Promise.all(streams.map(({ opened }) => opened))
  expect(Math.max(...times) - begin).toBeLessThan(2000)

  const answers = await Promise.all(
    families.map((family, index) => submit(family, niches[index]?.nicheID ?? '', 'PreOrder')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(people)
  for (const { stop } of streams) stop()
})
