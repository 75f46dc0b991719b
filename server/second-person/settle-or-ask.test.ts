import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { niches } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { confirmation, makeListedUrn, makeUrn } from '#test/urn-factory.ts'

/** A house with one admin, three clerks and a witness. */
const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const clerk = prepareCaller(testApp, 'staff')
const colleague = prepareCaller(testApp, 'staff')
const third = prepareCaller(testApp, 'staff')
const witness = prepareCaller(testApp, 'witness')

/** The admin has begun the move, and a wrong name of the clerk has stopped it. */
async function makeMismatch() {
  const urn = await makeUrn(testApp.context, third)
  await admin.call(urnApi.confirm, { body: confirmation(urn, 'place') })
  await clerk.call(urnApi.confirm, { body: confirmation(urn, 'place', { name: 'Goh Bee Choo' }) })
  const find = async () => (await admin.call(urnApi.mismatches, { query: {} })).body.find(({ tag }) => tag === urn.tag)
  const body = { attemptID: (await find())?.attemptID ?? '', note: 'The label was read wrongly.' }
  return {
    settle: () => admin.call(urnApi.settleMismatch, { body }),
    find,
    isOpen: async () => (await find()) !== undefined,
    listEntries: () => testApp.auditEntries({ subject: urn.tag, action: 'urn.mismatch_settled' }),
    what: urn.tag,
  }
}

/** The admin and the clerk have counted a block, and only the admin has found its urn. */
async function makeDifference() {
  const { db } = testApp.context
  const { nicheID, nicheCode, tag } = await makeListedUrn(testApp.context)
  const [niche] = await db.select().from(niches).where(eq(niches.nicheID, nicheID))
  const blockID = niche?.blockID ?? ''
  const { countID } = (await admin.call(stockTakeApi.begin, { body: { blockID } })).body
  await clerk.call(stockTakeApi.begin, { body: { blockID } })
  const marks = [
    [admin, { finding: 'present', tag }],
    [clerk, { finding: 'missing', tag: '' }],
  ] as const
  for (const [caller, mark] of marks) {
    await caller.call(stockTakeApi.mark, {
      body: { requestID: randomUUID(), countID, nicheID, expectedTag: '', ...mark },
    })
    await caller.call(stockTakeApi.finish, { body: { countID } })
  }
  const find = async () => (await admin.call(stockTakeApi.differences)).body.find((each) => each.countID === countID)
  const body = { differenceID: (await find())?.differenceID ?? '', note: 'It stood behind the flowers.' }
  const settleBy = (caller: SignedInCaller) => caller.call(stockTakeApi.settle, { body })
  return {
    settle: () => settleBy(admin),
    settleBy,
    find,
    isOpen: async () => (await find()) !== undefined,
    listEntries: () => testApp.auditEntries({ subject: nicheID, action: 'urn.difference_settled' }),
    what: nicheCode,
  }
}

const findRequest = async (caller: SignedInCaller, what: string) =>
  (await caller.call(secondPersonApi.list)).body.find((each) => each.what.includes(what))
const confirm = (caller: SignedInCaller, requestID: string) =>
  caller.call(secondPersonApi.confirm, { body: { requestID } })

test.each([
  ['a mismatch', makeMismatch],
  ['a difference of a stock-take', makeDifference],
])(
  '%s in which the only admin took part is settled once somebody who took no part confirms it, also a witness',
  async (_, make) => {
    const made = await make()
    expect((await made.settle()).body).toEqual({ settled: false })
    expect(await made.find()).toMatchObject({ asked: { isMine: true, by: admin.person.fullName } })

    const request = await findRequest(witness, made.what)
    expect(request).toMatchObject({ askedBy: admin.person.fullName, reason: (await made.find())?.asked?.note })
    expect(await findRequest(colleague, made.what)).toEqual(request)
    expect(await findRequest(clerk, made.what)).toBeUndefined()

    const requestID = request?.requestID ?? ''
    expect((await confirm(admin, requestID)).refusal.code).toBe('SECOND_SAME_PERSON')
    expect((await confirm(clerk, requestID)).refusal.code).toBe('SETTLED_BY_ANOTHER')
    expect([await made.isOpen(), await made.listEntries()]).toEqual([true, []])
    expect((await confirm(witness, requestID)).status).toBe(200)
    expect(await made.isOpen()).toBe(false)
    expect(await made.listEntries()).toMatchObject([
      { actorID: witness.person.userID, details: { askedBy: admin.person.userID, note: request?.reason } },
    ])
    expect((await made.settle()).refusal.code).toBe('ALREADY_SETTLED')
  },
)

test('somebody who took no part settles a difference that waits, and the request ends', async () => {
  const { settle, settleBy, find, what } = await makeDifference()
  await settle()
  const requestID = (await findRequest(witness, what))?.requestID ?? ''
  expect((await settleBy(colleague)).body).toEqual({ settled: true })
  expect(await find()).toBeUndefined()
  expect((await confirm(witness, requestID)).refusal.code).toBe('SECOND_REQUEST_ENDED')
})

test('a clerk to whom somebody who took part has given the role does not settle a difference, but asks for it', async () => {
  const { settleBy, isOpen, what } = await makeDifference()
  const person = await makeUser(testApp.context)
  const role = { userID: person.userID, role: 'staff' } as const
  expect((await admin.call(accountApi.updateRole, { body: role })).status).toBe(200)
  const puppet = await testApp.signIn(person)
  expect((await settleBy(puppet)).body).toEqual({ settled: false })
  expect(await isOpen()).toBe(true)
  expect((await confirm(colleague, (await findRequest(colleague, what))?.requestID ?? '')).status).toBe(200)
  expect(await isOpen()).toBe(false)
})
