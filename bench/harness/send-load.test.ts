import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { loadRate } from './send-load.mjs'

test('a rate counts the time until the last answer, not until the next second', async () => {
  let firstRequest = 0
  let lastAnswer = 0
  const server = createServer((_request, response) => {
    firstRequest ||= performance.now()
    setTimeout(() => {
      lastAnswer = performance.now()
      response.end('ok')
    }, 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rate = await loadRate({ url, cookie: '', paths: ['/'], connections: 2, each: 10 })
  server.close()
  const seenByTheServer = 20 / ((lastAnswer - firstRequest) / 1000)
  /** The client may be held up for a moment; until the next second, it would be a fifth. */
  expect(rate).toBeGreaterThan(seenByTheServer / 4)
  expect(rate).toBeLessThanOrEqual(seenByTheServer)
})
