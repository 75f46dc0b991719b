import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { findUrnMove, twoPersonEvents, type UrnWhereabouts, urnEvents, urnWhereabouts } from '#contract/urns/moves.ts'
import { isUrnTag } from '#contract/urns/tag.ts'
import { once } from '#server/core/once.ts'
import { auditLog, bookings, urnMoves, urns } from '#server/database/schema.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { findBroken } from '#test/find-violations.ts'
import { tamperWith } from '#test/tamper-with-audit-log.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import {
  confirmation,
  type MadeUrn,
  makeListedUrn,
  makeUrn,
  moveTogether,
  putOnShelf,
  readUrn,
  rightPapers,
} from '#test/urn-factory.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const colleague = prepareCaller(testApp, 'admin')

const both = () => [clerk, colleague] as const
const receive = async (bookingID: string, requestID = randomUUID(), changes: object = {}) => {
  const papers = await rightPapers(testApp.context, bookingID)
  const facts = { widthMm: '200', heightMm: '250', cremationNumber: 'C 123' }
  return clerk.call(urnApi.receive, { body: { requestID, bookingID, ...papers, ...facts, ...changes } })
}

/** Brings an urn to a place by allowed moves. */
async function makeUrnAt(place: UrnWhereabouts): Promise<MadeUrn> {
  const isListed = place === 'listed' || place === 'nowhere'
  const urn = isListed ? await makeListedUrn(testApp.context) : await makeUrn(testApp.context, clerk)
  if (place === 'nowhere') await moveTogether(urn, 'disprove', both())
  if (place === 'shelf') await putOnShelf(clerk, urn)
  if (place === 'niche' || place === 'staff') await moveTogether(urn, 'place', both())
  if (place === 'staff') await moveTogether(urn, 'takeOut', both())
  if (place === 'family') await moveTogether(urn, 'release', both())
  expect((await readUrn(clerk, urn)).place).toBe(place)
  return urn
}

/** The moves that people make. */
const staffEvents = urnEvents.filter((event) => event !== 'enter')

async function tryToMove(urn: MadeUrn, event: (typeof staffEvents)[number]) {
  if (event === 'receive') return receive(urn.bookingID)
  const confirmed = twoPersonEvents.find((each) => each === event)
  if (confirmed) return moveTogether(urn, confirmed, both())
  return clerk.call(event === 'move' ? urnApi.move : urnApi.shelve, {
    body: { requestID: randomUUID(), tag: urn.tag, shelf: 'Shelf 9' },
  })
}

/** Archives the booking in the database, because the API refuses that while the urn is in the niche. */
const archiveBookingOf = ({ bookingID }: MadeUrn) =>
  testApp.context.db.update(bookings).set({ bookingType: 'Archived' }).where(eq(bookings.bookingID, bookingID))

const situations = urnWhereabouts.flatMap((place) =>
  [true, false].map((isCurrent) => [place, isCurrent ? 'current' : 'archived', isCurrent] as const),
)
describe.each(situations)('an urn at %s whose booking is %s', (place, _state, isCurrent) => {
  const makeUrnHere = async () => {
    const urn = await makeUrnAt(place)
    if (!isCurrent) await archiveBookingOf(urn)
    return urn
  }
  /** One urn for all moves that are refused, which leave it where it is. */
  const sharedUrn = once(makeUrnHere)

  test.each(staffEvents)(
    '%s: the urn is moved if the table of moves allows it, and otherwise the answer is 409',
    async (event) => {
      const move = findUrnMove({ whereabouts: place, isBookingApproved: isCurrent }, event)
      const urn = await (move ? makeUrnHere() : sharedUrn())
      const { status, refusal } = await tryToMove(urn, event)
      const code = place === 'listed' ? 'URN_NOT_SEEN' : 'URN_NOT_MOVABLE'
      expect([status, refusal.code]).toEqual(move ? [200, undefined] : [409, code])
      expect((await readUrn(clerk, urn)).place).toBe(move?.to ?? place)
      expect(await findBroken(testApp.context.db, 'since when an urn is outside differs from the ledger')).toEqual([])
    },
  )
})

test('two people at the wall see an urn of a register there, and then take it out; before, taking it out is refused', async () => {
  const urn = await makeListedUrn(testApp.context, { person: { beneficiaryName: 'Goh Ah Lek' } })
  const refused = await moveTogether(urn, 'takeOut', both())
  expect([refused.status, refused.refusal.error]).toEqual([
    409,
    `Only the register says that this urn is in niche ${urn.nicheCode}. Two people first see it there, or find the niche empty.`,
  ])
  const check = await clerk.call(urnApi.check, { body: confirmation(urn, 'see') })
  expect(check.body).toMatchObject({ listedName: 'Goh Ah Lek', names: [], identifiers: [] })
  expect((await moveTogether(urn, 'see', both())).body).toEqual({ state: 'done' })
  expect(await readUrn(clerk, urn)).toMatchObject({
    place: 'niche',
    moves: [{ event: 'see', by: clerk.person.fullName, witness: colleague.person.fullName }, { event: 'enter' }],
  })
  expect(await testApp.letters({ to: urn.owner.email, about: urn.tag })).toEqual([])
  expect((await moveTogether(urn, 'takeOut', both())).body).toEqual({ state: 'done' })
})

test('receiving the urn of an approved booking gives it a valid tag, and records who received it', async () => {
  const urn = await makeUrn(testApp.context, clerk, {
    facts: { widthMm: '210', heightMm: '260', cremationNumber: 'C/9' },
  })
  expect(isUrnTag(urn.tag)).toBe(true)
  expect(await readUrn(clerk, urn)).toMatchObject({
    bookingID: urn.bookingID,
    widthMm: 210,
    heightMm: 260,
    cremationNumber: 'C/9',
    where: 'At the counter',
    moves: [{ event: 'receive', by: clerk.person.fullName, witness: null }],
  })
})

test.each([
  ['waits for a decision', { status: 'Pending' }],
  ['is a pre-order', { status: 'Confirmed', type: 'PreOrder' }],
  ['is archived', { status: 'Confirmed', type: 'Archived' }],
  ['was denied', { status: 'Cancelled', payment: 'Refunded' }],
] as const)('receiving an urn is refused if the booking %s', async (_what, state) => {
  const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), state)
  const { status, refusal } = await receive(bookingID)
  expect([status, refusal.error]).toEqual([
    409,
    'Its booking is not confirmed for current use, so the urn cannot be received.',
  ])
})

test('receiving an urn again after a lost answer receives one urn and answers with the same tag', async () => {
  const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Confirmed' })
  const requestID = randomUUID()
  const answers = await Promise.all([receive(bookingID, requestID), receive(bookingID, requestID)])
  answers.push(await receive(bookingID, requestID))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.tag}`))).toHaveLength(1)
  expect(await readUrn(clerk, { tag: answers[0]?.body.tag ?? '' })).toMatchObject({ moves: [{ event: 'receive' }] })
})

test('an urn whose papers do not match the booking is not received, and trying again offers the same values', async () => {
  const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Confirmed' })
  const offered = () => clerk.call(urnApi.papers, { params: { bookingID } }).then(({ body }) => body)
  const before = await offered()
  expect(before.names).toHaveLength(5)
  const { name, value } = await rightPapers(testApp.context, bookingID)
  const nrics = before.identifiers.find(({ kind }) => kind === 'nric')?.values ?? []
  expect([before.names.includes(name ?? ''), nrics.includes(value ?? '')]).toEqual([true, true])

  const wrong = [
    { name: before.names.find((other) => other !== name) },
    { value: nrics.find((other) => other !== value) },
  ]
  for (const changes of wrong)
    expect((await receive(bookingID, randomUUID(), changes)).refusal.code).toBe('URN_PAPERS_DIFFER')
  const without = await receive(bookingID, randomUUID(), { name: undefined, value: undefined })
  expect(without.refusal.errors).toEqual({
    name: 'Please choose the name.',
    value: 'Please choose one of these.',
  })
  expect(await offered()).toEqual(before)
  const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, bookingID))
  expect(entries.filter(({ action }) => action === 'urn.papers_differed')).toHaveLength(2)
  expect((await receive(bookingID)).status).toBe(200)
})

test('receiving an urn without the name and value on the papers is refused, and the fields that are missing are named', async () => {
  const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Confirmed' })
  const none = { name: undefined, identifier: undefined, value: undefined }
  const { status, refusal } = await receive(bookingID, randomUUID(), none)
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([400, ['name', 'identifier', 'value']])
})

test('a request ID that was used for another urn, shelf or size is refused, and what was stored stays', async () => {
  const urn = await makeUrnAt('counter')
  const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Confirmed' })
  const requestID = randomUUID()
  const received = await receive(bookingID, requestID)
  const shelve = (tag: string, shelf: string, requestID: string) =>
    clerk.call(urnApi.shelve, { body: { requestID, tag, shelf } })
  const shelfID = randomUUID()
  expect((await shelve(urn.tag, 'Shelf 1', shelfID)).status).toBe(200)
  const facts = { widthMm: '250', heightMm: '250', cremationNumber: 'C 123' }
  const others = [
    await receive(urn.bookingID, requestID),
    await clerk.call(urnApi.receive, { body: { requestID, bookingID, ...facts } }),
    await shelve(urn.tag, 'Shelf 2', shelfID),
    await shelve(received.body.tag, 'Shelf 1', shelfID),
    await colleague.call(urnApi.shelve, { body: { requestID: shelfID, tag: urn.tag, shelf: 'Shelf 1' } }),
  ]
  expect(others.map(({ refusal }) => refusal.code)).toEqual(others.map(() => 'REQUEST_USED'))
  expect((await readUrn(clerk, urn)).where).toBe('On shelf Shelf 1')
  expect(await readUrn(clerk, received.body)).toMatchObject({ widthMm: 200, place: 'counter' })
})

test('one of two clerks who receive the same urn at the same moment is refused', async () => {
  const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Confirmed' })
  const answers = await Promise.all([receive(bookingID), receive(bookingID)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an urn that comes back after its release keeps its tag', async () => {
  const urn = await makeUrnAt('family')
  expect((await receive(urn.bookingID)).body.tag).toBe(urn.tag)
})

test('an urn on a shelf is found by tag, niche, booking, certificate number and name', async () => {
  const person = { beneficiaryName: 'Zainab Binti Hussein' }
  const urn = await makeUrn(testApp.context, clerk, { facts: { cremationNumber: 'CRE-77/26' }, person })
  await putOnShelf(clerk, urn, 'Shelf 7')
  for (const query of [urn.tag, urn.tag.toLowerCase(), urn.nicheCode, urn.bookingID, 'cre-77/26', 'hussein zainab']) {
    const { body } = await clerk.call(urnApi.list, { query: { query } })
    expect(body, query).toMatchObject([
      { tag: urn.tag, where: 'On shelf Shelf 7', beneficiaryName: 'Zainab Binti Hussein' },
    ])
  }
})

test('putting an urn on a shelf, sent again after a lost answer, is recorded once', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const body = { requestID: randomUUID(), tag: urn.tag, shelf: 'Shelf 2' }
  const answers = [await clerk.call(urnApi.shelve, { body }), await clerk.call(urnApi.shelve, { body })]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await readUrn(clerk, urn)).moves.map(({ event }) => event)).toEqual(['shelve', 'receive'])
})

describe('a booking whose urn is in the niche', () => {
  const decide = async (urn: MadeUrn, decision: 'archive' | 'reopen') =>
    clerk.call(bookingApi[decision], { body: { bookingID: urn.bookingID, reason: 'The family asked' } })

  test.each(['archive', 'reopen'] as const)(
    '%s is refused for a booking whose urn is in the niche, until the urn was released',
    async (decision) => {
      const urn = await makeUrnAt('niche')
      const { status, refusal } = await decide(urn, decision)
      expect(status).toBe(409)
      expect(refusal.error).toContain('The urn is in the niche. Please take it out and release it first.')
      const { body } = await clerk.call(bookingApi.approval, { params: { bookingID: urn.bookingID } })
      expect(body.placedUrn).toBe(urn.tag)
      await moveTogether(urn, 'takeOut', both())
      await moveTogether(urn, 'release', both())
      expect((await decide(urn, decision)).status).toBe(200)
    },
  )

  test.each(['counter', 'shelf', 'staff'] as const)(
    'a booking whose urn the house has at %s is not reopened, denied or released',
    async (place) => {
      const urn = await makeUrnAt(place)
      const refused = await decide(urn, 'reopen')
      expect(refused.refusal.error).toContain('The urn is with us. Please release it first.')
      const { body } = await clerk.call(bookingApi.approval, { params: { bookingID: urn.bookingID } })
      expect(body).toMatchObject({ bookingStatus: 'Confirmed', placedUrn: null, heldUrn: urn.tag })
      /** As an earlier build could leave it. */
      const set = (row: Partial<typeof bookings.$inferInsert>) =>
        testApp.context.db.update(bookings).set(row).where(eq(bookings.bookingID, urn.bookingID))
      await set({ bookingStatus: 'Pending' })
      const denial = { to: urn.owner.email, reason: 'The family asked', bookingID: urn.bookingID }
      expect((await clerk.call(bookingApi.deny, { body: denial })).refusal.error).toContain('The urn is with us.')
      await set({ bookingStatus: 'Confirmed', bookingType: 'PreOrder' })
      const released = await clerk.call(bookingApi.release, { body: denial })
      expect(released.refusal.error).toContain('The urn is with us.')
    },
  )

  test('a booking whose urn never arrived is archived with one call', async () => {
    const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Confirmed' })
    expect((await clerk.call(bookingApi.archive, { body: { bookingID } })).status).toBe(200)
  })
})

describe('the ledger', () => {
  const rowsOf = ({ tag }: MadeUrn) => testApp.context.db.select().from(urnMoves).where(eq(urnMoves.tag, tag))
  const problems = async () => (await verifyAudit(testApp.context)).problems

  test('each move of an urn is in the audit log, and an unchanged ledger verifies', async () => {
    const urn = await makeUrnAt('staff')
    const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, urn.tag))
    const moves = ['urn.receive', 'urn.place', 'urn.takeOut']
    expect(entries.map(({ action }) => action).filter((action) => moves.includes(action))).toEqual(moves)
    expect(await problems()).toEqual([])
  })

  test.each([
    ['update', sql`update urn_moves set shelf = 'elsewhere'`],
    ['delete', sql`delete from urn_moves`],
    ['truncate', sql`truncate urn_moves`],
  ])('the ledger of urns refuses a statement that would %s it', async (_what, statement) => {
    const error = await testApp.context.db.execute(statement).catch((error: Error) => error.cause)
    expect(String(error)).toContain('the ledger of urns is append-only')
  })

  test('audit:verify reports an urn that was given to another booking without a move in the ledger', async () => {
    const [urn, other] = [await makeUrnAt('counter'), await makeUrnAt('counter')]
    const give = ({ tag }: MadeUrn, { bookingID }: Pick<MadeUrn, 'bookingID'>) =>
      testApp.context.db.update(urns).set({ bookingID }).where(eq(urns.tag, tag))
    const { bookingID } = await makeBooking(testApp.context, await makeUser(testApp.context), { status: 'Confirmed' })
    await give(other, { bookingID })
    await give(urn, other)
    expect((await problems()).sort()).toEqual(
      [urn, other].map(({ tag }) => `Urn ${tag} belongs to another booking than at its move 1.`).sort(),
    )
    await give(urn, { bookingID: urn.bookingID })
    await give(other, other)
    expect(await problems()).toEqual([])
  })

  test('audit:verify reports a move that was altered, removed or added with the trigger off', async () => {
    const [altered, removed] = [await makeUrnAt('shelf'), await makeUrnAt('shelf')]
    const before = [...(await rowsOf(altered)), ...(await rowsOf(removed))]
    const { db } = testApp.context
    const tamper = (statement: ReturnType<typeof sql>) => tamperWith(db, [urnMoves], statement)
    await tamper(sql`update urn_moves set shelf = 'Shelf 1' where tag = ${altered.tag} and position = 2`)
    await tamper(sql`delete from urn_moves where tag = ${removed.tag} and position = 2`)
    await db.execute(sql`
      insert into urn_moves (move_id, tag, position, event, shelf, actor_id, request_id, at)
      values (${randomUUID()}, ${altered.tag}, 3, 'move', 'Shelf 2', ${clerk.person.userID}, ${randomUUID()}, now())`)
    expect((await problems()).sort()).toEqual(
      [
        `Move 2 of urn ${altered.tag} has been altered.`,
        `Move 3 of urn ${altered.tag} was added: the audit log does not have it.`,
        `Move 2 of urn ${removed.tag} has been removed.`,
      ].sort(),
    )
    await tamper(sql`delete from urn_moves where tag in (${altered.tag}, ${removed.tag})`)
    await db.insert(urnMoves).values(before)
    expect(await problems()).toEqual([])
  })
})

test('nobody outside the staff sees an urn, and an unknown or mistyped tag is not found', async () => {
  const urn = await makeUrnAt('counter')
  const family = await testApp.signIn(urn.owner)
  expect((await family.call(urnApi.detail, { params: { tag: urn.tag } })).status).toBe(403)
  expect((await clerk.call(urnApi.detail, { params: { tag: 'U-22222222' } })).status).toBeGreaterThanOrEqual(400)
  const mistyped = `${urn.tag.slice(0, -1)}${urn.tag.endsWith('A') ? 'C' : 'A'}`
  const { status, refusal } = await clerk.call(urnApi.check, { body: { ...confirmation(urn, 'place'), tag: mistyped } })
  expect([status, refusal.errors]).toEqual([
    400,
    { tag: 'This is not the tag of an urn. Please check each character.' },
  ])
})
