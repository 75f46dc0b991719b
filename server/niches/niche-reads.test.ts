import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { nicheApi } from '#contract/niches/api.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()

test('buildings, levels, blocks and niches can be listed one from the other', async () => {
  const family = await testApp.signIn('user')
  const { buildingID, levelID, blockID } = await makeBlock(testApp.context, { rows: ['.O', 'R.'] })

  const buildings = await family.call(nicheApi.buildings)
  expect(buildings.body.map((building) => building.buildingID)).toContain(buildingID)
  const levels = await family.call(nicheApi.levels, { params: { buildingID } })
  expect(levels.body).toEqual([{ levelID, levelNumber: 1 }])
  const blocks = await family.call(nicheApi.blocks, { params: { levelID } })
  expect(blocks.body).toEqual([{ blockID, blockName: 'A' }])

  const { body } = await family.call(nicheApi.niches, { params: { blockID } })
  expect(body.map(({ nicheColumn, nicheRow, status }) => `${nicheColumn}-${nicheRow} ${status}`)).toEqual([
    '1-1 Available',
    '2-1 Occupied',
    '1-2 Reserved',
    '2-2 Available',
  ])
  expect(body[0]).toMatchObject({ blockID, nicheCode: `${blockID}-01-01`, price: '3800.00' })
})

test('a block requested again with its ETag returns 304 until a niche changes', async () => {
  const admin = await testApp.signIn('admin')
  const { blockID, nicheAt } = await makeBlock(testApp.context, { rows: ['..'] })
  const url = `/api/niche/niches/${blockID}`
  const first = await testApp.app.inject({ url, headers: { cookie: admin.cookie } })
  const again = { url, headers: { cookie: admin.cookie, 'if-none-match': String(first.headers.etag) } }

  expect((await testApp.app.inject(again)).statusCode).toBe(304)
  await admin.call(nicheApi.override, { body: { nicheID: nicheAt(1, 1), newStatus: 'Blocked', reason: 'A crack' } })
  expect((await testApp.app.inject(again)).statusCode).toBe(200)
})

test('an unknown niche or block returns 404, and an invalid niche ID 400', async () => {
  const family = await testApp.signIn('user')
  expect((await family.call(nicheApi.byID, { query: { nicheID: randomUUID() } })).status).toBe(404)
  expect((await family.call(nicheApi.byID, { query: { nicheID: 'no id' } })).status).toBe(400)
  expect((await family.call(nicheApi.block, { query: { blockID: 'XX-9Z' } })).status).toBe(404)
  expect((await family.call(nicheApi.events, { params: { blockID: 'XX-9Z' } })).status).toBe(404)
})

test('a block requested by its ID is returned with its level and building', async () => {
  const clerk = await testApp.signIn('staff')
  const { blockID, buildingID, levelID } = await makeBlock(testApp.context, { rows: ['.'] })
  const { body } = await clerk.call(nicheApi.block, { query: { blockID } })
  expect(body).toMatchObject({ blockID, blockName: 'A', levelID, levelNumber: 1, buildingID })
})

test('niche calls without a session return 401', async () => {
  const { blockID, buildingID, levelID, nicheAt } = await makeBlock(testApp.context, { rows: ['.'] })
  expect((await testApp.anonymous.call(nicheApi.buildings)).status).toBe(401)
  expect((await testApp.anonymous.call(nicheApi.levels, { params: { buildingID } })).status).toBe(401)
  expect((await testApp.anonymous.call(nicheApi.blocks, { params: { levelID } })).status).toBe(401)
  expect((await testApp.anonymous.call(nicheApi.byID, { query: { nicheID: nicheAt(1, 1) } })).status).toBe(401)
  expect((await testApp.anonymous.call(nicheApi.niches, { params: { blockID } })).status).toBe(401)
  expect((await testApp.anonymous.call(nicheApi.find, { query: {} })).status).toBe(401)
  expect((await testApp.anonymous.call(nicheApi.events, { params: { blockID } })).status).toBe(401)
})
