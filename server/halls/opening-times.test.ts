import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatDateTime } from '#contract/dates.ts'
import { hallApi, toOpeningTime } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { auditLog, blocks } from '#server/database/schema.ts'
import { submit, submitAtCounter } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { publishBlock } from '#test/hall-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { openDueBlocks } from './opening-times.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')

const inHours = (hours: number) => toOpeningTime(new Date(testApp.time.now.getTime() + hours * 3_600_000))
const firstNiche = async (blockID: string) =>
  (await admin.call(nicheApi.niches, { params: { blockID } })).body[0]?.nicheID ?? ''

test('before the opening time a block is seen with that time, and neither families nor clerks can book', async () => {
  const opening = inHours(2)
  const { levelID, buildingID, blockID } = await publishBlock(admin, {}, opening)
  const opensAt = new Date(`${opening}:00+08:00`).toISOString()
  const [family, clerk] = [await testApp.signIn('user'), await testApp.signIn('staff')]
  expect((await family.call(nicheApi.blocks, { params: { levelID } })).body).toEqual([
    { blockID, blockName: 'A', opensAt },
  ])
  const { body: halls } = await testApp.anonymous.call(exploreApi.halls)
  expect(halls.find((hall) => hall.buildingID === buildingID)?.levels[0]?.blocks[0]?.opensAt).toBe(opensAt)
  for (const caller of [family, testApp.anonymous]) {
    const find = caller === family ? nicheApi.find : exploreApi.find
    expect((await caller.call(find, { query: { blockID } })).body).toEqual([])
  }

  const nicheID = await firstNiche(blockID)
  const refused = [
    await submit(family, nicheID),
    await submitAtCounter(clerk, await makeUser(testApp.context), nicheID, 'PreOrder'),
  ]
  for (const { status, refusal } of refused)
    expect([status, refusal.code, refusal.error]).toEqual([
      409,
      'NOT_OPEN_YET',
      `This niche can be booked from ${formatDateTime(opensAt)}.`,
    ])
})

test('a niche that was retired before its block opens is refused as not available, not as too early', async () => {
  const { blockID } = await publishBlock(admin, {}, inHours(2))
  const nicheID = await firstNiche(blockID)
  expect((await admin.call(hallApi.retire, { body: { nicheIDs: [nicheID], reason: 'defective' } })).status).toBe(200)
  const refused = await submit(await testApp.signIn('user'), nicheID)
  expect(refused.refusal.error).toBe('This niche is no longer available. Please choose another.')
})

test('from its opening time a block can be booked, also before the job has opened it', async () => {
  const { levelID, blockID } = await publishBlock(admin, {}, inHours(1))
  testApp.advanceTime(3_600_000)
  const family = await testApp.signIn('user')
  expect((await submit(family, await firstNiche(blockID))).status).toBe(200)
  await openDueBlocks(testApp.context)
  expect((await family.call(nicheApi.blocks, { params: { levelID } })).body).toEqual([{ blockID, blockName: 'A' }])
  expect((await family.call(nicheApi.find, { query: { blockID } })).body.length).toBeGreaterThan(0)
})

test('an opening time can be moved until the block is open', async () => {
  const { blockID } = await publishBlock(admin, {}, inHours(2))
  const move = (opensAt: string) => admin.call(hallApi.changeOpening, { body: { blockID, opensAt } })
  expect((await move(inHours(-1))).refusal.errors).toEqual({ opensAt: 'Please choose a time in the future.' })
  expect((await move(inHours(5))).status).toBe(200)
  expect((await move('')).status).toBe(200)
  expect((await submit(await testApp.signIn('user'), await firstNiche(blockID))).status).toBe(200)
  expect((await move(inHours(5))).status).toBe(404)
})

test('imported blocks that are published together keep their own opening times if the admin says so, or all get one', async () => {
  const { db } = testApp.context
  await publishBlock(admin)
  const times = [inHours(2), inHours(5), '']
  const published = await Promise.all(times.map((opensAt) => publishBlock(admin, {}, opensAt)))
  const blockIDs = published.map(({ blockID }) => blockID)
  const publish = async (opensAt: string, keepsOpeningTimes: boolean) => {
    await db.update(blocks).set({ isDraft: true }).where(inArray(blocks.blockID, blockIDs))
    const answer = await admin.call(hallApi.publishBlocks, { body: { blockIDs, opensAt, keepsOpeningTimes } })
    expect(answer.body).toEqual({ blocks: 3, niches: 18 })
  }
  const read = async (blockID: string) => {
    const [block] = await db.select().from(blocks).where(eq(blocks.blockID, blockID))
    const entries = await db.select().from(auditLog).where(eq(auditLog.subject, blockID)).orderBy(auditLog.id)
    return [block?.opensAt && toOpeningTime(block.opensAt), entries.at(-1)?.details]
  }
  const expected = (opensAt: string) => [
    opensAt || null,
    { blockName: 'A', ...(opensAt && { opensAt: new Date(`${opensAt}:00+08:00`).toISOString() }) },
  ]
  await publish('', true)
  expect(await Promise.all(blockIDs.map(read))).toEqual(times.map(expected))
  const later = inHours(9)
  await publish(later, false)
  expect(await Promise.all(blockIDs.map(read))).toEqual(times.map(() => expected(later)))
})
