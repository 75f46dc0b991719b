import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import type { Confirmed } from '#contract/urns/confirmation.ts'
import { lockBooking } from '#server/bookings/public.ts'
import { inTransaction } from '#server/core/context.ts'
import { urnAttempts, urnMoves } from '#server/database/schema.ts'
import { makeBooking } from '../booking-factory.ts'
import { createCaller } from '../caller.ts'
import { prepareCaller, type SignedInCaller } from '../test-app.ts'
import { confirmation, type MadeUrn, makeUrn, readUrn } from '../urn-factory.ts'
import { isPostgres, prepareReplicas, waitUntilBlocked } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')

/** Confirms on the next replica. */
async function confirmAs({ cookie }: SignedInCaller, urn: MadeUrn, body = confirmation(urn, 'place')) {
  const { body: answer, refusal } = await createCaller(replicas.next(), cookie).call(urnApi.confirm, { body })
  return (answer as Partial<Confirmed>).state ?? refusal.code
}
const movesOf = ({ tag }: MadeUrn) => testApp.context.db.select().from(urnMoves).where(eq(urnMoves.tag, tag))
const eventsOf = async (urn: MadeUrn) => (await movesOf(urn)).map(({ event }) => event)
const attemptsOf = ({ tag }: MadeUrn) => testApp.context.db.select().from(urnAttempts).where(eq(urnAttempts.tag, tag))
const outcomesOf = async (urn: MadeUrn) => (await attemptsOf(urn)).map(({ outcome }) => outcome)

test('two members of staff who confirm one move at once on two replicas place the urn, once', async () => {
  for (let round = 0; round < 10; round++) {
    const urn = await makeUrn(testApp.context, clerk)
    const answers = await Promise.all([confirmAs(clerk, urn), confirmAs(colleague, urn)])
    expect(answers.sort()).toEqual(['done', 'waiting'])
    expect(await eventsOf(urn)).toEqual(['receive', 'place'])
    expect(await outcomesOf(urn)).toEqual(['done'])
  }
})

test('of twenty members of staff who confirm one move at once on two replicas, two place the urn, once', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const staff: SignedInCaller[] = []
  for (let count = 0; count < 20; count++) staff.push(await testApp.signIn('staff'))
  const answers = await Promise.all(staff.map((each) => confirmAs(each, urn)))
  expect(answers.sort()).toEqual([...Array(18).fill('URN_NOT_MOVABLE'), 'done', 'waiting'])
  expect(await eventsOf(urn)).toEqual(['receive', 'place'])
  expect(await outcomesOf(urn)).toEqual(['done'])
})

test('one person who confirms ten times at once on two replicas, in two sessions, is the first person only', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const sessions = [clerk, await testApp.signIn(clerk.person)]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => confirmAs(sessions[index % 2 === 0 ? 0 : 1] ?? clerk, urn)),
  )
  expect(answers.sort()).toEqual([...Array(9).fill('URN_SAME_PERSON'), 'waiting'])
  expect(await eventsOf(urn)).toEqual(['receive'])
  expect(await outcomesOf(urn)).toEqual(['open'])
})

test('a confirmation that reaches both replicas at once counts once, for each of the two people', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  for (const [who, state] of [[clerk, 'waiting'] as const, [colleague, 'done'] as const]) {
    const body = confirmation(urn, 'place')
    const answers = await Promise.all([confirmAs(who, urn, body), confirmAs(who, urn, body)])
    expect(answers).toEqual([state, state])
  }
  expect(await eventsOf(urn)).toEqual(['receive', 'place'])
})

test('a wrong urn at the niche while the second person confirms: the urn is placed or the move is stopped, not both', async () => {
  for (let round = 0; round < 10; round++) {
    const [right, wrong] = [await makeUrn(testApp.context, clerk), await makeUrn(testApp.context, clerk)]
    await confirmAs(clerk, right)
    const { first } = await checkAs(colleague, right)
    const body = confirmation(right, 'place', { attemptID: first?.attemptID })
    const [answer] = await Promise.all([
      confirmAs(colleague, right, body),
      checkAs(await testApp.signIn('staff'), { ...wrong, nicheCode: right.nicheCode }),
    ])
    const isPlaced = (await readUrn(clerk, right)).place === 'niche'
    expect([answer, await outcomesOf(right)]).toEqual(
      isPlaced ? ['done', ['done']] : ['URN_ATTEMPT_ENDED', ['mismatch']],
    )
    expect(await outcomesOf(wrong)).toEqual(['mismatch'])
  }
})

async function checkAs({ cookie }: SignedInCaller, { tag, nicheCode }: MadeUrn) {
  const body = { requestID: randomUUID(), event: 'place' as const, tag, nicheCode }
  return (await createCaller(replicas.next(), cookie).call(urnApi.check, { body })).body
}

/** Two writers who both read the place of the urn before either wrote. */
async function writeTwice(urn: MadeUrn) {
  const write = (shelf: string) =>
    testApp.context.db.insert(urnMoves).values({
      moveID: randomUUID(),
      tag: urn.tag,
      position: 2,
      event: 'shelve',
      shelf,
      actorID: clerk.person.userID,
      requestID: randomUUID(),
      at: testApp.time.now,
    })
  return Promise.allSettled([write('Shelf 1'), write('Shelf 2')])
}

test('two moves that follow the same move cannot both be written', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  expect((await writeTwice(urn)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await movesOf(urn)).toHaveLength(2)
})

test('without the constraint both are written, so the test above can fail', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  await testApp.context.db.execute(sql`alter table urn_moves drop constraint urn_moves_in_order`)
  await writeTwice(urn)
  expect(await movesOf(urn)).toHaveLength(3)
})

test.runIf(isPostgres)(
  'a clerk who archives and waits for the booking does not hold the account of an admin who moves its urn',
  async () => {
    const { person: admin } = await testApp.signIn('admin')
    const { bookingID } = await makeBooking(testApp.context, admin, { status: 'Confirmed' })
    let archiving: Promise<{ status: number }> | undefined
    await inTransaction(testApp.context, async ({ db }) => {
      await lockBooking(db, bookingID)
      archiving = clerk.call(bookingApi.archive, { body: { bookingID } })
      await waitUntilBlocked(testApp.database)
      await db.execute(sql`select from users where user_id = ${admin.userID} for share nowait`)
    })
    expect((await archiving)?.status).toBe(200)
  },
)
