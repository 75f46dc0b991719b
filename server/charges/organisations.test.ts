import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { billApi } from '#contract/bills/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { addDays, dayMs, formatDay, toDay } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { houseApi } from '#contract/house/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { TaxCategory } from '#contract/prices/price.ts'
import { verifyBooks } from '#server/bills/verify-books.ts'
import { readMoney } from '#server/dashboard/money.ts'
import { writeMissingBills } from '#server/payments/public.ts'
import { findBookingParts, listBookingsPage } from '#server/privacy/export-queries.ts'
import { presentBooking } from '#server/privacy/present-export.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { findBroken } from '#test/find-violations.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp({}, 'each')
const daughter = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const otherClerk = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

let bookingID: string
let chargeID: string
beforeEach(async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
  await admin.call(billApi.saveSettings, { body: { firstNumber: '1', nicheAccount: '', payTo: 'DBS 012-345678-9' } })
  bookingID = (await makeBooking(testApp.context, daughter.person, { status: 'Confirmed' })).bookingID
  chargeID = await addCharge('80.00')
})

async function addCharge(amount: string, taxCategory: TaxCategory = 'standard') {
  const charge = { chargeID: randomUUID(), bookingID, text: 'Engraving', amount, reason: 'A test' }
  expect((await clerk.call(chargeApi.addFree, { body: { ...charge, taxCategory } })).status).toBe(200)
  return charge.chargeID
}

const parish = {
  name: 'Parish of St Anne',
  address: '66 Sengkang East Way, Singapore 548593',
  registrationNumber: 'T08SS0001A',
  email: 'office@st-anne.example',
  daysToPay: '14' as const,
}
const billParish = (chargeIDs = [chargeID], differences: object = {}) =>
  clerk.call(chargeApi.billOrganisation, { body: { ...parish, ...differences, bookingID, chargeIDs } })
/** Whoever billed does not record the transfer. */
const record = (number = 'COL-1', day = today(), who = otherClerk) =>
  who.call(chargeApi.recordTransfer, { body: { number, day, reference: 'FT26/0815' } })
const credit = (number = 'COL-1') => clerk.call(chargeApi.creditBill, { body: { number, reason: 'The family pays' } })
const readBill = async (number = 'COL-1', who = clerk) => (await who.call(billApi.byNumber, { query: { number } })).body
const listNumbers = async (state: 'paid' | 'open' | 'overdue' | 'credited') =>
  (await clerk.call(billApi.list, { query: { state } })).body.map(({ number }) => number)
const states = async () =>
  (await clerk.call(chargeApi.ofBooking, { params: { bookingID } })).body.map(({ state }) => state)
const dueOfFamily = async () => (await daughter.call(chargeApi.due, {})).body.length
const startCard = () => daughter.call(chargeApi.createIntent, { body: { bookingID } })
const statement = async () => (await daughter.call(familyApi.statement, { query: { bookingID } })).body
const differences = async () => {
  const query = { from: addDays(today(), -40), to: today() }
  const { days } = (await admin.call(cashUpApi.books, { query })).body
  return days.flatMap((day) => day.differences.map(({ reason, amount }) => [day.method, reason, amount]))
}
/** What is in the data that the family can download. */
async function readExport() {
  const { db, vault } = testApp.context
  const page = await listBookingsPage(db, daughter.person.userID, '', 10)
  const parts = await findBookingParts(db, page)
  return JSON.stringify(page.map((row) => presentBooking(row, parts, vault)))
}
const today = () => toDay(testApp.context.clock())
const checkBooks = async () => expect(await verifyBooks(testApp.context.db)).toEqual([])

/** The sessions have ended by then. */
async function goForward(days: number) {
  testApp.advanceTime(days * dayMs)
  for (const who of [daughter, clerk, otherClerk, admin]) Object.assign(who, await testApp.signIn(who.person))
}

describe('a bill to an organisation', () => {
  test('a bill to an organisation is open, names buyer, due day and how to pay, and is sent by letter', async () => {
    const dueOn = addDays(today(), 14)
    expect((await billParish()).body).toEqual({ number: 'COL-000001' })
    const { name, address, registrationNumber } = parish
    expect(await readBill()).toMatchObject({
      kind: 'bill',
      state: 'open',
      dueOn,
      buyer: { name, address, registrationNumber },
      supplier: { payTo: 'DBS 012-345678-9' },
      lines: [{ text: 'Engraving', gross: '80.00' }],
      gross: '80.00',
      paymentMethod: 'Bank transfer',
      transfer: '',
    })
    const [letter] = await testApp.letters({ kind: 'bill' })
    expect(letter?.to).toBe(parish.email)
    expect(letter?.text).toContain(
      `Please transfer SGD 80.00 by ${formatDay(dueOn)} to DBS 012-345678-9, with the reference COL-000001.`,
    )
    expect(letter?.text).toContain('Engraving')
    const [entry] = await testApp.auditEntries({ subject: bookingID, action: 'bill.sent' })
    expect(entry?.details).toMatchObject({ amount: '80.00', dueOn })
    await checkBooks()
  })

  test('a tax invoice says of each line what it costs without the tax, and adds up what is exempt apart', async () => {
    const registered = { taxNumber: 'M2-1', taxRegisteredOn: today(), taxRates: `${today()}: 9%` }
    await admin.call(houseApi.saveTaxRules, { body: registered })
    const both = [await addCharge('80.00'), await addCharge('45.00', 'exempt')]
    await billParish(both)
    const [letter] = await testApp.letters({ kind: 'bill' })
    expect(letter?.text).toContain('Quantity 1, SGD 80.00 (9%: SGD 73.39 and GST SGD 6.61)')
    expect(letter?.text).toContain('SGD 45.00 (Exempt: SGD 45.00 and GST SGD 0.00)')
    expect(letter?.text).toMatch(/Sum, Exempt:? +SGD 45.00 and GST SGD 0.00/)
    expect(letter?.text).toMatch(/Without GST:? +SGD 118.39/)
  })

  test('a bill without an email address is written and sent to nobody, and one with a wrong address is refused', async () => {
    expect((await billParish([chargeID], { email: 'office' })).refusal.errors).toHaveProperty('email')
    expect((await billParish([chargeID], { address: ' ' })).refusal.errors).toHaveProperty('address')
    expect((await billParish([chargeID], { daysToPay: '90' })).status).toBe(400)
    expect((await billParish([chargeID], { email: '', daysToPay: '30' })).status).toBe(200)
    expect((await readBill()).dueOn).toBe(addDays(today(), 30))
    expect(await testApp.letters({ kind: 'bill' })).toEqual([])
  })

  test('a charge that was billed to an organisation is due by nobody else, and what was billed before is refused', async () => {
    const other = await addCharge('20.00')
    await billParish()
    expect(await dueOfFamily()).toBe(1)
    expect((await startCard()).body.amount).toBe('20.00')
    const counter = { bookingID, chargeIDs: [chargeID], paymentMethod: 'Cash' as const, amount: '80.00' }
    expect((await clerk.call(chargeApi.record, { body: counter })).refusal.code).toBe('CHARGES_CHANGED')
    const waiving = { chargeID, reason: 'A test' }
    expect((await clerk.call(chargeApi.waive, { body: waiving })).refusal.code).toBe('CHARGE_CHANGED')
    expect((await billParish()).refusal.code).toBe('CHARGES_CHANGED')
    expect((await billParish([other])).body.number).toBe('COL-000002')
    expect((await startCard()).refusal.code).toBe('NOTHING_DUE')
    expect(await states()).toEqual(['billed', 'billed'])
    await checkBooks()
  })

  test('a card payment that the family has begun is given up by the bill, and its money is returned', async () => {
    const { clientSecret } = (await startCard()).body
    const card = { clientSecret, number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123' }
    await daughter.call(paymentApi.sandboxConfirm, { body: card })
    expect((await billParish()).status).toBe(200)
    await daughter.call(chargeApi.finalise, { body: { bookingID } })
    expect(await states()).toEqual(['billed'])
    expect((await testApp.letters({ kind: 'late payment' }))[0]?.text).toContain('billed to somebody else')
    await checkBooks()
  })

  test('a family reads the bill of its booking and its statement, without the address that the bill was sent to', async () => {
    await billParish()
    expect(JSON.stringify(await readBill('COL-1', daughter))).not.toContain(parish.email)
    const exported = await readExport()
    expect(exported).toContain(parish.address)
    expect(exported).not.toContain(parish.email)
    expect(await statement()).toMatchObject({ charged: '80.00', paid: '0.00', balance: '80.00' })
    expect((await statement()).entries.map(({ what }) => what)).toContain('Engraving, billed to Parish of St Anne')
    expect((await daughter.call(paymentApi.mine, { query: {} })).body.filter((paid) => paid.isForCharges)).toEqual([])
  })

  test('a wrong name or address of an open bill is corrected, and the transfer is recorded with the new bill', async () => {
    await billParish()
    const { dueOn } = await readBill()
    const correction = { number: 'COL-1', name: 'Parish of St Ann', registrationNumber: '', reason: 'A slip' }
    const body = { ...correction, address: '1 Other Road' }
    expect((await clerk.call(billApi.correct, { body })).body.number).toBe('COL-000003')
    expect(await readBill('COL-3')).toMatchObject({ state: 'open', dueOn, buyer: { address: '1 Other Road' } })
    expect(await listNumbers('open')).toEqual(['COL-000003'])
    expect((await testApp.letters({ kind: 'bill' })).length).toBe(3)
    expect((await record('COL-1')).refusal.code).toBe('BILL_CREDITED')
    await checkBooks()
    expect((await record('COL-3')).status).toBe(200)
    expect(await listNumbers('paid')).toEqual(['COL-000003'])
    await checkBooks()
  })
})

describe('the transfer of an organisation', () => {
  test('a transfer is a payment like others: in the day book, on the bill, and without a receipt for the family', async () => {
    await billParish()
    expect((await readMoney(testApp.context)).totals).toMatchObject({ outstanding: '80.00', taken: '0.00' })
    await goForward(3)
    const bookedOn = addDays(today(), -1)
    expect((await record('COL-1', bookedOn)).status).toBe(200)
    expect(await readBill()).toMatchObject({ state: 'paid', transfer: `${formatDay(bookedOn)}, FT26/0815` })
    expect(await states()).toEqual(['paid'])
    const book = (await admin.call(cashUpApi.dayBook, { query: { from: today(), to: today() } })).body
    expect(book.entries).toMatchObject([{ method: 'Bank transfer', amount: '80.00', clerk: clerk.person.fullName }])
    expect((await clerk.call(cashUpApi.drawer, {})).body.lines.every(({ expected }) => expected === '0.00')).toBe(true)
    expect(await testApp.letters({ kind: 'receipt' })).toEqual([])
    expect((await daughter.call(paymentApi.mine, { query: {} })).body.filter((paid) => paid.isForCharges)).toEqual([])
    expect((await readMoney(testApp.context)).totals).toMatchObject({ outstanding: '0.00', taken: '80.00' })
    expect(await statement()).toMatchObject({ charged: '80.00', paid: '80.00', balance: '0.00' })
    await writeMissingBills(testApp.context)
    expect((await clerk.call(billApi.list, { query: {} })).body).toHaveLength(1)
    await checkBooks()
    expect(
      await findBroken(testApp.context.db, 'the stored figures of money or of niches differ from their rows'),
    ).toEqual([])
  })

  test('a transfer is recorded once, by staff, of a day that has come', async () => {
    await billParish()
    expect((await record('COL-1', addDays(today(), 1))).refusal.errors).toHaveProperty('day')
    expect((await record('COL-9')).status).toBe(404)
    expect((await record('COL-1', today(), admin)).status).toBe(403)
    expect((await record()).status).toBe(200)
    const again = await record('COL-1', today(), otherClerk)
    expect([again.status, again.refusal.code]).toEqual([409, 'BILL_NOT_OPEN'])
    await checkBooks()
  })
})

describe('crediting', () => {
  test('an open bill that is credited has a credit note with its reason, and the family pays the charge', async () => {
    await billParish()
    await goForward(2)
    expect((await credit()).status).toBe(200)
    expect(await readBill()).toMatchObject({ state: 'credited', creditedBy: 'COL-000002' })
    expect(await readBill('COL-2')).toMatchObject({
      kind: 'creditNote',
      credits: 'COL-000001',
      reason: 'The family pays',
      state: null,
    })
    expect((await testApp.letters({ kind: 'bill' })).map(({ text }) => text).join()).toContain(
      'This takes back COL-000001. It need not be paid.',
    )
    expect([await states(), await dueOfFamily()]).toEqual([['due'], 1])
    expect((await credit()).refusal.code).toBe('BILL_CREDITED')
    expect((await record()).refusal.code).toBe('BILL_CREDITED')
    await checkBooks()
    const counter = { bookingID, chargeIDs: [chargeID], paymentMethod: 'Cash' as const, amount: '80.00' }
    expect((await clerk.call(chargeApi.record, { body: counter })).status).toBe(200)
    expect(await statement()).toMatchObject({ charged: '160.00', credited: '80.00', paid: '80.00', balance: '0.00' })
    await checkBooks()
  })

  test('whoever billed an organisation does not record its transfer while another clerk could, and needs a recent factor', async () => {
    testApp.context.config.mode = 'production'
    await billParish()
    expect((await record('COL-1', today(), clerk)).refusal.code).toBe('TRANSFER_BY_ANOTHER')
    expect(await states()).toEqual(['billed'])
    testApp.advanceTime(16 * 60_000)
    expect((await record()).refusal.code).toBe('SECOND_FACTOR_AGAIN')
    Object.assign(otherClerk, await testApp.signIn(otherClerk.person))
    expect((await record()).status).toBe(200)
    expect(await states()).toEqual(['paid'])
  })

  test('every admin reads once that the only clerk of a house has billed an organisation and recorded its transfer', async () => {
    await admin.call(accountApi.suspend, { body: { userID: otherClerk.person.userID, reason: 'Has left' } })
    testApp.advanceTime(31 * dayMs)
    for (const who of [clerk, admin]) Object.assign(who, await testApp.signIn(who.person))
    await billParish()
    expect((await record('COL-1', today(), clerk)).status).toBe(200)
    expect((await testApp.letters({ kind: 'transfer-alone' })).map(({ to }) => to)).toEqual([admin.person.email])
  })

  test('the family reads that its charges were billed to somebody else, and when they are due again', async () => {
    await billParish()
    await credit()
    const read = await testApp.letters({ to: daughter.person.email })
    expect(read.map(({ kind }) => kind)).toEqual(['charges-billed', 'charges-due'])
    for (const words of [parish.name, 'Engraving', 'SGD 80.00', 'If you do not know of this'])
      expect(read[0]?.text).toContain(words)
  })

  test('a paid bill is refunded instead: another clerk returns the transfer, and the organisation gets the credit note', async () => {
    await billParish()
    await record()
    expect((await credit()).refusal.code).toBe('BILL_NOT_OPEN')
    const { paymentID } = await readBill()
    const refund = { paymentID, reason: 'Not engraved' }
    const third = await testApp.signIn('staff')
    expect((await clerk.call(chargeApi.refund, { body: refund })).status).toBe(200)
    expect((await clerk.call(paymentApi.settleRefund, { body: { paymentID } })).refusal.code).toBe('REFUND_BY_ANOTHER')
    const inCash = await third.call(paymentApi.settleRefund, { body: { paymentID, returnedBy: 'Cash' } })
    expect(inCash.refusal.errors).toEqual({ returnedBy: 'An organisation gets its money back by bank transfer.' })
    const returnedBy = 'Bank transfer'
    expect((await third.call(paymentApi.settleRefund, { body: { paymentID, returnedBy } })).status).toBe(200)
    expect(await readBill()).toMatchObject({ state: 'credited', creditedBy: 'COL-000002' })
    expect(await states()).toEqual(['refunded'])
    expect(await testApp.letters({ kind: 'refund' })).toEqual([])
    expect((await testApp.letters({ kind: 'bill' })).map(({ text }) => text).join()).toContain(
      'We have returned its amount to you.',
    )
    await checkBooks()
  })
})

describe('what is open', () => {
  test('a bill is overdue after its due day, in the list and on the dashboards, until its transfer is recorded', async () => {
    await billParish()
    const overdueOfStaff = async () => (await clerk.call(dashboardApi.today, {})).body.overdueBills
    await goForward(14)
    expect([await listNumbers('open'), await listNumbers('overdue')]).toEqual([['COL-000001'], []])
    expect(await overdueOfStaff()).toBe(0)
    await goForward(1)
    expect([await listNumbers('open'), await listNumbers('overdue')]).toEqual([[], ['COL-000001']])
    expect((await readBill()).state).toBe('overdue')
    expect(await overdueOfStaff()).toBe(1)
    expect((await admin.call(dashboardApi.money, {})).body.overdue).toEqual({ bills: 1, amount: '80.00' })
    await record()
    expect([await listNumbers('paid'), await listNumbers('overdue')]).toEqual([['COL-000001'], []])
    expect(await overdueOfStaff()).toBe(0)
  })

  test('the comparison of books names a bill that is open, was transferred on another day, or was credited', async () => {
    await billParish()
    expect(await differences()).toEqual([['Bank transfer', 'open', '80.00']])
    await goForward(3)
    await record()
    const transferred = ['Bank transfer', 'transferred', '80.00']
    expect(await differences()).toEqual([transferred, transferred])
    chargeID = await addCharge('20.00')
    await billParish()
    await goForward(1)
    await credit('COL-2')
    expect((await differences()).filter(([, reason]) => reason === 'credited')).toEqual([
      ['Bank transfer', 'credited', '20.00'],
      ['Bank transfer', 'credited', '-20.00'],
    ])
    chargeID = await addCharge('30.00')
    await billParish()
    await credit('COL-4')
    await billParish()
    await record('COL-6')
    expect((await differences()).length).toBe(4)
    await checkBooks()
  })

  test('the export for accounting has the buyer, the address and the due day', async () => {
    await billParish()
    const query = { from: today(), to: today() }
    const csv = (await admin.call(billApi.csv, { query })).body
    for (const text of ['Bank transfer', parish.name, parish.address, 'T08SS0001A', addDays(today(), 14)])
      expect(csv).toContain(text)
  })
})
