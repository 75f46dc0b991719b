import { randomUUID } from 'node:crypto'
import { hallApi } from '#contract/halls/api.ts'
import { defaultLayout, type LayoutFields } from '#contract/halls/block-layout.ts'
import type { Caller } from './caller.ts'
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

/** The draft as an admin sees it, who then publishes it. */
export async function seenDraft(admin: Caller, draftID: string) {
  const levels = (await admin.call(hallApi.list)).body.flatMap((hall) => hall.levels)
  const draft = levels.flatMap(({ drafts }) => drafts).find((each) => each.draftID === draftID)
  const { firstCode = '', lastCode = '', savedAt = '' } = draft ?? {}
  return { draftID, seen: { firstCode, lastCode, savedAt } }
}

/** A new hall with one block, published to open now or then. */
export async function publishBlock(admin: SignedInCaller, changes: Partial<LayoutFields> = {}, opensAt = '') {
  const hall = await makeLevel(admin)
  const body = { ...layoutWith(changes), levelID: hall.levelID, blockName: 'A' }
  const { draftID } = (await admin.call(hallApi.saveDraft, { body })).body
  const { blockID } = (await admin.call(hallApi.publish, { body: { ...(await seenDraft(admin, draftID)), opensAt } }))
    .body
  return { ...hall, blockID }
}
