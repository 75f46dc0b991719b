import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NicheRun, nicheApi } from '#contract/niches/api.ts'
import { placeLabel } from '#contract/niches/niche.ts'
import { makeBlock } from '#test/block-factory.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/test-app.ts'

let testApp: TestApp
let applicant: SignedInCaller
beforeAll(async () => {
  testApp = await startTestApp()
  applicant = await testApp.signIn('user')
})
afterAll(() => testApp.close())

const find = async (query: Parameters<typeof applicant.call<typeof nicheApi.find>>[1]['query']) =>
  (await applicant.call(nicheApi.find, { query })).body
const places = ({ runs }: { runs: NicheRun[] }) => runs.map(({ niches }) => niches.map(placeLabel).join(' '))

test('a search for three adjacent niches finds one run in each long enough stretch of free niches', async () => {
  const { blockID } = await makeBlock(testApp.context, { rows: ['...O..', 'O.R...', '..B..P'] })
  const found = await find({ blockID, adjacent: 3 })
  expect(places(found)).toEqual(['1-1 2-1 3-1', '4-2 5-2 6-2'])
  expect(found.runs[0]).toMatchObject({ blockID, levelNumber: 1, blockName: 'A', total: '11400.00' })
})

test('a stretch with space for several runs offers its cheapest run and those beside it', async () => {
  const prices = [9, 9, 3, 3, 9, 9, 9]
  const { blockID } = await makeBlock(testApp.context, {
    rows: ['.......'],
    priceCents: (column) => (prices[column - 1] ?? 0) * 1000,
  })
  expect(places(await find({ blockID, adjacent: 2 }))).toEqual(['3-1 4-1', '1-1 2-1', '5-1 6-1'])
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
    expect((await find({ ...query, adjacent: 6 })).runs[0]?.blockID).toBe(blockID)
  }
})

test('a search with more than fifty matches returns the cheapest fifty and the number of all', async () => {
  const { blockID } = await makeBlock(testApp.context, { rows: Array(20).fill('.......O.....') })
  const single = await find({ blockID })
  expect(single.runs).toHaveLength(50)
  expect(single.count).toBe(240)
  const pairs = await find({ blockID, adjacent: 2 })
  expect(pairs.runs).toHaveLength(50)
  expect(pairs.count).toBe(100)
})

test('the prices of a search for adjacent niches are those of all of them together', async () => {
  const { blockID } = await makeBlock(testApp.context, {
    rows: ['...', '...', '...'],
    priceCents: (_column, row) => row * 100_000,
  })
  const found = await find({ blockID, adjacent: 3, minPrice: '5000', maxPrice: '6000.00' })
  expect(found.runs.map(({ total }) => total)).toEqual(['6000.00'])
  expect(places(found)).toEqual(['1-2 2-2 3-2'])
  expect(found.count).toBe(1)
})

test('a search with invalid values is refused with an error at each field', async () => {
  const { status, refusal } = await applicant.call(nicheApi.find, { query: { minPrice: 'cheap', adjacent: 99 } })
  expect(status).toBe(400)
  expect(Object.keys(refusal.errors ?? {})).toEqual(['minPrice', 'adjacent'])
  expect((await applicant.call(nicheApi.find, { query: { maxPrice: '2000000' } })).status).toBe(400)
})
