import { test as ownServerTest } from './own-server-test.ts'
import { seedLongestValues } from './seed-longest-values.ts'

export type Longest = Awaited<ReturnType<typeof seedLongestValues>>

/** A server for these tests only, filled with the longest values; its `people` have one person of each role. */
export const test = ownServerTest.extend<object, { longest: Longest }>({
  longest: [async ({ server }, use) => use(await seedLongestValues(server)), { scope: 'worker', timeout: 120_000 }],
})
