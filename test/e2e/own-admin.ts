import { type Page, test as plainTest } from '@playwright/test'
import type { OwnServer } from './own-server.ts'
import { ownServer, type SignIns, signIns } from './own-server-test.ts'

/** Each test has a server of its own, with an admin, because what it changes is seen by everyone. */
export const test = plainTest.extend<SignIns & { server: OwnServer; admin: Page }>({
  server: ownServer,
  ...signIns,
  admin: async ({ openAs }, use) => use(await openAs('admin')),
})
