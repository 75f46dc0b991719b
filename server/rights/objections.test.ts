import { beforeEach, expect, test } from 'vitest'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { rightObjections } from '#server/database/schema.ts'
import { codeOf } from '#test/caller.ts'
import { addHolder, confirmAs, endObjection, makeRight, object, readRight } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp({}, 'each')
const father = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')

let number: string
/** The father holds the right with somebody who has no account. */
beforeEach(async () => {
  const { rightID, ...right } = await makeRight(testApp.context, father.person)
  await addHolder(testApp.context, rightID, 'Tan Ah Lian', '1 Hill Street')
  number = right.number
})

const objections = async () => (await readRight(clerk, number)).objections
const lastID = async () => (await objections())[0]?.objectionID ?? 0
const end = async () => codeOf(await endObjection([clerk, colleague], await lastID(), 'withdrawn'))
const news = (to: string) => testApp.letters({ to, kind: 'right-news' })
const paper = async () =>
  (await clerk.call(rightApi.lettersToPost)).body.map(({ holder, address }) => [holder, address]).sort()

test('an objection stays open until a second person confirms that it has ended, also in the demo, and then all holders read it', async () => {
  testApp.advanceTime(60_000)
  await object(clerk, number)
  const objectionID = await lastID()
  const body = { objectionID, as: 'withdrawn', reason: 'He called.' } as const
  expect(codeOf(await clerk.call(claimApi.endObjection, { body }))).toBe('done')
  expect(await objections()).toMatchObject([{ state: 'open' }])
  expect([await news(father.person.email), await paper()]).toEqual([[], []])
  const [request] = (await colleague.call(secondPersonApi.list)).body
  expect(request?.what).toMatch(/^Right R-\d+\. The objection of Tan Ah Beng of .* is recorded as withdrawn\.$/)
  expect((await confirmAs(clerk, String(objectionID))).refusal.code).toBe('SECOND_SAME_PERSON')
  expect((await confirmAs(colleague, String(objectionID))).status).toBe(200)
  expect(await objections()).toMatchObject([{ state: 'withdrawn', reason: 'He called.' }])
  const [letter, ...others] = await news(father.person.email)
  expect(others).toEqual([])
  const said = ['is withdrawn: He called.', `${clerk.person.fullName} and ${colleague.person.fullName} recorded this`]
  for (const words of said) expect(letter?.text).toContain(words)
  expect(await paper()).toEqual([
    ['Tan Ah Beng', ''],
    ['Tan Ah Lian', '1 Hill Street'],
  ])
})

test.each([
  ['by email', { email: 'Beng@test.example', address: '2 Hill Street' }, 1, []],
  ['by post', { address: '2 Hill Street' }, 0, [['Tan Ah Beng', '2 Hill Street']]],
])('whoever objected and holds nothing reads %s that the objection has ended', async (_, reach, emails, posted) => {
  await object(clerk, number, reach)
  expect(await end()).toBe('done')
  expect(await news('beng@test.example')).toHaveLength(emails)
  expect(await paper()).toEqual([...posted, ['Tan Ah Lian', '1 Hill Street']])
  expect(await testApp.context.db.select().from(rightObjections)).toMatchObject([{ reachSealed: null }])
})

test('a holder who has objected in My Bookings reads once that the objection has ended', async () => {
  await father.call(claimApi.object, { body: { number, words: 'I live.' } })
  expect(await end()).toBe('done')
  expect(await news(father.person.email)).toHaveLength(1)
})

test('a witness confirms that an objection has ended, because a small house may have nobody else', async () => {
  const witness = await testApp.signIn('witness')
  await object(clerk, number)
  expect(codeOf(await endObjection([clerk, witness], await lastID()))).toBe('done')
})

test('ending an objection needs a recent second factor', async () => {
  testApp.context.config.mode = 'production'
  await object(clerk, number)
  testApp.advanceTime(11 * 60_000)
  expect(await end()).toBe('SECOND_FACTOR_AGAIN')
})
