import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hallApi } from '#contract/halls/api.ts'
import type { LayoutFields } from '#contract/halls/block-layout.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { placeLabel } from '#contract/niches/niche.ts'
import { auditLog, bookings } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { layoutWith, makeLevel, publishBlock, seenDraft } from '#test/hall-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')

const lastAction = async () =>
  (await testApp.context.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]?.action

const findHall = async (buildingID: string) =>
  (await admin.call(hallApi.list)).body.find((hall) => hall.buildingID === buildingID)

test('a hall is added, changed and listed; its name and its level numbers are unique', async () => {
  const { buildingID, buildingName } = await makeLevel(admin)
  const again = await admin.call(hallApi.add, { body: { buildingName, directions: '' } })
  expect([again.status, again.refusal.code]).toEqual([409, 'NAME_IN_USE'])
  const level = await admin.call(hallApi.addLevel, { body: { buildingID, levelNumber: '1' } })
  expect([level.status, level.refusal.code]).toEqual([409, 'NAME_IN_USE'])

  const changed = { buildingID, buildingName: `${buildingName} East`, directions: 'Left of the gate.' }
  expect((await admin.call(hallApi.change, { body: changed })).status).toBe(200)
  expect(await lastAction()).toBe('hall.changed')
  expect(await findHall(buildingID)).toMatchObject({ ...changed, levels: [{ levelNumber: 1, blocks: [], drafts: [] }] })
})

test('families and visitors see neither a hall without published blocks nor a draft', async () => {
  const { buildingID, levelID } = await makeLevel(admin)
  const body = { ...layoutWith(), levelID, blockName: 'A' }
  const { draftID } = (await admin.call(hallApi.saveDraft, { body })).body
  const family = await testApp.signIn('user')
  const { body: buildings } = await family.call(nicheApi.buildings)
  expect(buildings.map((building) => building.buildingID)).not.toContain(buildingID)
  expect((await family.call(nicheApi.levels, { params: { buildingID } })).body).toEqual([])
  expect((await family.call(nicheApi.blocks, { params: { levelID } })).body).toEqual([])
  expect((await family.call(nicheApi.niches, { params: { blockID: draftID } })).body).toEqual([])
  const { body: halls } = await testApp.anonymous.call(exploreApi.halls)
  expect(halls.map((hall) => hall.buildingID)).not.toContain(buildingID)
  expect(await findHall(buildingID)).toMatchObject({ levels: [{ drafts: [{ draftID, blockName: 'A', niches: 6 }] }] })
})

test('a draft is changed, read again and deleted', async () => {
  const { levelID, buildingName } = await makeLevel(admin)
  const layout = layoutWith()
  const { draftID } = (await admin.call(hallApi.saveDraft, { body: { ...layout, levelID, blockName: 'A' } })).body
  const body = { ...layout, rows: 5, draftID, levelID, blockName: 'B' }
  expect((await admin.call(hallApi.saveDraft, { body })).body).toEqual({ draftID })
  const read = await admin.call(hallApi.draft, { query: { draftID } })
  expect(read.body).toEqual({ ...body, buildingName, levelNumber: 1 })
  expect((await admin.call(hallApi.deleteDraft, { body: { draftID } })).status).toBe(200)
  expect((await admin.call(hallApi.draft, { query: { draftID } })).status).toBe(404)
  expect((await admin.call(hallApi.deleteDraft, { body: { draftID } })).status).toBe(404)
})

test('a block with halves has two niches behind each door, each with a code and a map label of its own', async () => {
  const { blockID } = await publishBlock(admin, {
    rows: 1,
    columns: 2,
    halves: 2,
    codePattern: 'H-{block}-{column}-{row}',
  })
  const family = await testApp.signIn('user')
  const { body } = await family.call(nicheApi.niches, { params: { blockID } })
  expect(body.map((niche) => [placeLabel(niche), niche.nicheCode])).toEqual([
    ['1-1a', 'H-A-01-01-a'],
    ['1-1b', 'H-A-01-01-b'],
    ['2-1a', 'H-A-02-01-a'],
    ['2-1b', 'H-A-02-01-b'],
  ])
})

test('a name or codes that are in use are refused at their fields', async () => {
  const layout = layoutWith()
  const { levelID } = await publishBlock(admin, layout)
  const save = (blockName: string, codePattern: string) =>
    admin.call(hallApi.saveDraft, { body: { ...layout, levelID, blockName, codePattern } })
  expect((await save('A', 'new-{block}-{column}-{row}')).refusal.errors).toEqual({
    blockName: 'This level already has a block with this name.',
  })
  const pattern = layout.codePattern.replace('{block}', 'a').toLowerCase()
  expect((await save('B', pattern)).refusal.errors?.codePattern).toMatch(
    /^6 of these codes are already in use, for example T/,
  )
  expect((await save('B', '{column}')).refusal.errors).toEqual({
    codePattern: 'Please use {column} and {row}, so that each code is different.',
  })
})

test('the second of two drafts with the same codes cannot be published', async () => {
  const { levelID } = await makeLevel(admin)
  const layout = { ...layoutWith(), levelID }
  layout.codePattern = layout.codePattern.replace('{block}', 'X')
  const drafts = await Promise.all(
    ['A', 'B'].map(async (blockName) => (await admin.call(hallApi.saveDraft, { body: { ...layout, blockName } })).body),
  )
  const publish = async (draftID = '') =>
    admin.call(hallApi.publish, { body: { ...(await seenDraft(admin, draftID)), opensAt: '' } })
  const [first, second] = [await publish(drafts[0]?.draftID), await publish(drafts[1]?.draftID)]
  expect([first.status, second.status]).toEqual([200, 400])
  expect(second.refusal.errors?.codePattern).toContain('already in use')
})

type SavedDraft = LayoutFields & Record<'draftID' | 'levelID' | 'blockName', string>

test.each([
  ['its price', (draft: SavedDraft) => admin.call(hallApi.saveDraft, { body: { ...draft, basePrice: '4000' } })],
  [
    'the number of its level',
    ({ levelID }: SavedDraft) => admin.call(hallApi.changeLevel, { body: { levelID, levelNumber: '7' } }),
  ],
])('a draft is not published if %s has changed since it was listed', async (_, change) => {
  const { levelID } = await makeLevel(admin)
  const codePattern = `${layoutWith().codePattern}-{level}`
  const body = { ...layoutWith({ codePattern }), levelID, blockName: 'A' }
  const { draftID } = (await admin.call(hallApi.saveDraft, { body })).body
  const publish = (draft: Awaited<ReturnType<typeof seenDraft>>) =>
    admin.call(hallApi.publish, { body: { ...draft, opensAt: '' } })
  const before = await seenDraft(admin, draftID)
  testApp.advanceTime(1000)
  expect((await change({ ...body, draftID })).status).toBe(200)
  const refused = await publish(before)
  expect([refused.status, refused.refusal.code]).toEqual([409, 'DRAFT_CHANGED'])
  expect((await publish(await seenDraft(admin, draftID))).status).toBe(200)
})

test('a draft that is published again after a lost answer is published once; with another opening time it is not found', async () => {
  const { levelID } = await makeLevel(admin)
  const { draftID } = (await admin.call(hallApi.saveDraft, { body: { ...layoutWith(), levelID, blockName: 'A' } })).body
  const draft = await seenDraft(admin, draftID)
  const publish = (opensAt: string) => admin.call(hallApi.publish, { body: { ...draft, opensAt } })
  const answers = [...(await Promise.all([publish(''), publish('')])), await publish('')]
  expect(answers.map((answer) => answer.body)).toEqual(Array(3).fill({ blockID: draftID, niches: 6 }))
  expect(await testApp.context.db.$count(auditLog, eq(auditLog.subject, draftID))).toBe(2)
  expect((await publish('2999-01-01T09:00')).status).toBe(404)
})

test('a published block has the niches of its draft, is seen by families, and is counted', async () => {
  const { buildingID, levelID, blockID } = await publishBlock(admin, { priceStep: '100', firstColumnAt: 'right' })
  const family = await testApp.signIn('user')
  const { body: niches } = await family.call(nicheApi.niches, { params: { blockID } })
  expect(niches.map(({ nicheColumn, nicheRow, status, price }) => [nicheColumn, nicheRow, status, price])).toEqual(
    [1, 2].flatMap((row) => [1, 2, 3].map((column) => [column, row, 'Available', row === 1 ? '3000.00' : '3100.00'])),
  )
  const { body: blocks } = await family.call(nicheApi.blocks, { params: { levelID } })
  expect(blocks).toEqual([{ blockID, blockName: 'A', view: { columns: [3, 2, 1], rows: [1, 2] } }])
  expect((await family.call(nicheApi.buildings)).body).toContainEqual(
    expect.objectContaining({ buildingID, directions: 'Past the pond.' }),
  )
  expect(await findHall(buildingID)).toMatchObject({
    levels: [{ drafts: [], blocks: [{ blockID, counts: { Available: 6, Pending: 0 } }] }],
  })
  expect(await lastAction()).toBe('block.published')
})

test('renaming a block, its level or its hall changes no code', async () => {
  const { buildingID, levelID, blockID } = await publishBlock(admin)
  const codes = async () =>
    (await admin.call(nicheApi.niches, { params: { blockID } })).body.map((each) => each.nicheCode)
  const before = await codes()
  await admin.call(hallApi.change, { body: { buildingID, buildingName: `Other ${blockID}`, directions: '' } })
  expect((await admin.call(hallApi.changeLevel, { body: { levelID, levelNumber: '-2' } })).status).toBe(200)
  expect(await lastAction()).toBe('level.changed')
  expect((await admin.call(hallApi.renameBlock, { body: { blockID, blockName: 'Z' } })).status).toBe(200)
  expect(await codes()).toEqual(before)
})

test('free niches are retired with a reason; a selection with one that is not free is refused as a whole', async () => {
  const { blockID } = await publishBlock(admin)
  const read = async () => (await admin.call(nicheApi.niches, { params: { blockID } })).body
  const [first, second, third] = (await read()).map(({ nicheID }) => nicheID) as [string, string, string]
  const retire = (nicheIDs: string[]) => admin.call(hallApi.retire, { body: { nicheIDs, reason: 'own use' } })
  expect((await retire([first, second])).body).toEqual({ niches: 2 })
  expect((await retire([second, third])).refusal.error).toMatch(
    /^Only free niches can be retired\. Niche T.* is Blocked\.$/,
  )
  expect((await read()).map(({ status }) => status)).toEqual(['Blocked', 'Blocked', ...Array(4).fill('Available')])
  const { body: history } = await admin.call(nicheApi.history, { query: { nicheID: first } })
  expect(history).toMatchObject([{ from: 'Available', to: 'Blocked', reason: 'Retired: own use' }])
  const [entry] = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, first))
  expect(entry).toMatchObject({ action: 'niche.retired', details: { reason: 'own use' } })
})

test('the opening of the niches of a block is measured, changed and removed', async () => {
  const { buildingID, blockID } = await publishBlock(admin)
  const measure = (widthMm: string, heightMm: string) =>
    admin.call(hallApi.measureOpening, { body: { blockID, widthMm, heightMm } })
  const readOpening = async () => (await findHall(buildingID))?.levels[0]?.blocks[0]

  expect((await measure('280', '300')).status).toBe(200)
  expect(await lastAction()).toBe('block.opening_measured')
  expect(await readOpening()).toMatchObject({ openingWidthMm: 280, openingHeightMm: 300 })
  expect((await measure('280', '')).refusal.errors).toEqual({ heightMm: 'Please enter both, or neither.' })
  expect((await measure('0', '300')).refusal.errors).toHaveProperty('widthMm')
  await measure('', '')
  expect(await readOpening()).toMatchObject({ openingWidthMm: null, openingHeightMm: null })
})

test('the heights of rows come from the layout or are measured later, and visitors see them', async () => {
  const { blockID } = await publishBlock(admin, { lowestCm: '20', rowCm: '30' })
  const measure = (lowestCm: string, rowCm: string) =>
    admin.call(hallApi.measureRows, { body: { blockID, lowestCm, rowCm } })
  const readHeights = async () => {
    const { body } = await testApp.anonymous.call(exploreApi.halls)
    const blocks = body.flatMap(({ levels }) => levels.flatMap(({ blocks }) => blocks))
    return blocks.find((block) => block.blockID === blockID)?.rowHeights
  }

  expect(await readHeights()).toEqual({ lowestCm: 20, rowCm: 30 })
  expect((await measure('0', '35')).status).toBe(200)
  expect(await lastAction()).toBe('block.rows_measured')
  expect(await readHeights()).toEqual({ lowestCm: 0, rowCm: 35 })
  expect((await measure('0', '')).refusal.errors).toEqual({ rowCm: 'Please enter both, or neither.' })
  expect((await measure('20', 'abc')).refusal.errors).toHaveProperty('rowCm')
  await measure('', '')
  expect(await readHeights()).toBeUndefined()
})

test('a block, a level and a hall that were never used are deleted with what is in them', async () => {
  const { buildingID, levelID, blockID } = await publishBlock(admin)
  const [niche] = (await admin.call(nicheApi.niches, { params: { blockID } })).body
  const nicheIDs = [niche?.nicheID ?? '']
  const prices = { requestID: randomUUID(), blockID, nicheIDs, kind: 'set', value: '1', effectiveOn: '' } as const
  await admin.call(hallApi.changePrices, { body: prices })
  await admin.call(hallApi.retire, { body: { nicheIDs, reason: 'own use' } })
  expect((await admin.call(hallApi.deleteBlock, { body: { blockID } })).status).toBe(200)
  expect(await lastAction()).toBe('block.deleted')
  expect((await findHall(buildingID))?.levels).toMatchObject([{ blocks: [] }])
  const draft = await admin.call(hallApi.saveDraft, { body: { ...layoutWith(), levelID, blockName: 'B' } })
  expect(draft.status).toBe(200)
  expect((await admin.call(hallApi.deleteLevel, { body: { levelID } })).status).toBe(200)
  expect((await admin.call(hallApi.deleteHall, { body: { buildingID } })).status).toBe(200)
  expect(await findHall(buildingID)).toBeUndefined()
})

test('deleting what is no longer there succeeds, and is not recorded', async () => {
  await makeLevel(admin)
  const before = await lastAction()
  expect((await admin.call(hallApi.deleteBlock, { body: { blockID: 'gone' } })).status).toBe(200)
  expect((await admin.call(hallApi.deleteLevel, { body: { levelID: 'gone' } })).status).toBe(200)
  expect((await admin.call(hallApi.deleteHall, { body: { buildingID: 'gone' } })).status).toBe(200)
  expect(await lastAction()).toBe(before)
})

test('a hall in which a niche was ever booked cannot be deleted, nor what is in it', async () => {
  const { buildingID, levelID, blockID } = await publishBlock(admin)
  const [niche] = (await admin.call(nicheApi.niches, { params: { blockID } })).body
  const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Cancelled' })
  await testApp.context.db
    .update(bookings)
    .set({ nicheID: niche?.nicheID ?? '' })
    .where(eq(bookings.bookingID, bookingID))
  const answers = [
    await admin.call(hallApi.deleteHall, { body: { buildingID } }),
    await admin.call(hallApi.deleteLevel, { body: { levelID } }),
    await admin.call(hallApi.deleteBlock, { body: { blockID } }),
  ]
  expect(answers.map(({ refusal }) => refusal.code)).toEqual(answers.map(() => 'PLACE_IN_USE'))
  expect((await findHall(buildingID))?.levels).toMatchObject([{ blocks: [{ blockID }] }])
})
