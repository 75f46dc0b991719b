import { type Browser, type BrowserContextOptions, type Page, test as plainTest } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import type { Config } from '#server/core/config.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { signInWithoutPassword } from '#test/sign-in-without-password.ts'
import { post } from './demo-sessions.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** A role stands for a new person. */
type Who = Role | Pick<Person, 'userID'>

export interface SignIns {
  /** Opens another page on which this person is signed in. */
  openAs: (who: Who, options?: BrowserContextOptions) => Promise<Page>
  /** Signs this person in on the page of the test. */
  signIn: (who: Who) => Promise<void>
}

export const ownServerWith =
  (changes: Partial<Config>) =>
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the pattern.
  async ({}, use: (server: OwnServer) => Promise<void>) => {
    const server = await startOwnServer(changes)
    await use(server)
    await server.stop()
  }
export const ownServer = ownServerWith({})

export async function signIn(page: Page, { context }: OwnServer, who: Who) {
  const { userID } = typeof who === 'string' ? await makeUser(context, { role: who }) : who
  await post(page.request, signInWithoutPassword.path, { userID, stage: 'full' })
}

interface Running {
  server: OwnServer
}

export const signIns = {
  baseURL: async ({ server }: Running, use: (url: string) => Promise<void>) => use(server.url),
  openAs: async (
    { browser, server }: Running & { browser: Browser },
    use: (openAs: SignIns['openAs']) => Promise<void>,
  ) => {
    const opened: Page[] = []
    await use(async (who, options = {}) => {
      const page = await browser.newPage({ ...options, baseURL: server.url })
      opened.push(page)
      await signIn(page, server, who)
      return page
    })
    for (const page of opened) await page.close()
  },
  signIn: async ({ page, server }: Running & { page: Page }, use: (signIn: SignIns['signIn']) => Promise<void>) =>
    use((who) => signIn(page, server, who)),
}

/** Tests on a server inside their process, so that they can prepare its database. The tests of one process share it. */
export const test = plainTest.extend<SignIns, Running>({
  server: [ownServer, { scope: 'worker', timeout: 300_000 }],
  ...signIns,
})
