import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { auditLog, blocks, niches } from '#server/database/schema.ts'
import { submit } from '#test/booking-forms.ts'
import { finishFirstSteps } from '#test/first-steps.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { createProductionServices, prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { importRegister } from './import-register.ts'

const testApp = prepareTestApp({ makeServices: createProductionServices })
const [admin, clerk, family] = [
  prepareCaller(testApp, 'admin'),
  prepareCaller(testApp, 'staff'),
  prepareCaller(testApp, 'user'),
]
let block: typeof blocks.$inferSelect
let free: string
beforeAll(async () => {
  const line = (block: string, number: number) => `St Anne,1,${block},${block}-${number},${number},1,1200,Available\n`
  const files = registerFilesOf({
    niches: `building,level,block,code,column,row,price,status\n${line('E', 1)}${line('E', 2)}${line('F', 1)}`,
  })
  await importRegister(testApp.context, files, { report: () => undefined })
  const [first] = await testApp.context.db.select().from(blocks).where(eq(blocks.blockName, 'E'))
  if (!first) throw new Error('Nothing was imported')
  block = first
  const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.blockID, block.blockID))
  free = niche?.nicheID ?? ''
})

const isOpen = async () => (await testApp.anonymous.call(houseApi.read)).body.isOpen

/** What somebody finds who looks for the block, from the list of halls to its free niches. */
async function seenBy(caller: typeof family) {
  const { blockID, levelID } = block
  const [{ buildingID = '' } = {}] = (await caller.call(nicheApi.buildings)).body
  const levels = buildingID === '' ? [] : (await caller.call(nicheApi.levels, { params: { buildingID } })).body
  return {
    levels: levels.length,
    blocks: (await caller.call(nicheApi.blocks, { params: { levelID } })).body.map(({ blockName }) => blockName),
    niches: (await caller.call(nicheApi.niches, { params: { blockID } })).body.length,
  }
}
const nothing = { levels: 0, blocks: [], niches: 0 }
const all = { levels: 1, blocks: ['E', 'F'], niches: 2 }

test('an imported block opens no house and is seen by staff only, who count and correct it', async () => {
  expect(await isOpen()).toBe(false)
  expect([await seenBy(family), await seenBy(clerk)]).toEqual([nothing, all])
  expect((await testApp.anonymous.call(exploreApi.halls)).body).toEqual([])
  expect((await testApp.anonymous.call(exploreApi.niches, { params: { blockID: block.blockID } })).body).toEqual([])
  const refused = await submit(family, free)
  expect([refused.status, refused.refusal.code]).toEqual([409, 'NOT_PUBLISHED'])
  const [hall] = (await admin.call(hallApi.list)).body
  expect(hall).toMatchObject({ offersTimes: false, levels: [{ blocks: [{ isDraft: true }, { isDraft: true }] }] })
  const numbering = { blockID: block.blockID, firstColumnAt: 'right', rowOneAt: 'top' } as const
  expect((await admin.call(hallApi.changeNumbering, { body: numbering })).status).toBe(200)
  const begun = await clerk.call(stockTakeApi.begin, { body: { blockID: block.blockID } })
  expect(begun.status).toBe(200)
})

test('an admin opens the house once its first steps are done, and says so; families then see and book the block, and the others stay drafts', async () => {
  const publish = (blockIDs: string[], opensHouse = true, opensAt = '') =>
    admin.call(hallApi.publishBlocks, { body: { blockIDs, opensAt, opensHouse } })
  expect((await publish([block.blockID])).refusal.error).toBe(
    'The house cannot be opened yet. Please first finish what is missing: House details, Placement hours, First clerk.',
  )
  await finishFirstSteps(testApp, admin)
  expect((await admin.call(hallApi.list)).body).toMatchObject([{ offersTimes: true }])
  expect((await publish([block.blockID, 'unknown'])).status).toBe(404)
  expect((await publish([block.blockID], false)).refusal.code).toBe('OPENS_HOUSE')
  expect(await seenBy(family)).toEqual(nothing)
  expect((await publish([block.blockID])).body).toEqual({ blocks: 1, niches: 2 })
  expect(await seenBy(family)).toEqual({ ...all, blocks: ['E'] })
  expect(await isOpen()).toBe(true)
  expect((await submit(family, free)).status).toBe(200)
  expect((await publish([block.blockID])).body).toEqual({ blocks: 1, niches: 2 })
  expect((await publish([block.blockID], true, '2099-01-01T09:00')).status).toBe(404)
  expect(await testApp.context.db.$count(auditLog, eq(auditLog.action, 'house.opened'))).toBe(1)
  const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.action, 'block.published'))
  expect(entries).toMatchObject([{ subject: block.blockID, details: { blockName: 'E' } }])
})
