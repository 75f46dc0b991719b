import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { dayMs } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { paymentProblems } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { codeOf } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { askClaim, makeRight as makeRightOf } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { confirmation, makeListedUrn, makeUrn } from '#test/urn-factory.ts'

/** A house with one admin and one clerk, in which one person does alone what needs two elsewhere. */
const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
const clerk = prepareCaller(testApp, 'staff')
const signInAgain = () => testApp.signIn(clerk.person)
beforeAll(() => {
  testApp.context.config.mode = 'production'
})
beforeEach(async () => {
  Object.assign(clerk, await signInAgain())
})

const makeRight = async () => makeRightOf(testApp.context, await makeUser(testApp.context))
const reason = 'The deed says so.'

async function makeCharge(amount: string) {
  const { bookingID } = await bookUnpaid(testApp.context, await testApp.signIn('user'))
  const chargeID = randomUUID()
  const sold = { bookingID, text: 'Engraving', amount, taxCategory: 'standard', reason } as const
  expect((await clerk.call(chargeApi.addFree, { body: { ...sold, chargeID } })).status).toBe(200)
  return (caller: SignedInCaller) => caller.call(chargeApi.waive, { body: { chargeID, reason } })
}

type Reply = { status: number; refusal: { code: string } }
/** What is prepared, and then the call that does the act. */
const acts: Record<string, () => Promise<(caller: SignedInCaller) => Promise<Reply>>> = {
  'adding a holder of a right': async () => {
    const { number } = await makeRight()
    return (caller) => caller.call(rightApi.saveHolder, { body: { number, name: 'Tan Ah Lian', reason } })
  },
  'deciding on a claim': async () => {
    const { number } = await makeRight()
    const { claimID } = await askClaim(clerk, number)
    testApp.advanceTime(15 * dayMs)
    return (caller) => caller.call(claimApi.decide, { body: { claimID, isFor: true, reason } })
  },
  'archiving a booking': async () => {
    const { bookingID } = await makeRight()
    return (caller) => caller.call(bookingApi.archive, { body: { bookingID } })
  },
  'denying a booking that had been approved': async () => {
    const owner = await makeUser(testApp.context)
    const { bookingID } = await makeBooking(testApp.context, owner)
    const body = { bookingID, reason, to: owner.email }
    expect(codeOf(await clerk.call(bookingApi.approve, { body }))).toBe('done')
    testApp.advanceTime(16 * 60_000)
    expect(codeOf(await (await signInAgain()).call(bookingApi.reopen, { body }))).toBe('done')
    return (caller) => caller.call(bookingApi.deny, { body })
  },
  'changing the number of a cremation certificate': async () => {
    const { tag } = await makeListedUrn(testApp.context)
    const body = { tag, widthMm: '', heightMm: '', cremationNumber: 'CR 1/26' }
    return (caller) => caller.call(urnApi.change, { body })
  },
  'waiving a charge above the amount of the house': () => makeCharge('100.01'),
  'refunding charges above the amount of the house': async () => {
    const { bookingID } = await makeRight()
    const amount = '100.01'
    const sold = {
      bookingID,
      chargeID: randomUUID(),
      text: 'Engraving',
      amount,
      taxCategory: 'standard',
      reason,
    } as const
    expect(codeOf(await clerk.call(chargeApi.addFree, { body: sold }))).toBe('done')
    const taken = { bookingID, chargeIDs: [sold.chargeID], paymentMethod: 'Cash' as const, amount }
    expect(codeOf(await clerk.call(chargeApi.record, { body: taken }))).toBe('done')
    const [charge] = (await clerk.call(chargeApi.ofBooking, { params: { bookingID } })).body
    return (caller) => caller.call(chargeApi.refund, { body: { paymentID: charge?.paymentID ?? '', reason } })
  },
  'settling a card payment by hand above the amount of the house': async () => {
    const { paymentID } = await bookUnpaid(testApp.context, await testApp.signIn('user'))
    const problemID = randomUUID()
    const problem = { problemID, paymentID, kind: 'WrongAmount', intentID: 'pi_1', amountCents: 50_001 } as const
    await testApp.context.db.insert(paymentProblems).values({ ...problem, foundAt: testApp.time.now })
    return (caller) => caller.call(paymentApi.settleProblem, { body: { problemID, reason } })
  },
  'correcting the holder in an old register': async () => {
    const bookingID = await makeImportedBooking(testApp.context)
    const body = { bookingID, reason, holder_name: 'Ng Boon Tek' }
    return (caller) => caller.call(correctionApi.correct, { body: body as never })
  },
}

test.each(Object.entries(acts))(
  '%s alone needs a second factor of the last fifteen minutes, and does nothing without',
  async (_, prepare) => {
    const act = await prepare()
    const open = await signInAgain()
    testApp.advanceTime(15 * 60_000 + 1)
    const listDone = async () => (await testApp.auditEntries()).filter(({ action }) => action !== 'access.refused')
    const before = await listDone()
    expect(codeOf(await act(open))).toBe('SECOND_FACTOR_AGAIN')
    expect(await listDone()).toEqual(before)
    expect(codeOf(await act(await signInAgain()))).toBe('done')
  },
)

test.each([
  ['waives a charge up to the amount of the house', () => makeCharge('100.00')],
  [
    'corrects the deed in an old register',
    async () => {
      const bookingID = await makeImportedBooking(testApp.context)
      const body = { bookingID, reason, deed: 'D-12' }
      return (caller: SignedInCaller) => caller.call(correctionApi.correct, { body: body as never })
    },
  ],
])('a clerk %s, which one person does everywhere, without a recent second factor', async (_, prepare) => {
  const act = await prepare()
  testApp.advanceTime(15 * 60_000 + 1)
  expect(codeOf(await act(clerk))).toBe('done')
})

const listTold = async () =>
  (await testApp.letters({ to: admin.person.email, kind: 'done-alone' })).map(({ text }) => text)
const tomorrow = async () => {
  testApp.advanceTime(dayMs)
  return signInAgain()
}

test.each(Object.entries(acts))('every admin reads that one clerk has done this alone: %s', async (_, prepare) => {
  const before = (await listTold()).length
  Object.assign(clerk, await tomorrow())
  const act = await prepare()
  expect(codeOf(await act(await signInAgain()))).toBe('done')
  expect((await listTold()).slice(before)).toEqual([
    expect.stringContaining(`${clerk.person.fullName} has done this alone`),
  ])
})

test('admins read of the first correction of a register that one clerk makes alone each day, without what was corrected', async () => {
  const before = (await listTold()).length
  const correct = async (caller: SignedInCaller, change: object) => {
    const body = { bookingID: await makeImportedBooking(testApp.context), reason, ...change }
    expect(codeOf(await caller.call(correctionApi.correct, { body: body as never }))).toBe('done')
  }
  const caller = await tomorrow()
  await correct(caller, { deed: 'D-13' })
  expect(await listTold()).toHaveLength(before)
  await correct(caller, { holder_name: 'Ng Boon Huat' })
  await correct(caller, { holder_name: 'Ng Boon Seng' })
  await correct(await tomorrow(), { holder_name: 'Ng Boon Kiat' })
  const told = (await listTold()).slice(before)
  expect(told).toHaveLength(2)
  expect(told.join()).not.toContain('Ng Boon')
})

test('the letter about a holder whom one clerk adds alone says neither address nor identity number', async () => {
  const before = (await listTold()).length
  const { number } = await makeRight()
  const body = { number, name: 'Tan Ah Lian', nric: 'S1234567D', address: '1 Hill Street', reason }
  expect(codeOf(await clerk.call(rightApi.saveHolder, { body }))).toBe('done')
  const [told, ...others] = (await listTold()).slice(before)
  expect(told).toContain(`Right ${number}. Tan Ah Lian becomes a holder.`)
  expect([told, others].join()).not.toMatch(/567D|Hill Street/)
})

test('every admin reads that one admin has settled alone a mismatch in which they took part', async () => {
  const before = (await listTold()).length
  const [first, second] = [await testApp.signIn(admin.person), await signInAgain()]
  const urn = await makeUrn(testApp.context, second)
  await first.call(urnApi.confirm, { body: confirmation(urn, 'place') })
  await second.call(urnApi.confirm, { body: confirmation(urn, 'place', { name: 'Goh Bee Choo' }) })
  const found = (await first.call(urnApi.mismatches, { query: {} })).body.find(({ tag }) => tag === urn.tag)
  const body = { attemptID: found?.attemptID ?? '', note: 'The label was read wrongly.' }
  expect(codeOf(await first.call(urnApi.settleMismatch, { body }))).toBe('done')
  expect((await listTold()).slice(before)).toEqual([
    expect.stringContaining(`${admin.person.fullName} has done this alone`),
  ])
})
