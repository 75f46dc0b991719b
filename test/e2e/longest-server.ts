import type { Page } from '@playwright/test'
import { test as ownServerTest } from './own-server-test.ts'
import { seedLongestValues } from './seed-longest-values.ts'

export type Longest = Awaited<ReturnType<typeof seedLongestValues>>

/**
 * A server for these tests only, filled with the longest values; its `people` have one person of each role. All tests of a process look at it in
 * one page, which forgets everything after each: opening another page and compiling the app in it takes two fifths of the time of a visit.
 */
export const test = ownServerTest.extend<object, { longest: Longest; keptPage: Page }>({
  longest: [async ({ server }, use) => use(await seedLongestValues(server)), { scope: 'worker', timeout: 300_000 }],
  keptPage: [
    async ({ browser, server }, use) => {
      const page = await browser.newPage({ baseURL: server.url })
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ keptPage, viewport }, use) => {
    if (viewport) await keptPage.setViewportSize(viewport)
    await use(keptPage)
    await forgetAll(keptPage)
  },
})

async function forgetAll(page: Page) {
  for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event)
  await page.unrouteAll()
  /** The app remembers how far a page was scrolled when it leaves it, so it is left first. */
  await page.goto('/healthz')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.context().clearCookies()
  await page.emulateMedia({ colorScheme: null })
  await page.goto('about:blank')
}
