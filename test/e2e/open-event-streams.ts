import { once } from 'node:events'
import { get } from 'node:http'
import type { Page } from '@playwright/test'

/** Opens event streams in the session of this page, outside its browser, which allows only six connections to a server. */
export async function openEventStreams(page: Page, count: number) {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const url = new URL('/api/niche/events/TH-1A', process.env.E2E_URL)
  const requests = Array.from({ length: count }, () => get(url, { headers: { cookie }, agent: false }))
  await Promise.all(
    requests.map(async (request) => {
      const [answer] = await once(request, 'response')
      answer.resume()
    }),
  )
  return () => {
    for (const request of requests) request.on('error', () => undefined).destroy()
  }
}
