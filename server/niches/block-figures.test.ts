import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { niches } from '#server/database/schema.ts'
import { makeBlock } from '#test/block-factory.ts'
import { prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()

async function figuresOf(blockID: string) {
  const { body } = await testApp.anonymous.call(exploreApi.halls)
  const block = body
    .flatMap(({ levels }) => levels.flatMap(({ blocks }) => blocks))
    .find((each) => each.blockID === blockID)
  return block && { niches: block.niches, free: block.free, prices: block.prices }
}

test('a block says how many of its niches are free and what those cost, whatever the others cost', async () => {
  const { blockID } = await makeBlock(testApp.context, {
    rows: ['..P', 'ROB'],
    priceCents: (column, row) => (row === 1 ? 260_000 + column * 10_050 : 100_000),
  })
  expect(await figuresOf(blockID)).toEqual({ niches: 6, free: 2, prices: { from: '2700.50', to: '2801.00' } })
})

test('a block without a free niche has no prices, and one without any niche is there with zeros', async () => {
  const [full, empty] = [
    await makeBlock(testApp.context, { rows: ['OR'] }),
    await makeBlock(testApp.context, { rows: ['.'] }),
  ]
  await testApp.context.db.delete(niches).where(sql`${niches.blockID} = ${empty.blockID}`)
  expect(await figuresOf(full.blockID)).toEqual({ niches: 2, free: 0, prices: undefined })
  expect(await figuresOf(empty.blockID)).toEqual({ niches: 0, free: 0, prices: undefined })
})

test('the niches are counted once in five seconds, and again at once for a block that was added', async () => {
  const { db } = testApp.context
  const { blockID } = await makeBlock(testApp.context, { rows: ['..'] })
  expect((await figuresOf(blockID))?.free).toBe(2)
  await db.update(niches).set({ status: 'Reserved' }).where(sql`${niches.blockID} = ${blockID}`)
  expect((await figuresOf(blockID))?.free).toBe(2)
  testApp.advanceTime(5_000)
  expect((await figuresOf(blockID))?.free).toBe(0)

  const added = await makeBlock(testApp.context, { rows: ['...'] })
  expect((await figuresOf(added.blockID))?.free).toBe(3)
})

test('figures that could not be read are read again by the next caller', async () => {
  const { db } = testApp.context
  const { blockID } = await makeBlock(testApp.context, { rows: ['.'] })
  await db.execute(sql`alter table niches rename column price_cents to price_away`)
  expect((await testApp.anonymous.call(exploreApi.halls)).status).toBe(500)
  await db.execute(sql`alter table niches rename column price_away to price_cents`)
  expect((await figuresOf(blockID))?.free).toBe(1)
})
