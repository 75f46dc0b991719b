import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { addDays, toDay } from '#contract/dates.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { cashUpLines, cashUps, paymentEvents } from '#server/database/schema.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

const testApp = prepareTestApp()
let clerk: SignedInCaller
let colleague: SignedInCaller
let admin: SignedInCaller
let applicant: SignedInCaller

/** Each test has a day of its own and begins with an empty drawer. */
beforeEach(async () => {
  testApp.advanceTime(48 * 3_600_000)
  clerk = await testApp.signIn('staff')
  colleague = await testApp.signIn('staff')
  admin = await testApp.signIn('admin')
  applicant = await testApp.signIn('user')
  const { open, through } = await readDrawer()
  if (open) await sign(admin, open.cashUpNumber)
  if (through !== null) await sign(admin, (await close()).body.cashUpNumber)
})

/** The family pays SGD 3,800.00 at the counter. */
async function take(paymentMethod: string, who = clerk) {
  const booked = await bookUnpaid(testApp.context, applicant)
  const { bookingID } = booked
  const body = {
    bookingID,
    paymentMethod,
    ...(paymentMethod === 'Waived' && { note: 'By the board', confirmedAmount: true }),
  }
  expect((await who.call(paymentApi.update, { body })).status).toBe(200)
  return booked
}

/** The clerk denies the booking, and the colleague gives the money back. */
async function giveBack({ bookingID, paymentID }: { bookingID: string; paymentID: string }) {
  const to = applicant.person.email
  await clerk.call(bookingApi.deny, { body: { bookingID, to, reason: 'Wrong certificate' } })
  expect((await colleague.call(paymentApi.settleRefund, { body: { paymentID } })).status).toBe(200)
}

const readDrawer = async () => (await clerk.call(cashUpApi.drawer)).body
const expected = async () =>
  Object.fromEntries((await readDrawer()).lines.map(({ method, expected }) => [method, expected]))

/** A count of what the drawer should hold, with these differences. */
async function countOf(counted: Partial<Record<string, { counted?: string; reason?: string }>> = {}) {
  const { through, lines } = await readDrawer()
  const entered = lines.map(({ method, expected }) => ({
    method,
    expected,
    counted: expected,
    reason: '',
    ...counted[method],
  }))
  return { through: through ?? 1, lines: entered }
}
type Count = Awaited<ReturnType<typeof countOf>>
const close = async (who = clerk, body?: Count) => who.call(cashUpApi.close, { body: body ?? (await countOf()) })
const sign = (who: SignedInCaller, cashUpNumber: number) => who.call(cashUpApi.sign, { body: { cashUpNumber } })

test('the drawer holds what the counter took and gave back since the last cash-up; cards of families and waived fees are not in it', async () => {
  expect(await readDrawer()).toMatchObject({ through: null, open: null })
  const first = await take('Cash')
  await take('Cash', colleague)
  await take('Cheque')
  await take('Waived')
  expect(await expected()).toEqual({ Cash: '7600.00', Cheque: '3800.00', Card: '0.00' })
  await giveBack(first)
  expect(await expected()).toEqual({ Cash: '3800.00', Cheque: '3800.00', Card: '0.00' })

  const { cashUpNumber } = (await close()).body
  await sign(colleague, cashUpNumber)
  expect((await readDrawer()).through).toBeNull()
  await take('Card')
  expect(await expected()).toEqual({ Cash: '0.00', Cheque: '0.00', Card: '3800.00' })
})

test('more given back than taken leaves a negative sum, which can be counted', async () => {
  const paid = await take('Cash')
  await sign(colleague, (await close()).body.cashUpNumber)
  await giveBack(paid)
  expect(await expected()).toMatchObject({ Cash: '-3800.00' })
  expect((await close()).status).toBe(200)
})

test('a difference needs a reason, and both amounts are kept with it and in the audit log', async () => {
  await take('Cash')
  const wrong = { Cash: { counted: '3790.00' }, Card: { counted: 'nothing' } }
  const { status, refusal } = await close(clerk, await countOf(wrong))
  expect([status, refusal.errors]).toEqual([
    400,
    { reasonCash: 'Please say why it differs.', countedCard: 'Please enter what you counted, such as 3800.00.' },
  ])
  const explained = await countOf({ Cash: { counted: '3790.00', reason: 'Ten dollars too much change given' } })
  const { cashUpNumber } = (await close(clerk, explained)).body
  const [found] = (await admin.call(cashUpApi.list, { query: {} })).body
  expect(found).toMatchObject({ cashUpNumber, state: 'open', countedBy: clerk.person.fullName, endedBy: null })
  expect(found?.lines.find(({ method }) => method === 'Cash')).toEqual({
    method: 'Cash',
    expected: '3800.00',
    counted: '3790.00',
    difference: '-10.00',
    reason: 'Ten dollars too much change given',
  })
  const entry = (await testApp.auditEntries({ actorID: clerk.person.userID })).at(-1)
  expect(entry).toMatchObject({ action: 'cash.counted', subject: String(cashUpNumber) })
  expect(entry?.details).toMatchObject({ Cash: '3790.00 of 3800.00: Ten dollars too much change given' })
})

test('a payment that arrives while the clerk is counting belongs to the next cash-up', async () => {
  await take('Cash')
  const counted = await countOf()
  await take('Cash', colleague)
  expect((await close(clerk, counted)).status).toBe(200)
  expect(await expected()).toMatchObject({ Cash: '3800.00' })
})

test('a count that was compared with other sums than the records have is refused, and nothing is closed', async () => {
  await take('Cash')
  const counted = await countOf()
  const seen = counted.lines.map((line) => ({ ...line, expected: '100.00', counted: '100.00' }))
  expect((await close(clerk, { ...counted, lines: seen })).refusal.code).toBe('CASH_UP_CHANGED')
  expect(await readDrawer()).toMatchObject({ open: null })
  expect(await expected()).toMatchObject({ Cash: '3800.00' })
})

test('only another person signs, once; then the count is neither withdrawn nor changed, and its payments stay in it', async () => {
  await take('Cash')
  const { cashUpNumber } = (await close()).body
  expect((await sign(clerk, cashUpNumber)).refusal.code).toBe('SECOND_SAME_PERSON')
  expect((await sign(admin, cashUpNumber)).status).toBe(200)
  expect((await sign(colleague, cashUpNumber)).refusal.code).toBe('CASH_UP_ENDED')
  const withdrawn = await clerk.call(cashUpApi.withdraw, { body: { cashUpNumber, reason: 'Counted twice' } })
  expect(withdrawn.refusal.code).toBe('CASH_UP_ENDED')
  expect((await sign(admin, 99)).status).toBe(404)

  const { db } = testApp.context
  const writes = [
    db
      .update(cashUps)
      .set({ countedAt: new Date(0) })
      .where(eq(cashUps.cashUpNumber, cashUpNumber)),
    db.update(cashUpLines).set({ countedCents: 0 }).where(eq(cashUpLines.cashUpNumber, cashUpNumber)),
    db.delete(cashUpLines).where(eq(cashUpLines.cashUpNumber, cashUpNumber)),
    db.update(paymentEvents).set({ cashUpNumber: null }).where(eq(paymentEvents.cashUpNumber, cashUpNumber)),
  ]
  for (const write of writes) await expect(write).rejects.toMatchObject({ cause: { code: '23001' } })
})

test('a withdrawn count puts its payments back into the drawer, to be counted again', async () => {
  await take('Cash')
  const { cashUpNumber } = (await close()).body
  const reason = 'A cheque was found under the tray'
  expect((await colleague.call(cashUpApi.withdraw, { body: { cashUpNumber, reason } })).status).toBe(200)
  expect(await expected()).toMatchObject({ Cash: '3800.00' })
  expect((await clerk.call(cashUpApi.list, { query: {} })).body[0]).toMatchObject({
    state: 'withdrawn',
    withdrawnReason: reason,
  })
  expect((await close()).status).toBe(200)
})

test('while a count waits for its signature, the drawer cannot be closed again', async () => {
  await take('Cash')
  await close()
  await take('Card')
  expect((await close(colleague)).refusal.code).toBe('CASH_UP_OPEN')
})

test('whoever gave a clerk their role does not sign their count in a house with three staff', async () => {
  const person = await makeUser(testApp.context)
  await admin.call(accountApi.updateRole, { body: { userID: person.userID, role: 'staff' } })
  const promoted = await testApp.signIn(person)
  await take('Cash')
  const { cashUpNumber } = (await close(promoted)).body
  const { refusal } = await sign(admin, cashUpNumber)
  expect([refusal.code, refusal.error.startsWith(`You and ${person.fullName} cannot`)]).toEqual([
    'SECOND_PAIR_RELATED',
    true,
  ])
  expect((await sign(clerk, cashUpNumber)).status).toBe(200)
})

test('the day book sums by clerk and method, lists what came in and went out, and is exported as CSV', async () => {
  const paid = await take('Cash')
  await take('Cash', colleague)
  await giveBack(paid)
  const day = toDay(testApp.time.now)
  const query = { from: day, to: day }
  const { totals, entries } = (await admin.call(cashUpApi.dayBook, { query })).body
  const mine = { clerk: clerk.person.fullName, method: 'Cash', payments: 1, taken: '3800.00', returned: '0.00' }
  expect(totals).toHaveLength(2)
  expect(totals).toContainEqual(mine)
  const { fullName } = colleague.person
  expect(totals).toContainEqual({ ...mine, clerk: fullName, payments: 2, returned: '3800.00' })
  expect(entries.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'paid 3800.00',
    'paid 3800.00',
    'refunded -3800.00',
  ])

  const csv = (await admin.call(cashUpApi.dayBookCsv, { query })).body
  expect(csv.split('\r\n')[3]).toContain(`refunded,${paid.paymentID},${paid.bookingID},${fullName},Cash,,3800.00,`)
  const entry = (await testApp.auditEntries({ actorID: admin.person.userID })).at(-1)
  expect(entry).toMatchObject({ action: 'export', subject: 'day book', details: query })

  const dayBefore = addDays(day, -1)
  const empty = await admin.call(cashUpApi.dayBook, { query: { from: dayBefore, to: dayBefore } })
  expect(empty.body).toEqual({ totals: [], entries: [] })
})
