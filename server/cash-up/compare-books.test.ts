import { execFileSync } from 'node:child_process'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { billApi } from '#contract/bills/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { addDays, toDay } from '#contract/dates.ts'
import { houseApi } from '#contract/house/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { RefundMethod } from '#contract/payments/payment.ts'
import { verifyBooks } from '#server/bills/verify-books.ts'
import { paymentEvents } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp({}, 'each')
const applicant = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const colleague = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

beforeEach(async () => {
  await admin.call(houseApi.save, { body: sampleHouse })
})

const today = () => toDay(testApp.context.clock())
const days = () => ({ from: addDays(today(), -7), to: today() })
const compare = async () => (await admin.call(cashUpApi.books, { query: days() })).body.days

async function take(paymentMethod: string) {
  const { bookingID } = await makeBooking(testApp.context, applicant.person, { payment: 'Pending' })
  expect((await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod } })).status).toBe(200)
  const { paymentID } = (await applicant.call(paymentApi.receipt, { query: { bookingID } })).body
  return { bookingID, paymentID }
}

async function giveBack({ bookingID, paymentID }: Awaited<ReturnType<typeof take>>, returnedBy?: RefundMethod) {
  const body = { to: applicant.person.email, reason: 'A test', bookingID }
  expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
  testApp.advanceTime(secondsToUndoDenial * 1000)
  expect((await colleague.call(paymentApi.settleRefund, { body: { paymentID, returnedBy } })).status).toBe(200)
}

const readDrawer = async () =>
  Object.fromEntries((await clerk.call(cashUpApi.drawer)).body.lines.map(({ method, expected }) => [method, expected]))

/** Counts the drawer; the counted amount of cash may differ. */
async function cashUp(counted?: string) {
  const { through, lines } = (await clerk.call(cashUpApi.drawer)).body
  const entered = lines.map(({ method, expected }) =>
    method === 'Cash' && counted
      ? { method, expected, counted, reason: 'Wrong change' }
      : { method, expected, counted: expected },
  )
  return (await clerk.call(cashUpApi.close, { body: { through: through ?? 1, lines: entered } })).body.cashUpNumber
}

test('bills, day book and drawer agree on what was taken, given back and counted, and a waived fee is in none', async () => {
  await take('Cash')
  await giveBack(await take('Cheque'))
  const body = { paymentMethod: 'Waived', note: 'By the board', confirmedAmount: true }
  const { bookingID } = await makeBooking(testApp.context, applicant.person, { payment: 'Pending' })
  await clerk.call(paymentApi.update, { body: { ...body, bookingID } })
  await colleague.call(cashUpApi.sign, { body: { cashUpNumber: await cashUp() } })
  const agreed = { day: today(), differences: [] }
  expect(await compare()).toEqual([
    { ...agreed, method: 'Cash', bills: '3800.00', dayBook: '3800.00', drawer: '3800.00' },
    { ...agreed, method: 'Cheque', bills: '0.00', dayBook: '0.00', drawer: '0.00' },
  ])
})

test('a cheque that is given back in cash is missing from the cash in the drawer, and bills, day book and letter say so', async () => {
  const taken = await take('Cheque')
  await giveBack(taken, 'Cash')
  expect(await readDrawer()).toEqual({ Cash: '-3800.00', Cheque: '3800.00', Card: '0.00' })
  const differences = [{ reason: 'notCounted' }]
  expect(await compare()).toMatchObject([
    { method: 'Cash', bills: '-3800.00', dayBook: '-3800.00', differences },
    { method: 'Cheque', bills: '3800.00', dayBook: '3800.00', differences },
  ])
  expect(await verifyBooks(testApp.context.db)).toEqual([])
  const [letter] = await testApp.letters({ kind: 'refund', about: taken.bookingID })
  expect(letter?.text).toMatch(/Method:\s+Cash/)
  const [refunded] = await testApp.auditEntries({ subject: taken.bookingID, action: 'payment.refunded' })
  expect(refunded?.details).toEqual({ paymentID: taken.paymentID, returnedBy: 'Cash' })
})

test('a payment at the card terminal that goes back by bank transfer is in no drawer any more, and stays in the drawer if nothing is said', async () => {
  const [transferred, returned] = [await take('Card'), await take('Card')]
  await giveBack(transferred, 'Bank transfer')
  expect(await readDrawer()).toMatchObject({ Card: '7600.00' })
  await giveBack(returned)
  expect(await readDrawer()).toMatchObject({ Card: '3800.00' })
  expect(await compare()).toMatchObject([
    { method: 'Bank transfer', bills: '-3800.00', dayBook: '-3800.00', drawer: null, differences: [] },
    { method: 'Card', bills: '3800.00', dayBook: '3800.00' },
  ])
})

test('a corrected bill makes no difference', async () => {
  await take('Cash')
  const correction = { name: 'Parish of St Anne', registrationNumber: '', reason: 'The parish paid.' }
  await clerk.call(billApi.correct, { body: { ...correction, number: 'COL-1' } })
  expect(await compare()).toMatchObject([{ bills: '3800.00', dayBook: '3800.00' }])
})

test('cash is not in the drawer until it is counted and signed, and a count of another amount is named with its reason', async () => {
  const { paymentID } = await take('Cash')
  const differs = { amount: '3800.00', entries: 1, about: [paymentID] }
  expect(await compare()).toMatchObject([{ drawer: '0.00', differences: [{ ...differs, reason: 'notCounted' }] }])
  const cashUpNumber = await cashUp('3790.00')
  expect(await compare()).toMatchObject([{ drawer: '0.00', differences: [{ ...differs, reason: 'notSigned' }] }])
  await colleague.call(cashUpApi.sign, { body: { cashUpNumber } })
  const counted = { reason: 'counted', amount: '-10.00', about: [`Cash-up ${cashUpNumber}: Wrong change`] }
  expect(await compare()).toMatchObject([{ bills: '3800.00', drawer: '3790.00', differences: [counted] }])
})

/** Each changes what is stored, as time or a fault would have. */
const faults: Record<string, [change: string, differences: Record<string, string>]> = {
  'a bill of the day after its money': [
    "update bills set issued_at = issued_at + interval '1 day'",
    { otherDay: '3800.00' },
  ],
  'a payment without a bill': ['delete from bills', { missing: '3800.00' }],
  'a payment from before there were bills': [
    'delete from bills; update bill_series set last_earlier_event = (select max(event_id) from payment_events)',
    { earlier: '3800.00' },
  ],
  'a refund without its credit note': [
    "alter table payment_events disable trigger user; insert into payment_events (payment_id, kind, moved_cents, method, at) select payment_id, 'refunded', -380000, 'Card', at from payment_events where kind = 'paid'",
    { missing: '-3800.00' },
  ],
  'a bill of another amount than its money': [
    'update bills set gross_cents = gross_cents - 100, net_cents = net_cents - 100',
    { otherAmount: '-1.00' },
  ],
  'a bill with another method than its money': [
    "update bills set payment_method = 'Cheque'",
    { otherAmount: '3800.00' },
  ],
  'a bill without money': [
    "alter table payment_events disable trigger user; update payment_events set moved_cents = null, method = null, kind = 'opened' where kind = 'paid'",
    { noMoney: '3800.00' },
  ],
}
test.each(Object.entries(faults))('the books name what differs: %s', async (_, [change, expected]) => {
  const { db } = testApp.context
  await take('Card')
  await db.execute(sql`alter table bills disable trigger bills_append_only`)
  for (const statement of change.split('; ')) await db.execute(sql.raw(statement))
  const found = (await compare()).flatMap(({ differences }) => differences)
  const named = Object.fromEntries(
    found.filter(({ reason }) => reason !== 'notCounted').map(({ reason, amount }) => [reason, amount]),
  )
  expect(named).toEqual(expected)
})

test('money that came twice has no bill, and is named until and after it has gone back', async () => {
  const { paymentID } = await take('Cash')
  const surplus = { paymentID, method: 'Credit Card', at: testApp.context.clock() } as const
  await testApp.context.db.insert(paymentEvents).values({ ...surplus, kind: 'surplus', movedCents: 100 })
  const differs = { reason: 'returned', entries: 1, about: [paymentID] }
  expect(await compare()).toMatchObject([
    { method: 'Cash' },
    {
      method: 'Credit Card',
      bills: '0.00',
      dayBook: '1.00',
      drawer: null,
      differences: [{ ...differs, amount: '1.00' }],
    },
  ])
})

/** The rows that the csv module of Python reads, each by column. */
const readCsv = (text: string): Record<string, string>[] => {
  const script =
    'import csv, io, json, sys; print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.read().lstrip("\\ufeff"))))))'
  return JSON.parse(
    execFileSync('python3', ['-c', script], {
      input: text,
      encoding: 'utf8',
      env: { ...process.env, PYTHONUTF8: '1' },
    }),
  )
}

test('another program reads the export for accounting, whose sums by day, method and rate are those of the day book', async () => {
  const day = today()
  const rules = { taxNumber: 'M2-1', taxRegisteredOn: day, taxRates: `${day}: 9%` }
  await take('Cash')
  await admin.call(houseApi.saveTaxRules, { body: rules })
  await take('Cash')
  await giveBack(await take('Cheque'))
  const correction = { name: '=HYPERLINK("x")\nLtd, "Pte"', registrationNumber: 'T08SS0001A', reason: '+1' }
  await clerk.call(billApi.correct, { body: { ...correction, number: 'COL-2' } })
  await admin.call(billApi.saveSettings, { body: { firstNumber: '1', nicheAccount: '4000' } })
  await take('Card')

  const bills = readCsv((await admin.call(billApi.csv, { query: days() })).body)
  const money = readCsv((await admin.call(cashUpApi.dayBookCsv, { query: days() })).body)
  const sumBy = (
    rows: Record<string, string>[],
    names: string[],
    amountOf: (row: Record<string, string>) => number,
  ) => {
    const sums: Record<string, number> = {}
    for (const row of rows) {
      const key = names.map((name) => row[name]).join(' ')
      sums[key] = Math.round(((sums[key] ?? 0) + amountOf(row)) * 100) / 100
    }
    return sums
  }
  const gross = (row: Record<string, string>) => Number(row['Gross (SGD)'])
  const moved = (row: Record<string, string>) => Number(row['In (SGD)']) - Number(row['Out (SGD)'])
  const byDay = sumBy(bills, ['Day', 'Method'], gross)
  expect(byDay).toEqual({ [`${day} Cash`]: 7600, [`${day} Cheque`]: 0, [`${day} Card`]: 3800 })
  expect(sumBy(money, ['Day', 'Method'], moved)).toEqual(byDay)
  const compared = (await compare()).map(({ day, method, bills, dayBook }) => [`${day} ${method}`, +bills, +dayBook])
  expect(compared.sort()).toEqual(
    Object.entries(byDay)
      .map(([key, sum]) => [key, sum, sum])
      .sort(),
  )
  expect(sumBy(bills, ['GST category', 'GST rate (%)'], gross)).toEqual({ 'NG 0': 3800, 'SR 9': 7600 })
  expect(sumBy(bills, ['GST category'], (row) => Number(row['GST (SGD)']))).toEqual({ NG: 0, SR: 627.52 })
  expect(bills.map(({ Number: number, 'Type code': type }) => `${number} ${type}`)).toEqual([
    'COL-000001 380',
    'COL-000002 380',
    'COL-000003 380',
    'COL-000004 381',
    'COL-000005 381',
    'COL-000006 380',
    'COL-000007 380',
  ])
  expect(bills[5]).toMatchObject({
    Buyer: `'${correction.name}`,
    "Buyer's registration number": 'T08SS0001A',
    Reason: "'+1",
    Replaces: 'COL-000002',
    Account: '',
    'Unit code': 'C62',
    'Net (SGD)': '3486.24',
  })
  expect(bills[6]?.Account).toBe('4000')
})
