import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { layoutWith, makeLevel, seenDraft } from '#test/hall-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { inNaturalOrder } from './natural-order.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const clerk = prepareCaller(testApp, 'staff')

test.each([
  [['1', '2', '9', '10', '11', '100']],
  [['A', 'A2', 'A10', 'B', 'B1']],
  [['East 2', 'East 10', 'West 1']],
  [['1-9', '1-10', '2-1', '10-1']],
  [['02', '2', '3']],
  [['佛堂 2', '佛堂 10']],
])('names with numbers are sorted as people count: %j', async (names) => {
  const { rows } = await testApp.context.db.execute<{ name: string }>(sql`
    select name from json_array_elements_text(${JSON.stringify(names.toReversed())}::json) as name
    order by ${inNaturalOrder(sql`name`)}`)
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test('every list of blocks and drafts has block 2 before block 10', async () => {
  const { buildingID, buildingName, levelID } = await makeLevel(admin)
  for (const blockName of ['10', '2', 'D10', 'D2']) {
    const body = { ...layoutWith(), levelID, blockName }
    const { draftID } = (await admin.call(hallApi.saveDraft, { body })).body
    if (blockName.startsWith('D')) continue
    await admin.call(hallApi.publish, { body: { ...(await seenDraft(admin, draftID)), opensAt: '' } })
  }
  const ofHall = (await admin.call(hallApi.list)).body.find((hall) => hall.buildingID === buildingID)?.levels[0]
  const explored = (await testApp.anonymous.call(exploreApi.halls)).body.find((hall) => hall.buildingID === buildingID)
  const counted = (await clerk.call(stockTakeApi.blocks)).body.filter((block) => block.buildingName === buildingName)
  const lists = {
    halls: namesOf(ofHall?.blocks),
    map: namesOf((await clerk.call(nicheApi.blocks, { params: { levelID } })).body),
    visitors: namesOf(explored?.levels[0]?.blocks),
    stockTake: counted.map(({ place }) => place.replace(/.*block /, '')),
    search: namesOf((await clerk.call(nicheApi.find, { query: { buildingID } })).body),
  }
  for (const [list, names] of Object.entries(lists)) expect([...new Set(names)], list).toEqual(['2', '10'])
  expect(namesOf(ofHall?.drafts)).toEqual(['D2', 'D10'])
})

const namesOf = (list: readonly { blockName: string }[] = []) => list.map(({ blockName }) => blockName)
