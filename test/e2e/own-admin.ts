import { type Page, test as plainTest } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { makeUser } from '#test/factories.ts'
import { signInWithoutPassword } from '#test/sign-in-without-password.ts'
import { post } from './demo-sessions.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

type OpenAsNew = (role: Role) => Promise<{ page: Page; person: Awaited<ReturnType<typeof makeUser>> }>

/** Each test has a server of its own, with an admin, because what it changes is seen by everyone. */
export const test = plainTest.extend<{ server: OwnServer; admin: Page; openAsNew: OpenAsNew }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the pattern.
  server: async ({}, use) => {
    const server = await startOwnServer()
    await use(server)
    await server.stop()
  },
  baseURL: async ({ server }, use) => use(server.url),
  openAsNew: async ({ server, browser, baseURL }, use) => {
    const pages: Page[] = []
    await use(async (role) => {
      const page = await browser.newPage({ baseURL: baseURL ?? '' })
      pages.push(page)
      const person = await makeUser(server.context, { role })
      await post(page.request, signInWithoutPassword.path, { userID: person.userID, stage: 'full' })
      return { page, person }
    })
    for (const page of pages) await page.close()
  },
  admin: async ({ openAsNew }, use) => use((await openAsNew('admin')).page),
})
