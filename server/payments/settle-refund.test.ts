import { and, eq, notInArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { dayMs } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { users } from '#server/database/schema.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor } from '#test/two-factor-users.ts'
import { waysToLeave } from '#test/ways-to-leave.ts'

const testApp = prepareTestApp()
const family = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

/** Takes cash for a booking that is denied. */
async function makeRefund(taker: SignedInCaller, decider: SignedInCaller, booker = family) {
  const { bookingID, paymentID } = await bookUnpaid(testApp.context, booker)
  await taker.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
  const body = { to: booker.person.email, reason: 'Not readable', bookingID }
  expect((await decider.call(bookingApi.deny, { body })).status).toBe(200)
  return { paymentID }
}
const settle = (caller: SignedInCaller, body: { paymentID: string }) => caller.call(paymentApi.settleRefund, { body })
const needsAnother = async (caller: SignedInCaller, { paymentID }: { paymentID: string }) =>
  (await caller.call(paymentApi.refunds, { query: {} })).body.find((each) => each.paymentID === paymentID)?.needsAnother
const lettersToAdmin = async () => (await testApp.letters({ to: admin.person.email })).map(({ kind }) => kind)

test('the only clerk records a refund of cash that they took, and all admins are told', async () => {
  const refund = await makeRefund(clerk, clerk)
  expect(await needsAnother(clerk, refund)).toBe(false)
  expect((await settle(clerk, refund)).status).toBe(200)
  expect(await lettersToAdmin()).toEqual(['returned-alone'])
})

test('a clerk who took the cash or denied the booking does not record its refund, but another does', async () => {
  const [colleague, third] = [await testApp.signIn('staff'), await testApp.signIn('staff')]
  for (const refund of [await makeRefund(clerk, colleague), await makeRefund(colleague, clerk)]) {
    const { refusal } = await settle(clerk, refund)
    expect([refusal.code, await needsAnother(clerk, refund)]).toEqual(['REFUND_BY_ANOTHER', true])
    expect((await settle(colleague, refund)).refusal.code).toBe('REFUND_BY_ANOTHER')
    expect(await needsAnother(third, refund)).toBe(false)
    expect((await settle(third, refund)).status).toBe(200)
  }
  /** The part that somebody took in another payment does not count. */
  await makeRefund(third, third)
  expect((await settle(third, await makeRefund(clerk, clerk))).status).toBe(200)
  expect((await lettersToAdmin()).filter((kind) => kind === 'returned-alone')).toHaveLength(1)
})

test.each(waysToLeave)(
  'a clerk whose only colleague %s does not record a refund of their own for thirty days',
  async (_, leave) => {
    const boss = await testApp.signIn('admin')
    const leaver = await testApp.signIn(await makeUserWithTwoFactor(testApp, { role: 'staff' }))
    const two = [clerk, leaver].map(({ person }) => person.userID)
    const isOtherClerk = and(eq(users.role, 'staff'), notInArray(users.userID, two))
    await testApp.context.db.update(users).set({ role: 'user' }).where(isOtherClerk)
    const alone = await testApp.signIn(clerk.person)
    const refund = await makeRefund(alone, alone, await testApp.signIn(family.person))
    expect((await leave(boss, leaver)).status).toBe(200)
    const { refusal } = await settle(alone, refund)
    expect([refusal.code, await needsAnother(alone, refund)]).toEqual(['REFUND_BY_ANOTHER', true])
    testApp.advanceTime(31 * dayMs)
    const later = await testApp.signIn(clerk.person)
    expect(await needsAnother(later, refund)).toBe(false)
    expect((await settle(later, refund)).status).toBe(200)
  },
)
