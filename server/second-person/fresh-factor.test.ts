import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { secondPersonApi } from '#contract/second-person/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import type { TwoPersonEvent } from '#contract/urns/moves.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { niches, paymentProblems } from '#server/database/schema.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { makeNiche } from '#test/factories.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { confirmation, type MadeUrn, makeListedUrn, makeUrn, moveTogether } from '#test/urn-factory.ts'

const minute = 60_000
const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
beforeAll(() => {
  testApp.context.config.mode = 'production'
})

type Reply = { status: number; refusal: { code: string } }
const confirm = (caller: SignedInCaller, urn: MadeUrn, event: TwoPersonEvent) =>
  caller.call(urnApi.confirm, { body: confirmation(urn, event) })
const newBlock = async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheID, nicheID))
  return { blockID: niche?.blockID ?? '' }
}
const beginStockTake = async (body: { blockID: string }) => (await clerk.call(stockTakeApi.begin, { body })).body
const takeCash = async () => {
  const family = await testApp.signIn('user')
  const booked = await bookUnpaid(testApp.context, family)
  await clerk.call(paymentApi.update, { body: { bookingID: booked.bookingID, paymentMethod: 'Cash' } })
  return { ...booked, family }
}

/** The clerk and another one have counted a block, and only the clerk has found its urn. */
async function makeDifference() {
  const other = await testApp.signIn('staff')
  const { nicheID, tag } = await makeListedUrn(testApp.context)
  const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheID, nicheID))
  const block = { blockID: niche?.blockID ?? '' }
  const body = await beginStockTake(block)
  await other.call(stockTakeApi.begin, { body: block })
  const marks = [
    [clerk, { finding: 'present', tag }],
    [other, { finding: 'missing', tag: '' }],
  ] as const
  for (const [caller, mark] of marks) {
    await caller.call(stockTakeApi.mark, {
      body: { requestID: randomUUID(), ...body, nicheID, expectedTag: '', ...mark },
    })
    await (await testApp.signIn(caller.person)).call(stockTakeApi.finish, { body })
  }
  const [difference] = (await clerk.call(stockTakeApi.differences)).body
  return { differenceID: difference?.differenceID ?? '' }
}

/** What the clerk begins, and then the call with which the colleague or the admin completes it. */
const acts: [act: string, begin: () => Promise<(second: SignedInCaller) => Promise<Reply>>, who?: 'admin'][] = [
  ...(['place', 'release'] as const).map(
    (event) =>
      [
        `the second confirmation of ${event}`,
        async () => {
          const urn = await makeUrn(testApp.context, clerk)
          await confirm(clerk, urn, event)
          const { release: _, ...form } = confirmation(urn, event)
          return async (second: SignedInCaller) => {
            const { first } = (await second.call(urnApi.check, { body: form })).body
            return second.call(urnApi.confirm, { body: { ...form, attemptID: first?.attemptID } })
          }
        },
      ] satisfies (typeof acts)[number],
  ),
  ...(['see', 'disprove', 'takeOut'] as const).map(
    (event) =>
      [
        `the second confirmation of ${event}`,
        async () => {
          const urn = await makeListedUrn(testApp.context)
          if (event === 'takeOut') await moveTogether(urn, 'see', [clerk, await testApp.signIn(colleague.person)])
          await confirm(clerk, urn, event)
          return (second: SignedInCaller) => confirm(second, urn, event)
        },
      ] satisfies (typeof acts)[number],
  ),
  [
    'joining a stock-take',
    async () => {
      const body = await newBlock()
      await beginStockTake(body)
      return (second) => second.call(stockTakeApi.begin, { body })
    },
  ],
  [
    'finishing a stock-take',
    async () => {
      const block = await newBlock()
      const body = await beginStockTake(block)
      await clerk.call(stockTakeApi.finish, { body })
      const joining = await testApp.signIn(colleague.person)
      await joining.call(stockTakeApi.begin, { body: block })
      return (second) => second.call(stockTakeApi.finish, { body })
    },
  ],
  [
    'signing a cash-up',
    async () => {
      await takeCash()
      const { through, lines } = (await clerk.call(cashUpApi.drawer)).body
      const counted = lines.map(({ payments, ...line }) => ({ ...line, counted: line.expected }))
      const body = (await clerk.call(cashUpApi.close, { body: { through: through ?? 0, lines: counted } })).body
      return (second) => second.call(cashUpApi.sign, { body })
    },
  ],
  [
    'recording a return of money',
    async () => {
      const { bookingID, paymentID, family } = await takeCash()
      await clerk.call(bookingApi.deny, { body: { to: family.person.email, reason: 'Not readable', bookingID } })
      return (second) => second.call(paymentApi.settleRefund, { body: { paymentID } })
    },
  ],
  [
    'confirming the withdrawal of a loss report',
    async () => {
      const { tag } = await makeUrn(testApp.context, clerk)
      const body = { tag, note: 'The letter was found.' }
      await clerk.call(urnApi.reportLoss, { body })
      await clerk.call(urnApi.withdrawLoss, { body })
      const request = (await colleague.call(secondPersonApi.list)).body.find(({ what }) => what.includes(tag))
      const requestID = request?.requestID ?? ''
      return (second) => second.call(secondPersonApi.confirm, { body: { requestID } })
    },
  ],
  [
    'settling a mismatch',
    async () => {
      const urn = await makeUrn(testApp.context, clerk)
      await clerk.call(urnApi.confirm, { body: confirmation(urn, 'place', { name: 'Goh Bee Choo' }) })
      const mismatch = (await admin.call(urnApi.mismatches, { query: {} })).body.find(({ tag }) => tag === urn.tag)
      const body = { attemptID: mismatch?.attemptID ?? '', note: 'A slip.' }
      return (second) => second.call(urnApi.settleMismatch, { body })
    },
    'admin',
  ],
  [
    'settling a difference of a stock-take',
    async () => {
      const { differenceID } = await makeDifference()
      const body = { differenceID, note: 'It stood behind the flowers.' }
      return (second) => second.call(stockTakeApi.settle, { body })
    },
  ],
  [
    'settling a payment by hand',
    async () => {
      const { paymentID } = await takeCash()
      const problemID = randomUUID()
      const problem = { problemID, paymentID, kind: 'WrongAmount', intentID: problemID, amountCents: 100 } as const
      await testApp.context.db.insert(paymentProblems).values({ ...problem, foundAt: testApp.time.now })
      const body = { problemID, reason: 'Returned by bank transfer' }
      return (second) => second.call(paymentApi.settleProblem, { body })
    },
  ],
]

test.each(acts)('%s asks for a second factor of the last 15 minutes', async (_, begin, who) => {
  const stale = who === 'admin' ? admin : colleague
  testApp.advanceTime(15 * minute + 1)
  const complete = await begin()
  const { status, refusal } = await complete(stale)
  expect([status, refusal.code]).toEqual([403, 'SECOND_FACTOR_AGAIN'])
  expect((await complete(await testApp.signIn(stale.person))).status).toBe(200)
})

/** Both confirm, in the sessions that they have. */
async function placeTogether() {
  const urn = await makeUrn(testApp.context, clerk)
  await confirm(clerk, urn, 'place')
  const { body, refusal } = await confirm(colleague, urn, 'place')
  return body.state ?? refusal.code
}

test('one second factor counts for a round of placements with less than 15 minutes between two, and for two hours', async () => {
  for (let minutes = 0; minutes <= 120; minutes += 12) {
    expect(await placeTogether()).toBe('done')
    testApp.advanceTime(12 * minute)
  }
  expect(await placeTogether()).toBe('SECOND_FACTOR_AGAIN')
})

test('a pause of more than 15 minutes ends a round of placements, and a round does not count for a release', async () => {
  expect(await placeTogether()).toBe('done')
  testApp.advanceTime(14 * minute)
  expect(await placeTogether()).toBe('done')
  testApp.advanceTime(14 * minute)
  const urn = await makeUrn(testApp.context, clerk)
  await confirm(clerk, urn, 'release')
  const { release: _, ...form } = confirmation(urn, 'release')
  const { first } = (await colleague.call(urnApi.check, { body: form })).body
  const released = await colleague.call(urnApi.confirm, { body: { ...form, attemptID: first?.attemptID } })
  expect(released.refusal.code).toBe('SECOND_FACTOR_AGAIN')
  testApp.advanceTime(2 * minute)
  expect(await placeTogether()).toBe('SECOND_FACTOR_AGAIN')
})
