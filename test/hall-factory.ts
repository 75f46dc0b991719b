import { randomUUID } from 'node:crypto'
import { hallApi } from '#contract/halls/api.ts'
import { defaultLayout, type LayoutFields } from '#contract/halls/block-layout.ts'
import type { SignedInCaller } from './test-app.ts'

/** A new hall with one level. */
export async function makeLevel(admin: SignedInCaller) {
  const buildingName = `Hall ${randomUUID().slice(0, 8)}`
  const { buildingID } = (await admin.call(hallApi.add, { body: { buildingName, directions: 'Past the pond.' } })).body
  const { levelID } = (await admin.call(hallApi.addLevel, { body: { buildingID, levelNumber: 1 } })).body
  return { buildingID, buildingName, levelID }
}

/** A layout of two rows of three niches, with codes of its own. */
export const layoutWith = (changes: Partial<LayoutFields> = {}): LayoutFields => ({
  ...defaultLayout,
  rows: 2,
  columns: 3,
  basePrice: '3000',
  codePattern: `T${randomUUID().slice(0, 8)}-{block}-{column}-{row}`,
  ...changes,
})

/** A new hall with one block, published to open now or then. */
export async function publishBlock(admin: SignedInCaller, changes: Partial<LayoutFields> = {}, opensAt = '') {
  const hall = await makeLevel(admin)
  const body = { ...layoutWith(changes), levelID: hall.levelID, blockName: 'A' }
  const { draftID } = (await admin.call(hallApi.saveDraft, { body })).body
  const { blockID } = (await admin.call(hallApi.publish, { body: { draftID, opensAt } })).body
  return { ...hall, blockID }
}
