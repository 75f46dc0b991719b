import { type BrowserContextOptions, type Page, test as plainTest } from '@playwright/test'
import type { Person } from '#test/factories.ts'
import { signInWithoutPassword } from '#test/sign-in-without-password.ts'
import { post } from './demo-sessions.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

type OpenSignedIn = (person: Pick<Person, 'userID'>, options?: BrowserContextOptions) => Promise<Page>

/** Tests on a server inside their process, so that they can prepare its database. The tests of one process share it. */
export const test = plainTest.extend<{ openSignedIn: OpenSignedIn }, { server: OwnServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the pattern.
    async ({}, use) => {
      const server = await startOwnServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  /** Opens a page on which the person is signed in. */
  openSignedIn: async ({ browser, baseURL }, use) => {
    const opened: Page[] = []
    await use(async ({ userID }, options = {}) => {
      const page = await browser.newPage({ ...options, baseURL: baseURL ?? '' })
      opened.push(page)
      await post(page.request, signInWithoutPassword.path, { userID, stage: 'full' })
      return page
    })
    for (const page of opened) await page.close()
  },
})
