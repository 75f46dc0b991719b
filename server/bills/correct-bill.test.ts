import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { billApi } from '#contract/bills/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { auditLog } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { verifyBooks } from './verify-books.ts'

const testApp = prepareTestApp({}, 'each')
const applicant = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const otherClerk = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

async function settle() {
  const { bookingID } = await makeBooking(testApp.context, applicant.person, { payment: 'Pending' })
  expect((await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })).status).toBe(200)
  return bookingID
}

const right = { name: 'Parish of St Anne', registrationNumber: 'T08SS0001A', reason: 'The parish paid.' }
const correct = (number: string, body = right, who: SignedInCaller = clerk) =>
  who.call(billApi.correct, { body: { ...body, number } })
const readBill = async (number: string) => (await applicant.call(billApi.byNumber, { query: { number } })).body
const receiptOf = async (bookingID: string) => (await applicant.call(paymentApi.receipt, { query: { bookingID } })).body
const checkBooks = async () => expect(await verifyBooks(testApp.context.db)).toEqual([])

async function refund(bookingID: string) {
  const body = { to: applicant.person.email, reason: 'A test', bookingID }
  expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
  testApp.advanceTime(secondsToUndoDenial * 1000)
  const { paymentID } = await receiptOf(bookingID)
  expect((await otherClerk.call(paymentApi.settleRefund, { body: { paymentID } })).status).toBe(200)
}

describe('a corrected bill', () => {
  test('My Payments and the charges name the new bill after a correction', async () => {
    const { bookingID } = await makeBooking(testApp.context, applicant.person, { status: 'Confirmed' })
    const charge = { bookingID, chargeID: randomUUID(), text: 'A plaque', amount: '50.00', reason: 'Asked' }
    await clerk.call(chargeApi.addFree, { body: { ...charge, taxCategory: 'standard' } })
    const paid = { bookingID, chargeIDs: [charge.chargeID], paymentMethod: 'Cash' as const, amount: '50.00' }
    await clerk.call(chargeApi.record, { body: paid })
    const listed = async () => {
      const charges = (await applicant.call(chargeApi.ofBooking, { params: { bookingID } })).body
      const payments = (await applicant.call(paymentApi.mine, { query: {} })).body
      return [charges[0]?.billNumber, payments.find((each) => each.isForCharges)?.chargesBill]
    }
    expect(await listed()).toEqual(['COL-000001', 'COL-000001'])
    expect((await correct('COL-1')).status).toBe(200)
    expect(await listed()).toEqual(['COL-000003', 'COL-000003'])
  })

  test('a correction writes a credit note and a new bill, leaves the old one, and the receipt names the new bill', async () => {
    const bookingID = await settle()
    const before = await readBill('COL-1')
    expect((await correct('COL-000001')).body.number).toBe('COL-000003')
    expect(await readBill('COL-1')).toEqual({
      ...before,
      state: 'credited',
      creditedBy: 'COL-000002',
      replacedBy: 'COL-000003',
    })
    expect(await readBill('COL-2')).toMatchObject({
      kind: 'creditNote',
      credits: 'COL-000001',
      buyer: before.buyer,
      reason: right.reason,
      gross: before.gross,
    })
    const { name, registrationNumber, reason } = right
    const { kind, supplier, lines, net, tax, gross } = before
    expect(await readBill('COL-3')).toMatchObject({
      ...{ kind, supplier, lines, net, tax, gross, reason },
      buyer: { name, registrationNumber },
      replaces: 'COL-000001',
      creditedBy: null,
    })
    expect((await receiptOf(bookingID)).billNumber).toBe('COL-000003')
    await checkBooks()
  })

  test('a correction is in the audit log with its reason, and without the names', async () => {
    const bookingID = await settle()
    await correct('COL-1')
    const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.action, 'bill.corrected'))
    expect(entries).toMatchObject([{ subject: bookingID, details: { bill: 'COL-000001', reason: right.reason } }])
  })

  test('a bill can be corrected again, only the newest one, and the refund credits that one', async () => {
    const bookingID = await settle()
    await correct('COL-1')
    const late = await correct('COL-1', { ...right, name: 'Somebody else' })
    expect([late.status, late.refusal.code]).toEqual([409, 'BILL_CREDITED'])
    expect((await correct('COL-2', { ...right, name: 'Somebody else' })).refusal.code).toBe('BILL_CREDITED')
    expect((await correct('COL-3', { ...right, name: 'Somebody else' })).body.number).toBe('COL-000005')
    await refund(bookingID)
    expect(await readBill('COL-6')).toMatchObject({ credits: 'COL-000005', buyer: { name: 'Somebody else' } })
    expect((await correct('COL-5')).refusal.code).toBe('BILL_CREDITED')
    await checkBooks()
  })

  test('a correction that changes nothing, has no reason or is of no bill is refused and writes nothing', async () => {
    await settle()
    const same = { name: applicant.person.fullName, registrationNumber: '', reason: 'A test' }
    expect((await correct('COL-1', same)).refusal.errors).toHaveProperty('name')
    expect((await correct('COL-1', { ...right, reason: ' ' })).refusal.errors).toHaveProperty('reason')
    expect((await correct('COL-9')).status).toBe(404)
    expect((await correct('nothing')).status).toBe(404)
    expect((await correct('COL-1', right, admin)).status).toBe(403)
    expect((await clerk.call(billApi.list, { query: {} })).body).toHaveLength(1)
  })
})

test('every admin reads that the bank account on bills has changed, and of other settings nothing', async () => {
  const { person } = await testApp.signIn('admin')
  const save = async (body: { nicheAccount: string; payTo?: string }) => {
    testApp.advanceTime(1000)
    expect((await admin.call(billApi.saveSettings, { body: { firstNumber: '1', ...body } })).status).toBe(200)
    return (await testApp.letters({ to: person.email, kind: 'house-changed' })).map(({ text }) => text)
  }
  const [first = ''] = await save({ nicheAccount: '4000', payTo: 'DBS 012-345678-9' })
  expect(first).toContain(`${admin.person.fullName} has changed the bank account`)
  expect(first).toContain('none → DBS 012-345678-9')
  expect(await save({ nicheAccount: '4010', payTo: 'DBS 012-345678-9' })).toHaveLength(1)
  expect(await save({ nicheAccount: '4020' })).toHaveLength(1)
  expect((await save({ nicheAccount: '4020', payTo: 'OCBC 999-9' })).at(-1)).toContain('DBS 012-345678-9 → OCBC 999-9')
})

describe('the first number of bills', () => {
  const save = (body: { firstNumber: string; nicheAccount: string }) => admin.call(billApi.saveSettings, { body })

  test('bills begin with the number that an admin has chosen, which stays once there is a bill', async () => {
    expect((await admin.call(billApi.settings, {})).body).toEqual({
      firstNumber: '1',
      nicheAccount: '',
      chargeAccount: '',
      payTo: '',
      hasBills: false,
    })
    expect((await save({ firstNumber: '4711', nicheAccount: '4000' })).status).toBe(200)
    await checkBooks()
    const [one, other] = [await settle(), await settle()]
    expect((await receiptOf(one)).billNumber).toBe('COL-004711')
    expect((await receiptOf(other)).billNumber).toBe('COL-004712')
    await checkBooks()
    const late = await save({ firstNumber: '1', nicheAccount: '' })
    expect([late.status, late.refusal.code]).toEqual([409, 'BILLS_BEGUN'])
    expect((await save({ firstNumber: '4711', nicheAccount: '4010' })).status).toBe(200)
    expect((await admin.call(billApi.settings, {})).body).toEqual({
      firstNumber: '4711',
      nicheAccount: '4010',
      chargeAccount: '',
      payTo: '',
      hasBills: true,
    })
    await settle()
    const accounts = [4711, 4713].map(async (number) => (await readBill(`COL-${number}`)).lines[0]?.account)
    expect(await Promise.all(accounts)).toEqual(['4000', '4010'])
  })

  test('the first number and the account are in the audit log, and only admins set them', async () => {
    await save({ firstNumber: '12', nicheAccount: '' })
    const [entry] = await testApp.context.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(entry).toMatchObject({ action: 'house.changed', details: { firstNumber: 'COL-000001 → COL-000012' } })
    expect((await save({ firstNumber: '0', nicheAccount: '' })).refusal.errors).toHaveProperty('firstNumber')
    const body = { firstNumber: '2', nicheAccount: '' }
    expect((await clerk.call(billApi.saveSettings, { body })).status).toBe(403)
  })
})
