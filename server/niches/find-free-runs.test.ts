import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type NicheRun, nicheApi } from '#contract/niches/api.ts'
import { type NicheStatus, placeLabel } from '#contract/niches/niche.ts'
import { niches } from '#server/database/schema.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')

const find = async (query: Parameters<typeof applicant.call<typeof nicheApi.find>>[1]['query']) =>
  (await applicant.call(nicheApi.find, { query })).body
const count = async (query: Parameters<typeof find>[0]) =>
  Number((await applicant.call(nicheApi.find, { query })).headers['x-total-count'])
const places = (runs: NicheRun[]) => runs.map(({ niches }) => niches.map(placeLabel).join(' '))

test('a search for three adjacent niches finds one run in each long enough stretch of free niches', async () => {
  const { blockID } = await makeBlock(testApp.context, { rows: ['...O..', 'O.R...', '..B..P'] })
  const found = await find({ blockID, adjacent: 3 })
  expect(places(found)).toEqual(['1-1 2-1 3-1', '4-2 5-2 6-2'])
  expect(found[0]).toMatchObject({ blockID, levelNumber: 1, blockName: 'A', total: '11400.00' })
})

test('a stretch with space for several runs offers its cheapest run and those beside it', async () => {
  const prices = [9, 9, 3, 3, 9, 9, 9]
  const { blockID } = await makeBlock(testApp.context, {
    rows: ['.......'],
    priceCents: (column) => (prices[column - 1] ?? 0) * 1000,
  })
  expect(places(await find({ blockID, adjacent: 2 }))).toEqual(['3-1 4-1', '1-1 2-1', '5-1 6-1'])
})

test('a free half is found alone, and is not beside the other half behind its door', async () => {
  const { blockID } = await makeBlock(testApp.context, { rows: ['..'] })
  const { db } = testApp.context
  const half = (name: string, status: NicheStatus) => ({
    blockID,
    nicheRow: 1,
    nicheColumn: 3,
    half: name,
    status,
    priceCents: 1,
  })
  await db.insert(niches).values([
    { ...half('a', 'Occupied'), nicheID: randomUUID(), nicheCode: `${blockID}-a` },
    { ...half('b', 'Available'), nicheID: randomUUID(), nicheCode: `${blockID}-b` },
  ])
  expect(places(await find({ blockID }))).toEqual(['3-1b', '1-1', '2-1'])
  expect(places(await find({ blockID, adjacent: 2 }))).toEqual(['1-1 2-1'])
})

test('a search says for how many people a niche is, and what each further one costs', async () => {
  const { blockID } = await makeBlock(testApp.context, { rows: ['..'] })
  const isFirst = and(eq(niches.blockID, blockID), eq(niches.nicheColumn, 1))
  await testApp.context.db.update(niches).set({ capacity: 2, furtherPriceCents: 50_000 }).where(isFirst)
  const [run] = await find({ blockID, adjacent: 2 })
  expect(run?.niches).toMatchObject([{ capacity: 2, furtherPrice: '500.00' }, {}])
  expect(run?.niches[1]).not.toHaveProperty('capacity')
})

test('a search by price and rows lists the matching niches, cheapest first', async () => {
  const { blockID } = await makeBlock(testApp.context, {
    rows: ['..', '..', '..', '..'],
    priceCents: (column, row) => 100_000 * row + column * 100,
  })
  expect(places(await find({ blockID, minPrice: '2001', maxPrice: '3001.50', minRow: 2, maxRow: 3 }))).toEqual([
    '1-2',
    '2-2',
    '1-3',
  ])
  expect(places(await find({ blockID, maxPrice: '10' }))).toEqual([])
})

test('a search can be limited to a building, a level or a block, or to none', async () => {
  const { buildingID, levelID, blockID } = await makeBlock(testApp.context, { rows: ['......'], priceCents: () => 100 })
  for (const query of [{ buildingID }, { levelID }, { blockID }, {}]) {
    expect((await find({ ...query, adjacent: 6 }))[0]?.blockID).toBe(blockID)
  }
})

test('a search with more than fifty matches returns the cheapest fifty and the number of all', async () => {
  const { blockID } = await makeBlock(testApp.context, { rows: Array(20).fill('.......O.....') })
  const single = await find({ blockID })
  expect(single).toHaveLength(50)
  expect(await count({ blockID })).toBe(240)
  const pairs = await find({ blockID, adjacent: 2 })
  expect(pairs).toHaveLength(50)
  expect(await count({ blockID, adjacent: 2 })).toBe(100)
})

test('the prices of a search for adjacent niches are those of all of them together', async () => {
  const { blockID } = await makeBlock(testApp.context, {
    rows: ['...', '...', '...'],
    priceCents: (_column, row) => row * 100_000,
  })
  const found = await find({ blockID, adjacent: 3, minPrice: '5000', maxPrice: '6000.00' })
  expect(found.map(({ total }) => total)).toEqual(['6000.00'])
  expect(places(found)).toEqual(['1-2 2-2 3-2'])
  expect(await count({ blockID, adjacent: 3, minPrice: '5000', maxPrice: '6000.00' })).toBe(1)
})

test('a search with invalid values is refused with an error at each field', async () => {
  const { status, refusal } = await applicant.call(nicheApi.find, { query: { minPrice: 'cheap', adjacent: 99 } })
  expect(status).toBe(400)
  expect(Object.keys(refusal.errors ?? {})).toEqual(['minPrice', 'adjacent'])
  expect((await applicant.call(nicheApi.find, { query: { maxPrice: '2000000' } })).status).toBe(400)
})
