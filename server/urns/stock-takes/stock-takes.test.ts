import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import type { Mark } from '#contract/urns/stock-take.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { tagFrom } from '#contract/urns/tag.ts'
import { auditLog, blocks, bookings, nicheStatusLog, niches, stockTakeMarks } from '#server/database/schema.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { type MadeUrn, makeListedUrn, makeUrn, moveTogether } from '#test/urn-factory.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

/** A block with two urns in their niches and an empty niche. */
let blockID: string
let urns: [MadeUrn, MadeUrn]
let empty: { nicheID: string; nicheCode: string }
beforeEach(async () => {
  const { db } = testApp.context
  urns = [await makePlacedUrn(), await makePlacedUrn()]
  const [niche] = await db.select().from(niches).where(eq(niches.nicheID, urns[0].nicheID))
  blockID = niche?.blockID ?? ''
  await db.update(niches).set({ blockID, nicheRow: 6 }).where(eq(niches.nicheID, urns[1].nicheID))
  empty = await makeNiche(testApp.context)
  await db.update(niches).set({ blockID, nicheRow: 7 }).where(eq(niches.nicheID, empty.nicheID))
})

async function makePlacedUrn() {
  const urn = await makeUrn(testApp.context, clerk)
  await moveTogether(urn, 'place', [clerk, admin])
  return urn
}

const begin = (caller: SignedInCaller) => caller.call(stockTakeApi.begin, { body: { blockID } })
const beginBoth = async () => {
  const { countID } = (await begin(clerk)).body
  expect((await begin(admin)).body).toEqual({ countID })
  return countID
}
const none: Mark = { finding: 'missing', tag: '' }
const here = ({ tag }: { tag: string }): Mark => ({ finding: 'present', tag })
const another = (tag: string): Mark => ({ finding: 'unexpected', tag })

const mark = (caller: SignedInCaller, countID: string, nicheID: string, found: Mark, requestID = randomUUID()) =>
  caller.call(stockTakeApi.mark, { body: { requestID, countID, nicheID, expectedTag: '', ...found } })
/** Marks the two niches that should hold an urn. */
const markBoth = async (caller: SignedInCaller, countID: string, found: readonly [Mark, Mark]) => {
  for (const [index, { nicheID }] of urns.entries()) await mark(caller, countID, nicheID, found[index] ?? none)
}
const allHere = (): [Mark, Mark] => [here(urns[0]), here(urns[1])]
const finish = (caller: SignedInCaller, countID: string) => caller.call(stockTakeApi.finish, { body: { countID } })
const read = async (caller: SignedInCaller, countID: string) =>
  (await caller.call(stockTakeApi.detail, { params: { countID } })).body

test('the list of blocks says how many of their urns people have placed or seen, and not those that only a register names', async () => {
  const listed = await makeListedUrn(testApp.context)
  await testApp.context.db.update(niches).set({ blockID, nicheRow: 8 }).where(eq(niches.nicheID, listed.nicheID))
  const countUrns = async () => {
    const { body } = await clerk.call(stockTakeApi.blocks)
    const { urns = 0, seen = 0 } = body.find((block) => block.blockID === blockID) ?? {}
    return `${seen} of ${urns}`
  }
  expect(await countUrns()).toBe('2 of 3')
  await moveTogether(listed, 'see', [clerk, admin])
  expect(await countUrns()).toBe('3 of 3')
  await moveTogether(listed, 'takeOut', [clerk, admin])
  expect(await countUrns()).toBe('2 of 2')
})

test('a witness joins a stock-take as the second person, and cannot begin or settle one', async () => {
  const witness = await testApp.signIn('witness')
  expect((await begin(witness)).refusal.code).toBe('WITNESS_ONLY_SECOND')
  const { countID } = (await begin(clerk)).body
  expect((await begin(witness)).body).toEqual({ countID })
  for (const each of [clerk, witness]) {
    await markBoth(each, countID, allHere())
    await finish(each, countID)
  }
  expect(await read(clerk, countID)).toMatchObject({ state: 'done', found: [] })
  expect((await witness.call(stockTakeApi.differences)).status).toBe(403)
})

test('a niche that an admin overrode to Occupied before overrides entered urns has to be marked, and becomes a difference', async () => {
  const { db, clock } = testApp.context
  const change = { from: 'Available', to: 'Occupied', reason: 'An old urn.', actorID: admin.person.userID } as const
  await db.insert(nicheStatusLog).values({ ...change, nicheID: empty.nicheID, at: clock() })
  await db.update(niches).set({ status: 'Occupied' }).where(eq(niches.nicheID, empty.nicheID))
  const countID = await beginBoth()
  for (const each of [clerk, admin]) {
    await markBoth(each, countID, allHere())
    expect((await finish(each, countID)).refusal.error).toContain(empty.nicheCode)
    await mark(each, countID, empty.nicheID, { finding: 'present', tag: '' })
    expect((await finish(each, countID)).status).toBe(200)
  }
  const found = [{ mark: { finding: 'present', tag: '' } }, { mark: { finding: 'present', tag: '' } }]
  expect((await read(clerk, countID)).found).toMatchObject([{ nicheCode: empty.nicheCode, expectedTag: null, found }])
})

test('a niche that an admin overrides to Occupied is counted with an urn without a name', async () => {
  const override = { nicheID: empty.nicheID, newStatus: 'Occupied' as const, reason: 'An old urn.' }
  expect((await admin.call(nicheApi.override, { body: override })).status).toBe(200)
  const countID = await beginBoth()
  const counted = (await read(clerk, countID)).niches.find(({ nicheID }) => nicheID === empty.nicheID)
  expect(counted).toMatchObject({
    tag: expect.stringMatching(/^U-/),
    beneficiaryName: '',
    isOccupied: false,
    isSeen: false,
  })
})

test('a niche for two is counted urn by urn, and an urn that should not be there apart from them', async () => {
  const { db } = testApp.context
  const [first, second] = urns
  await db.update(niches).set({ capacity: 2 }).where(eq(niches.nicheID, first.nicheID))
  await moveTogether(second, 'takeOut', [clerk, admin])
  const beside = { nicheID: first.nicheID, placeNumber: 2, besideBookingID: first.bookingID }
  await db.update(bookings).set(beside).where(eq(bookings.bookingID, second.bookingID))
  await db.update(niches).set({ status: 'Available' }).where(eq(niches.nicheID, second.nicheID))
  await moveTogether({ ...second, nicheCode: first.nicheCode }, 'place', [clerk, admin])

  const countID = await beginBoth()
  const inNiche = (await read(clerk, countID)).niches.filter(({ nicheID }) => nicheID === first.nicheID)
  expect(inNiche.map(({ tag }) => tag).toSorted()).toEqual([first.tag, second.tag, null].toSorted())
  const markUrn = (caller: SignedInCaller, expectedTag: string, found: Mark) =>
    caller.call(stockTakeApi.mark, {
      body: { requestID: randomUUID(), countID, nicheID: first.nicheID, expectedTag, ...found },
    })
  await markUrn(clerk, first.tag, here(first))
  expect((await finish(clerk, countID)).refusal.code).toBe('COUNT_INCOMPLETE')
  await markUrn(clerk, second.tag, none)
  for (const urn of [first, second]) await markUrn(admin, urn.tag, here(urn))
  await markUrn(admin, '', another(''))
  for (const caller of [clerk, admin]) expect((await finish(caller, countID)).status).toBe(200)
  const { found } = await read(clerk, countID)
  expect(found.map(({ expectedTag }) => expectedTag)).toEqual(expect.arrayContaining([second.tag, null]))
  expect(found).toHaveLength(2)
})

test('a stock-take lists every niche row by row with the urn that the ledger says is in it, and says how the wall is numbered', async () => {
  const countID = await beginBoth()
  const fromTheRight = { columns: [3, 2, 1], rows: [1, 2, 3] }
  await testApp.context.db.update(blocks).set({ view: fromTheRight }).where(eq(blocks.blockID, blockID))
  const { niches, people, state, view } = await read(clerk, countID)
  expect(view).toEqual(fromTheRight)
  expect(niches).toMatchObject([
    { nicheCode: urns[0].nicheCode, tag: urns[0].tag, beneficiaryName: urns[0].name, mark: null },
    { nicheCode: urns[1].nicheCode, tag: urns[1].tag, mark: null },
    { nicheCode: empty.nicheCode, tag: null, beneficiaryName: '', mark: null },
  ])
  expect(people).toMatchObject([
    { name: clerk.person.fullName, isMe: true, finishedAt: null },
    { name: admin.person.fullName, isMe: false, finishedAt: null },
  ])
  expect(state).toBe('open')
})

test('a stock-take has no difference if both people find what the ledger says', async () => {
  const countID = await beginBoth()
  for (const caller of [clerk, admin]) {
    await markBoth(caller, countID, allHere())
    expect((await finish(caller, countID)).status).toBe(200)
  }
  expect(await read(clerk, countID)).toMatchObject({ state: 'done', differences: 0, found: [], niches: [] })
})

test('an urn that one person does not find, an urn in an empty niche, and a wrong urn each become a task', async () => {
  const countID = await beginBoth()
  const strange = tagFrom('2345678')
  await markBoth(clerk, countID, [none, another(strange)])
  await mark(clerk, countID, empty.nicheID, another(''))
  await finish(clerk, countID)
  await markBoth(admin, countID, [here(urns[0]), another(strange)])
  await finish(admin, countID)
  const [clerkName, adminName] = [clerk.person.fullName, admin.person.fullName]
  const { found } = await read(clerk, countID)
  expect(found).toMatchObject([
    {
      nicheCode: urns[0].nicheCode,
      expectedTag: urns[0].tag,
      found: [
        { by: clerkName, mark: none },
        { by: adminName, mark: here(urns[0]) },
      ],
    },
    { nicheCode: urns[1].nicheCode, found: [{ mark: another(strange) }, { mark: another(strange) }] },
    { nicheCode: empty.nicheCode, expectedTag: null, found: [{ mark: another('') }, { mark: null }] },
  ])
  const open = (await admin.call(stockTakeApi.differences)).body.filter((each) => each.countID === countID)
  expect(open).toHaveLength(3)
  const body = { differenceID: open[0]?.differenceID ?? '', note: 'It stood behind the flowers.' }
  const other = await testApp.signIn('staff')
  expect((await clerk.call(stockTakeApi.settle, { body })).body).toEqual({ settled: false })
  expect((await other.call(stockTakeApi.settle, { body })).status).toBe(200)
  expect((await admin.call(stockTakeApi.settle, { body })).refusal.code).toBe('ALREADY_SETTLED')
  const left = (await admin.call(stockTakeApi.differences)).body.filter((each) => each.countID === countID)
  expect(left).toHaveLength(2)
  expect((await read(clerk, countID)).found[0]?.settled).toMatchObject({ by: other.person.fullName, note: body.note })
})

test('an urn whose tag is read in its own niche is present', async () => {
  const countID = await beginBoth()
  for (const caller of [clerk, admin]) {
    await markBoth(caller, countID, [another(urns[0].tag), here(urns[1])])
    await finish(caller, countID)
  }
  expect((await read(clerk, countID)).differences).toBe(0)
})

test('a stock-take is compared with the ledger at its end: an urn that was taken out meanwhile is a difference', async () => {
  const countID = await beginBoth()
  await markBoth(clerk, countID, allHere())
  await finish(clerk, countID)
  await moveTogether(urns[0], 'takeOut', [clerk, admin])
  await mark(admin, countID, urns[1].nicheID, here(urns[1]))
  await finish(admin, countID)
  expect((await read(clerk, countID)).found).toMatchObject([
    { expectedTag: null, found: [{ mark: here(urns[0]) }, { mark: null }] },
  ])
})

test('neither person sees what the other marked before both have finished', async () => {
  const countID = await beginBoth()
  await markBoth(clerk, countID, [none, here(urns[1])])
  const { niches, found } = await read(admin, countID)
  expect([niches.map(({ mark }) => mark), found]).toEqual([[null, null, null], []])
  expect((await read(clerk, countID)).niches.map(({ mark }) => mark)).toEqual([none, here(urns[1]), null])
})

test('a stock-take cannot be finished while a niche that should hold an urn is not marked', async () => {
  const countID = await beginBoth()
  await mark(clerk, countID, urns[0].nicheID, here(urns[0]))
  const refused = await finish(clerk, countID)
  expect([refused.status, refused.refusal.code]).toEqual([409, 'COUNT_INCOMPLETE'])
  expect(refused.refusal.error).toContain(urns[1].nicheCode)
})

test('one person who finishes twice does not end a stock-take', async () => {
  const countID = await beginBoth()
  await markBoth(clerk, countID, allHere())
  await finish(clerk, countID)
  expect((await finish(clerk, countID)).status).toBe(200)
  expect((await read(clerk, countID)).state).toBe('open')
})

test('the same two people can open their stock-take again, but a third cannot', async () => {
  const countID = await beginBoth()
  expect((await begin(clerk)).body).toEqual({ countID })
  const third = await testApp.signIn('staff')
  const refused = await begin(third)
  expect([refused.status, refused.refusal.code]).toEqual([409, 'COUNT_FULL'])
  expect((await mark(third, countID, urns[0].nicheID, none)).refusal.code).toBe('COUNT_NOT_YOURS')
  expect((await read(third, countID)).niches).toEqual([])
})

test('an admin does not count with somebody whom they have just made a clerk, but another colleague does', async () => {
  const person = await makeUser(testApp.context)
  expect((await admin.call(accountApi.updateRole, { body: { userID: person.userID, role: 'staff' } })).status).toBe(200)
  const promoted = await testApp.signIn(person)
  const { countID } = (await begin(admin)).body
  const refused = await begin(promoted)
  expect([refused.status, refused.refusal.code]).toEqual([409, 'SECOND_PAIR_RELATED'])
  expect((await begin(clerk)).body).toEqual({ countID })
})

test('two people who begin at the same moment share one stock-take', async () => {
  const [one, other] = await Promise.all([begin(clerk), begin(admin)])
  expect(one.body.countID).toBe(other.body.countID)
  expect((await read(clerk, one.body.countID)).people).toHaveLength(2)
})

test('a cancelled stock-take has no differences, and the block can be counted again', async () => {
  const countID = await beginBoth()
  await mark(clerk, countID, urns[0].nicheID, none)
  const third = await testApp.signIn('staff')
  const body = { countID, reason: 'A colleague fell ill.' }
  expect((await third.call(stockTakeApi.cancel, { body })).status).toBe(200)
  expect(await read(clerk, countID)).toMatchObject({ state: 'cancelled', found: [] })
  expect((await finish(clerk, countID)).refusal.code).toBe('COUNT_ENDED')
  expect((await begin(clerk)).body.countID).not.toBe(countID)
})

describe('a mark', () => {
  const marksOf = (countID: string) =>
    testApp.context.db
      .select()
      .from(stockTakeMarks)
      .where(eq(stockTakeMarks.countID, countID))
      .orderBy(asc(stockTakeMarks.markNumber))

  test('a mark that is sent twice is recorded once, and does not replace a later one', async () => {
    const countID = await beginBoth()
    const requestID = randomUUID()
    const [{ nicheID }] = urns
    await mark(clerk, countID, nicheID, none, requestID)
    await mark(clerk, countID, nicheID, here(urns[0]))
    expect((await mark(clerk, countID, nicheID, none, requestID)).status).toBe(200)
    expect(await marksOf(countID)).toHaveLength(2)
    expect((await read(clerk, countID)).niches[0]?.mark).toEqual(here(urns[0]))
  })

  test('a mark that is sent again after the person has finished is answered as done, but a new one is refused', async () => {
    const countID = await beginBoth()
    const requestID = randomUUID()
    await markBoth(clerk, countID, allHere())
    await mark(clerk, countID, empty.nicheID, none, requestID)
    await finish(clerk, countID)
    expect((await mark(clerk, countID, empty.nicheID, none, requestID)).status).toBe(200)
    expect((await mark(clerk, countID, empty.nicheID, none)).refusal.code).toBe('COUNT_ENDED')
    expect(await marksOf(countID)).toHaveLength(3)
  })

  test('a mark with the request ID of another mark is refused', async () => {
    const countID = await beginBoth()
    const requestID = randomUUID()
    await mark(clerk, countID, urns[0].nicheID, none, requestID)
    expect((await mark(clerk, countID, urns[1].nicheID, none, requestID)).refusal.code).toBe('REQUEST_USED')
  })

  test('a mark for a niche of another block is refused, and so is a tag with a wrong character', async () => {
    const countID = await beginBoth()
    const elsewhere = await makeNiche(testApp.context)
    expect((await mark(clerk, countID, elsewhere.nicheID, none)).status).toBe(404)
    const wrong = await mark(clerk, countID, empty.nicheID, another('U-22222223'))
    expect([wrong.status, wrong.refusal.errors?.tag]).toEqual([400, expect.stringContaining('not the tag of an urn')])
  })
})

test('all steps of a stock-take are audited', async () => {
  const countID = await beginBoth()
  await markBoth(clerk, countID, [none, here(urns[1])])
  await finish(clerk, countID)
  await markBoth(admin, countID, allHere())
  await finish(admin, countID)
  const differenceID = (await read(clerk, countID)).found[0]?.differenceID ?? ''
  const other = await testApp.signIn('staff')
  await other.call(stockTakeApi.settle, { body: { differenceID, note: 'Found.' } })
  const rows = await testApp.context.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, blockID))
    .orderBy(asc(auditLog.id))
  expect(rows.map(({ action, details }) => [action, details])).toEqual([
    ['urn.count_begun', { countID }],
    ['urn.count_joined', { countID }],
    ['urn.count_finished', { countID, present: 1, missing: 1, unexpected: 0 }],
    ['urn.count_finished', { countID, present: 2, missing: 0, unexpected: 0 }],
    ['urn.count_compared', { countID, differences: 1, niches: urns[0].nicheCode }],
  ])
  const settled = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, urns[0].nicheID))
  expect(settled).toMatchObject([{ action: 'urn.difference_settled', details: { note: 'Found.' } }])
})

test('the list of blocks says when each was last counted, and the list of stock-takes has those that go on first', async () => {
  const blockIn = async () => (await clerk.call(stockTakeApi.blocks)).body.find((block) => block.blockID === blockID)
  expect(await blockIn()).toMatchObject({ countedAt: null })
  const done = await beginBoth()
  for (const caller of [clerk, admin]) {
    await markBoth(caller, done, allHere())
    await finish(caller, done)
  }
  expect((await blockIn())?.countedAt).toBe(testApp.time.now.toISOString())
  testApp.advanceTime(-1000)
  const open = (await begin(clerk)).body.countID
  testApp.advanceTime(1000)
  const ids = (await clerk.call(stockTakeApi.list, { query: {} })).body.map(({ countID }) => countID)
  expect(ids.indexOf(open)).toBeLessThan(ids.indexOf(done))
})

test('the labels of a block come in the order of the wall', async () => {
  const [left, right] = [await makeListedUrn(testApp.context), await makeListedUrn(testApp.context)]
  const { db } = testApp.context
  const [niche] = await db.select().from(niches).where(eq(niches.nicheID, left.nicheID))
  const blockID = niche?.blockID ?? ''
  await db.update(niches).set({ blockID, nicheColumn: 99 }).where(eq(niches.nicheID, left.nicheID))
  await db.update(niches).set({ blockID }).where(eq(niches.nicheID, right.nicheID))
  const { body } = await clerk.call(urnApi.inBlock, { query: { blockID } })
  expect(body.map(({ tag }) => tag)).toEqual([right.tag, left.tag])
})
