import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { dayMs } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { paymentProblems } from '#server/database/schema.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { codeOf } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { askClaim, makeRight as makeRightOf } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

/** A house with one admin and one clerk, in which one person does alone what needs two elsewhere. */
const testApp = prepareTestApp()
prepareCaller(testApp, 'admin')
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
  'waiving a charge above the amount of the house': () => makeCharge('100.01'),
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
