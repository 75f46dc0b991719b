import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { billApi } from '#contract/bills/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { addDays, dayMs, toDay } from '#contract/dates.ts'
import { houseApi } from '#contract/house/api.ts'
import { noTax } from '#contract/house/tax.ts'
import { sumAmounts } from '#contract/money.ts'
import { paymentApi } from '#contract/payments/api.ts'
import type { TaxCategory } from '#contract/prices/price.ts'
import { record } from '#server/audit/public.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { bills, house, niches, paymentEvents, payments, users } from '#server/database/schema.ts'
import { refundLatePayment, writeEarlierBills, writeMissingBills } from '#server/payments/public.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { verifyBooks } from './verify-books.ts'

/** A database for each test takes a second to open on the embedded engine, so only those that take numbers run there. */
const onPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp({}, 'each')
const applicant = prepareCaller(testApp, 'user', 'each')
const stranger = prepareCaller(testApp, 'user', 'each')
const clerk = prepareCaller(testApp, 'staff', 'each')
const otherClerk = prepareCaller(testApp, 'staff', 'each')
const admin = prepareCaller(testApp, 'admin', 'each')

beforeEach(async () => {
  await saveHouse({})
})

const saveHouse = async (differences: Partial<typeof sampleHouse>) =>
  expect((await admin.call(houseApi.save, { body: { ...sampleHouse, ...differences } })).status).toBe(200)

/** An unpaid booking, which the clerk then settles. */
async function settle(paymentMethod = 'Cash') {
  const { bookingID } = await makeBooking(testApp.context, applicant.person, { payment: 'Pending' })
  return settleBooking(bookingID, paymentMethod)
}

async function settleBooking(bookingID: string, paymentMethod = 'Cash') {
  const body = { bookingID, paymentMethod, note: 'Decided by the committee', confirmedAmount: true }
  expect((await clerk.call(paymentApi.update, { body })).status).toBe(200)
  return bookingID
}

/** Charges of a confirmed booking, the first one at the standard rate, which the clerk takes in cash. */
async function payCharges(amounts: string[], taxCategory: TaxCategory = 'standard') {
  const { bookingID } = await makeBooking(testApp.context, applicant.person, { status: 'Confirmed' })
  const chargeIDs = amounts.map(() => randomUUID())
  for (const [at, amount] of amounts.entries()) {
    const charge = { bookingID, chargeID: chargeIDs[at] ?? '', text: 'A plaque', amount, reason: 'Asked' }
    const body = { ...charge, taxCategory: at > 0 ? taxCategory : ('standard' as const) }
    expect((await clerk.call(chargeApi.addFree, { body })).status).toBe(200)
  }
  const body = { bookingID, chargeIDs, paymentMethod: 'Cash' as const, amount: sumAmounts(amounts) }
  expect((await clerk.call(chargeApi.record, { body })).status).toBe(200)
}

async function paymentOf(bookingID: string) {
  const [payment] = await testApp.context.db.select().from(payments).where(eq(payments.bookingID, bookingID))
  if (!payment) throw new Error('The booking has no payment')
  return payment
}
const receiptOf = async (bookingID: string) => (await applicant.call(paymentApi.receipt, { query: { bookingID } })).body
const readBill = async (who: SignedInCaller, number: string) =>
  (await who.call(billApi.byNumber, { query: { number } })).body
const listNumbers = async (query: object) =>
  (await clerk.call(billApi.list, { query })).body.map(({ number }) => number)
const checkBooks = async () => expect(await verifyBooks(testApp.context.db)).toEqual([])

async function refund(bookingID: string) {
  const body = { to: applicant.person.email, reason: 'A test', bookingID }
  expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
  testApp.advanceTime(secondsToUndoDenial * 1000)
  const { paymentID } = await receiptOf(bookingID)
  return otherClerk.call(paymentApi.settleRefund, { body: { paymentID } })
}

describe.runIf(onPostgres)('a bill', () => {
  test('a bill says what was paid for, by whom and to whom, and stays as it is when the house changes', async () => {
    const bookingID = await settle()
    const { billNumber, nicheCode, houseName, issuer } = await receiptOf(bookingID)
    expect(billNumber).toBe('COL-000001')
    const bill = await readBill(applicant, 'COL-000001')
    expect(bill).toMatchObject({
      kind: 'bill',
      bookingID,
      supplier: {
        name: 'Hill House & Garden',
        address: sampleHouse.address,
        taxNote: 'GST is included.',
        taxNumber: '',
      },
      buyer: { name: applicant.person.fullName },
      lines: [{ text: expect.stringContaining(`Niche ${nicheCode}, `), rate: 0, gross: '3800.00' }],
      net: '3800.00',
      tax: '0.00',
      gross: '3800.00',
      paymentMethod: 'Cash',
      creditedBy: null,
    })
    await saveHouse({ name: 'Another house', taxNote: 'Something else.' })
    expect(await readBill(applicant, 'col-1')).toEqual(bill)
    expect(await receiptOf(bookingID)).toMatchObject({ houseName, issuer })
    expect(houseName).toBe('Hill House & Garden')
    expect(issuer).toBe(
      'Issued by Hill House & Garden, 7 Hill Street, Singapore 179370. Registration number T11SS1111B. GST is included.',
    )
  })

  test('a bill is written for a waived fee too, of 0.00', async () => {
    const { billNumber } = await receiptOf(await settle('Waived'))
    expect(await readBill(clerk, billNumber ?? '')).toMatchObject({ gross: '0.00', paymentMethod: 'Waived' })
    await checkBooks()
  })

  test('a bill is read by its family, the staff and admins, and by nobody else', async () => {
    await settle()
    for (const who of [applicant, clerk, admin]) expect((await readBill(who, 'COL-000001')).number).toBe('COL-000001')
    const refused = await stranger.call(billApi.byNumber, { query: { number: 'COL-000001' } })
    const unknown = await stranger.call(billApi.byNumber, { query: { number: 'COL-000002' } })
    expect([refused.status, refused.refusal]).toEqual([404, unknown.refusal])
  })

  test.each(["update bills set buyer_name = 'x'", 'delete from bills', 'truncate bills'])(
    'a bill is neither changed nor removed, even by SQL: %s',
    async (statement) => {
      await settle()
      await expect(testApp.context.db.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { constraint: 'bills_append_only' },
      })
    },
  )
})

describe('a credit note', () => {
  test('a credit note is written when the money has left the house, names its bill, and is the only one', async () => {
    const bookingID = await settle()
    expect((await refund(bookingID)).status).toBe(200)
    expect(await readBill(applicant, 'COL-000001')).toMatchObject({ creditedBy: 'COL-000002', credits: null })
    expect(await readBill(applicant, 'COL-000002')).toMatchObject({
      kind: 'creditNote',
      credits: 'COL-000001',
      gross: '3800.00',
    })
    await checkBooks()
    await writeMissingBills(testApp.context)
    expect(await listNumbers({})).toEqual(['COL-000002', 'COL-000001'])
  })

  test('a credit note is not written for a denial that is undone', async () => {
    const bookingID = await settle()
    const body = { to: applicant.person.email, reason: 'A test', bookingID }
    await clerk.call(bookingApi.deny, { body })
    expect(await listNumbers({})).toEqual(['COL-000001'])
    expect((await clerk.call(bookingApi.undoDenial, { body: { bookingID } })).status).toBe(200)
    expect(await listNumbers({})).toEqual(['COL-000001'])
    await checkBooks()
  })
})

describe.runIf(onPostgres)('GST', () => {
  const registeredFrom = (day: string) => ({ taxNumber: 'M2-1', taxRegisteredOn: day, taxRates: `${day}: 8%` })

  test('GST is charged from the day of the registration, and bills from before stay without it', async () => {
    await settle()
    const tomorrow = addDays(toDay(testApp.context.clock()), 1)
    expect((await admin.call(houseApi.saveTaxRules, { body: registeredFrom(tomorrow) })).status).toBe(200)
    await settle()
    testApp.advanceTime(24 * 3_600_000)
    const clerkAgain = await testApp.signIn('staff')
    const { bookingID } = await makeBooking(testApp.context, applicant.person, { payment: 'Pending' })
    await clerkAgain.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
    const [first, second, third] = await testApp.context.db.select().from(bills).orderBy(bills.number)
    expect([first?.taxCents, second?.taxCents, third?.taxCents]).toEqual([0, 0, 28_148])
    expect([second?.supplier.taxNumber, third?.supplier.taxNumber]).toEqual(['', 'M2-1'])
    await checkBooks()
  })

  test('GST follows the rate of the day of payment, also for a niche that was held before midnight', async () => {
    const today = toDay(testApp.context.clock())
    const taxRates = `${today}: 8%\n${addDays(today, 1)}: 9%`
    await admin.call(houseApi.saveTaxRules, { body: { ...registeredFrom(today), taxRates } })
    const { bookingID } = await makeBooking(testApp.context, applicant.person, { payment: 'Pending' })
    await testApp.context.db.execute(sql`update bookings set hold_expires_at = hold_expires_at + interval '2 days'`)
    testApp.advanceTime(24 * 3_600_000)
    const clerkAgain = await testApp.signIn('staff')
    await clerkAgain.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
    const [bill] = await testApp.context.db.select().from(bills)
    expect(bill).toMatchObject({ taxCents: 31_376, netCents: 348_624, lines: [{ rate: 900 }] })
    const [letter] = await testApp.letters({ kind: 'receipt', about: bookingID })
    expect(letter?.text).toContain('Includes SGD 313.76 of GST at 9%. GST registration number M2-1.')
  })

  test('a tax invoice has the address of the family as it was, unless it may be a simplified one, and another bill has none', async () => {
    const { db } = testApp.context
    const addressOf = async (number: string) => (await readBill(clerk, number)).buyer.address
    await settle()
    await admin.call(houseApi.saveTaxRules, { body: registeredFrom(toDay(testApp.context.clock())) })
    await settle()
    await payCharges(['1000.00'])
    await payCharges(['1000.01'])
    await payCharges(['10.00', '20.00'], 'exempt')
    const home = '1 Test Street, 01-01, 123456'
    const written = () => Promise.all(['COL-1', 'COL-2', 'COL-3', 'COL-4', 'COL-5'].map(addressOf))
    expect(await written()).toEqual(['', home, '', home, home])

    const moved = { addressWhole: '9 New Road, Singapore 234567' }
    await db.update(users).set(moved).where(eq(users.userID, applicant.person.userID))
    await settle()
    expect(await written()).toEqual(['', home, '', home, home])
    expect(await addressOf('COL-6')).toBe(moved.addressWhole)
    const other = { name: 'Tan Ah Lian', registrationNumber: '', address: '3 Other Street', reason: 'She paid.' }
    await clerk.call(billApi.correct, { body: { ...other, number: 'COL-2' } })
    expect([await addressOf('COL-7'), await addressOf('COL-8')]).toEqual([home, other.address])
    await checkBooks()
  })

  test('a registration for GST needs a day and rates', async () => {
    const wrong = await admin.call(houseApi.saveTaxRules, { body: { ...noTax, taxNumber: 'M2-1' } })
    expect(wrong.refusal.errors).toMatchObject({ taxRegisteredOn: expect.any(String), taxRates: expect.any(String) })
    expect((await admin.call(houseApi.taxRules, {})).body).toEqual(noTax)
  })
})

describe('payments without a bill', () => {
  /** As a server of the previous version records it. */
  async function moveWithoutBill(bookingID: string, kind: 'paid' | 'refunded') {
    const { db, clock } = testApp.context
    const { paymentID, amountCents } = await paymentOf(bookingID)
    const movedCents = kind === 'paid' ? amountCents : -amountCents
    await db.insert(paymentEvents).values({ paymentID, kind, movedCents, method: 'Cash', at: clock() })
    const [action, details] =
      kind === 'paid' ? (['booking.pay', {}] as const) : (['payment.refunded', { paymentID }] as const)
    await record(testApp.context, action, bookingID, details)
  }
  async function settleWithoutBill() {
    const { bookingID } = await makeBooking(testApp.context, applicant.person, { payment: 'Paid' })
    await testApp.context.db.update(payments).set({ paymentMethod: 'Cash' }).where(eq(payments.bookingID, bookingID))
    await moveWithoutBill(bookingID, 'paid')
    return bookingID
  }
  const listWritten = async () =>
    (await testApp.context.db.select().from(bills).orderBy(bills.number)).map(({ kind, bookingID }) => [
      kind,
      bookingID,
    ])

  test('payments without a bill get one in the order in which they were settled, and none twice', async () => {
    const unbilled = [await settleWithoutBill(), await settleWithoutBill(), await settleWithoutBill()]
    expect(await verifyBooks(testApp.context.db)).toHaveLength(3)
    await Promise.all([writeMissingBills(testApp.context), writeMissingBills(testApp.context)])
    expect(await listWritten()).toEqual(unbilled.map((bookingID) => ['bill', bookingID]))
    await checkBooks()
  })

  test('a refund that the version before has made gets its credit note, once', async () => {
    const bookingID = await settle()
    await moveWithoutBill(bookingID, 'refunded')
    expect((await verifyBooks(testApp.context.db)).join()).toContain('A refund of a billed payment has no credit note')
    for (const _ of ['once', 'twice']) await writeMissingBills(testApp.context)
    expect(await listWritten()).toEqual([
      ['bill', bookingID],
      ['creditNote', bookingID],
    ])
    await checkBooks()
  })

  test('payments and refunds of months ago get their bills and credit notes once a day', async () => {
    const [refunded, unbilled] = [await settle(), await settleWithoutBill()]
    testApp.advanceTime(90 * dayMs)
    await moveWithoutBill(refunded, 'refunded')
    await writeMissingBills(testApp.context)
    expect(await listWritten()).toEqual([['bill', refunded]])
    expect(await writeEarlierBills(testApp.context)).toBe(false)
    expect(await listWritten()).toEqual([
      ['bill', refunded],
      ['bill', unbilled],
      ['creditNote', refunded],
    ])
    await checkBooks()
  })

  test('payments keep their receipt word for word if they were settled before there were bills', async () => {
    const bookingID = await settleWithoutBill()
    const { db } = testApp.context
    await db.execute(sql`
      insert into bill_series (series, last_number, last_earlier_event) select 'COL', 0, max(event_id) from payment_events`)
    const { name } = sampleHouse
    await db.update(house).set({ earlierIssuer: `Issued by ${name}, 1 Hill.\nNo GST is charged.` })
    const [, keepName = ''] =
      readMigrations('server/database/migrations').find(({ name }) => name.endsWith('name_on_earlier_receipts'))
        ?.statements ?? []
    await db.execute(sql.raw(keepName))
    const before = await receiptOf(bookingID)
    await saveHouse({ name: 'Another house', taxNote: 'Something else.' })
    await writeMissingBills(testApp.context)
    expect(await receiptOf(bookingID)).toEqual(before)
    const issuer = `Issued by ${name}, 1 Hill. No GST is charged.`
    expect(before).toMatchObject({ billNumber: null, houseName: name, issuer })

    await db.update(house).set({ earlierName: null })
    await db.execute(sql.raw(keepName))
    expect(await receiptOf(bookingID)).toMatchObject({ houseName: '', issuer })
    await checkBooks()

    const late = await makeBooking(testApp.context, applicant.person, { status: 'Cancelled', payment: 'Failed' })
    await refundLatePayment(testApp.context, await paymentOf(late.bookingID), undefined)
    expect(await receiptOf(late.bookingID)).toMatchObject({
      billNumber: null,
      houseName: 'Another house',
      issuer: expect.stringContaining('Something else.'),
    })
  })

  test.each(['before there were bills', 'by a version that writes no bills'])(
    'a booking that was paid %s is refunded through the counter, and the books agree',
    async (when) => {
      const isEarlier = when === 'before there were bills'
      const bookingID = await settleWithoutBill()
      if (isEarlier)
        await testApp.context.db.execute(sql`
          insert into bill_series (series, last_number, last_earlier_event) select 'COL', 0, max(event_id) from payment_events`)
      await writeMissingBills(testApp.context)
      expect((await refund(bookingID)).status).toBe(200)
      expect((await paymentOf(bookingID)).paymentStatus).toBe('Refunded')
      expect(await listWritten()).toEqual(
        isEarlier
          ? []
          : [
              ['bill', bookingID],
              ['creditNote', bookingID],
            ],
      )
      await checkBooks()
    },
  )
})

test.runIf(onPostgres)(
  'digits find the bill with this number and the bills of the niche whose code they are',
  async () => {
    for (const nicheCode of ['10-02-03', '10-02-04', '00-00-01']) {
      const { bookingID, nicheID } = await makeBooking(testApp.context, applicant.person, { payment: 'Pending' })
      await testApp.context.db.update(niches).set({ nicheCode }).where(eq(niches.nicheID, nicheID))
      await settleBooking(bookingID)
    }
    expect(await listNumbers({ text: '100203' })).toEqual(['COL-000001'])
    expect(await listNumbers({ text: '000001' })).toEqual(['COL-000003', 'COL-000001'])
    expect(await listNumbers({ text: 'COL-000001' })).toEqual(['COL-000001'])
  },
)

test.runIf(onPostgres)('staff find bills by number, booking, niche, name, day and state', async () => {
  const [one, other] = [await settle(), await settle()]
  await refund(one)
  const { nicheCode } = await receiptOf(other)
  const today = toDay(testApp.context.clock())
  for (const text of ['COL-000002', 'COL-2', 'col 2', 'col2', '2', '0002'])
    expect(await listNumbers({ text }), text).toEqual(['COL-000002'])
  expect(await listNumbers({ text: other.toLowerCase() })).toEqual(['COL-000002'])
  for (const text of [nicheCode, nicheCode.toLowerCase(), nicheCode.replaceAll('-', '')])
    expect(await listNumbers({ text }), text).toEqual(['COL-000002'])
  expect(await listNumbers({ text: applicant.person.fullName.slice(0, 5).toLowerCase() })).toHaveLength(3)
  expect(await listNumbers({ text: '%' })).toEqual([])
  expect(await listNumbers({ state: 'paid' })).toEqual(['COL-000002'])
  expect(await listNumbers({ state: 'credited' })).toEqual(['COL-000001'])
  expect(await listNumbers({ day: today })).toHaveLength(3)
  expect(await listNumbers({ day: addDays(today, -1) })).toEqual([])
})

test.runIf(onPostgres)(
  'books:verify takes money without a method, as it was recorded before cash-ups, for that of its bill',
  async () => {
    await settle()
    const { db } = testApp.context
    await db.execute(sql`alter table payment_events disable trigger user`)
    await db.update(paymentEvents).set({ amountCents: 380_000, movedCents: null, method: null })
    await checkBooks()
  },
)

test.runIf(onPostgres).each([
  ['The numbers do not go from the first', 'delete from bills where number = 1'],
  ['A document is older', "update bills set issued_at = issued_at - interval '1 day' where number = 2"],
  ['A settled payment has no bill', 'delete from bills where number = 2'],
  ['A bill differs from the money', 'update bills set gross_cents = 1, net_cents = 1 where number = 2'],
  ['A refund of a billed payment', 'delete from bills where number = 3'],
  [
    'No money has gone back',
    'update bills set payment_id = (select payment_id from bills where number = 2) where number = 3',
  ],
  [
    'A payment differs from the charges that it pays',
    'update payments set amount_cents = amount_cents + 1 where charged_booking_id is not null',
  ],
  [
    'A bill of charges has other lines than charges',
    `update bills set lines = jsonb_set(lines, '{0,gross}', '"1.00"') where number = 4`,
  ],
  [
    'A charge is paid by a payment of another booking',
    'update charges set payment_id = (select payment_id from bills where number = 2)',
  ],
  ['A credit note differs', 'update bills set gross_cents = 1, net_cents = 1 where number = 3'],
  [
    'Bills less credit notes differ',
    "insert into payment_events (payment_id, kind, moved_cents, method, at) select payment_id, 'paid', 1, 'Cash', now() from bills where number = 2",
  ],
  ['A corrected bill and its credit note', "update bills set cause = 'corrected', reason = 'x' where number = 3"],
  ['The lines of a document', "update bills set lines = '[]' where number = 2"],
  [
    'A document has another method than its money: COL-000002',
    "update bills set payment_method = 'Cheque' where number = 2",
  ],
  [
    'A document has another method than its money: COL-000003',
    "update bills set payment_method = 'Cheque' where number = 3",
  ],
  [
    'Money has moved that the audit log does not name: P',
    `insert into payment_events (payment_id, kind, moved_cents, method, at)
      select payment_id, 'surplus', 1, 'Credit Card', now() from bills where number = 2`,
  ],
  [
    'A payment of an organisation is awaited without a bill',
    "update payments set payment_status = 'Billed' where payment_id = (select payment_id from bills where number = 2)",
  ],
])('books:verify says: %s', async (sentence, statement) => {
  const [one] = [await settle(), await settle()]
  await refund(one)
  await payCharges(['50.00'])
  await checkBooks()
  await testApp.context.db.execute(sql`alter table bills disable trigger bills_append_only`)
  for (const each of statement.split('; ')) await testApp.context.db.execute(sql.raw(each))
  expect((await verifyBooks(testApp.context.db)).join('\n')).toContain(sentence)
})
