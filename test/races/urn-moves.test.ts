import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { urnApi } from '#contract/urns/api.ts'
import { urnAttempts, urnMoves } from '#server/database/schema.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '../test-app.ts'
import { confirmation, type MadeUrn, makeUrn } from '../urn-factory.ts'
import { type Replicas, startSecondReplica } from './replicas.ts'

let testApp: TestApp
let replicas: Replicas
let clerk: SignedInCaller
beforeEach(async () => {
  testApp = await startTestApp()
  replicas = await startSecondReplica(testApp)
  clerk = await testApp.signIn('staff')
})
afterEach(async () => {
  await replicas.close()
  await testApp.close()
})

const confirmAs = async ({ cookie }: SignedInCaller, urn: MadeUrn) => {
  const answer = await replicas.next().inject({
    method: 'POST',
    url: urnApi.confirm.path,
    headers: { cookie },
    payload: confirmation(urn, 'place'),
  })
  return answer.json<{ state?: string; code?: string }>()
}
const movesOf = ({ tag }: MadeUrn) => testApp.context.db.select().from(urnMoves).where(eq(urnMoves.tag, tag))

test('of twenty members of staff who confirm one move at once on two replicas, two place the urn, once', async () => {
  const urn = await makeUrn(testApp.context, clerk)
  const staff: SignedInCaller[] = []
  for (let count = 0; count < 20; count++) staff.push(await testApp.signIn('staff'))
  const answers = await Promise.all(staff.map((each) => confirmAs(each, urn)))
  expect(answers.filter(({ state }) => state === 'waiting')).toHaveLength(1)
  expect(answers.filter(({ state }) => state === 'done')).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'URN_NOT_MOVABLE')).toHaveLength(18)
  expect((await movesOf(urn)).map(({ event }) => event)).toEqual(['receive', 'place'])
  expect(await testApp.context.db.$count(urnAttempts, eq(urnAttempts.tag, urn.tag))).toBe(1)
})

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
