import type { Page } from '@playwright/test'
import { hallApi } from '#contract/halls/api.ts'
import type { LayoutFields } from '#contract/halls/block-layout.ts'
import { makeUser } from '#test/factories.ts'
import { layoutWith, makeLevel, publishBlock } from '#test/hall-factory.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { test as ownServerTest } from './own-server-test.ts'

interface Halls {
  /** A new hall with one level. */
  addLevel: () => ReturnType<typeof makeLevel>
  /** A new hall with one level and the draft of block A on it. */
  addDraft: (changes?: Partial<LayoutFields>) => Promise<Awaited<ReturnType<typeof makeLevel>> & { draftID: string }>
  /** A new hall with block A of two rows of three niches for 3000.00, unless the changes say otherwise. */
  publish: (changes?: Partial<LayoutFields>, opensAt?: string) => ReturnType<typeof publishBlock>
}

/** Each test has a hall of its own, made by an admin. */
export const test = ownServerTest.extend<{ halls: Halls }>({
  halls: async ({ server }, use) => {
    const person = await makeUser(server.context, { role: 'admin' })
    const admin = await callAs(server.app, person)
    await use({
      addLevel: () => makeLevel(admin),
      addDraft: async (changes) => {
        const hall = await makeLevel(admin)
        const body = { ...layoutWith(changes), levelID: hall.levelID, blockName: 'A' }
        return { ...hall, ...(await admin.call(hallApi.saveDraft, { body })).body }
      },
      publish: (changes, opensAt) => publishBlock(admin, changes, opensAt),
    })
  },
})

/** Each niche of the map with its place, such as `3-5`. */
export const placeOn = (page: Page, place: string) => page.getByRole('gridcell', { name: new RegExp(`^${place}, `) })

export const mapPath = ({ buildingID, levelID, blockID }: Record<'buildingID' | 'levelID' | 'blockID', string>) =>
  `?building=${buildingID}&level=${levelID}&block=${blockID}`
