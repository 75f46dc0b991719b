import { type BrowserContextOptions, type Page, test as plainTest } from '@playwright/test'
import { hallApi } from '#contract/halls/api.ts'
import type { LayoutFields } from '#contract/halls/block-layout.ts'
import type { Role } from '#contract/roles.ts'
import { createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { layoutWith, makeLevel, publishBlock } from '#test/hall-factory.ts'
import { signInWithoutPassword, startSessionOf } from '#test/sign-in-without-password.ts'
import { post } from './demo-sessions.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

export type SignInAs = (role: Role, options?: BrowserContextOptions) => Promise<Page>

interface Halls {
  server: OwnServer
  /** A new hall with one level. */
  addLevel: () => ReturnType<typeof makeLevel>
  /** A new hall with one level and the draft of block A on it. */
  addDraft: (changes?: Partial<LayoutFields>) => Promise<Awaited<ReturnType<typeof makeLevel>> & { draftID: string }>
  /** A new hall with block A of two rows of three niches for 3000.00, unless the changes say otherwise. */
  publish: (changes?: Partial<LayoutFields>, opensAt?: string) => ReturnType<typeof publishBlock>
}

/** A server for the tests of a file, each of which has a hall of its own. `signInAs` opens a page for a new person. */
export const test = plainTest.extend<{ signInAs: SignInAs }, { halls: Halls }>({
  halls: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the pattern.
    async ({}, use) => {
      const server = await startOwnServer()
      const person = await makeUser(server.context, { role: 'admin' })
      const admin = { ...createCaller(server.app, await startSessionOf(server.app, person.userID)), person }
      await use({
        server,
        addLevel: () => makeLevel(admin),
        addDraft: async (changes) => {
          const hall = await makeLevel(admin)
          const body = { ...layoutWith(changes), levelID: hall.levelID, blockName: 'A' }
          return { ...hall, ...(await admin.call(hallApi.saveDraft, { body })).body }
        },
        publish: (changes, opensAt) => publishBlock(admin, changes, opensAt),
      })
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ halls }, use) => use(halls.server.url),
  signInAs: async ({ browser, baseURL, halls: { server } }, use) => {
    const opened: Page[] = []
    await use(async (role, options = {}) => {
      const page = await browser.newPage({ ...options, baseURL: baseURL ?? '' })
      opened.push(page)
      const { userID } = await makeUser(server.context, { role })
      await post(page.request, signInWithoutPassword.path, { userID, stage: 'full' })
      return page
    })
    await Promise.all(opened.map((page) => page.context().close()))
  },
})

/** Each niche of the map with its place, such as `3-5`. */
export const placeOn = (page: Page, place: string) => page.getByRole('gridcell', { name: new RegExp(`^${place}, `) })

export const mapPath = ({ buildingID, levelID, blockID }: Record<'buildingID' | 'levelID' | 'blockID', string>) =>
  `?building=${buildingID}&level=${levelID}&block=${blockID}`
