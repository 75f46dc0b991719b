import { test as plainTest } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { signInWithoutPassword } from '#test/sign-in-without-password.ts'
import { post } from './demo-sessions.ts'
import { startOwnServer } from './own-server.ts'
import { seedLongestValues } from './seed-longest-values.ts'

export type Longest = Awaited<ReturnType<typeof seedLongestValues>>

/** A server for these tests only, filled with the longest values; `signInAs` signs in the person of that role. */
export const test = plainTest.extend<
  { signInAs: (role: Role) => Promise<void> },
  { longest: Longest & { url: string } }
>({
  longest: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the pattern.
    async ({}, use) => {
      const server = await startOwnServer()
      const seeded = await seedLongestValues(server)
      await use({ ...seeded, url: server.url })
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ longest }, use) => use(longest.url),
  signInAs: async ({ page, longest }, use) =>
    use(async (role) => {
      await post(page.request, signInWithoutPassword.path, { userID: longest.people[role].userID, stage: 'full' })
    }),
})
