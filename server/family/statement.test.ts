import { expect, test } from 'vitest'
import { chargeApi } from '#contract/charges/api.ts'
import { familyApi } from '#contract/family/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { relatives } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

const testApp = prepareTestApp()
const holder = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

const read = (who: SignedInCaller, bookingID: string) => who.call(familyApi.statement, { query: { bookingID } })

test('a statement has what is to be paid, and then the bill and its payment', async () => {
  const { bookingID } = await makeBooking(testApp.context, holder.person, { payment: 'Pending' })
  const unpaid = (await read(holder, bookingID)).body
  expect(unpaid).toMatchObject({
    holderName: holder.person.fullName,
    receiptNo: '',
    charged: '3800.00',
    balance: '3800.00',
  })
  expect(unpaid.entries).toMatchObject([{ what: `Niche ${unpaid.nicheCode}, not paid yet`, number: null }])

  await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cheque' } })
  const { billNumber } = (await holder.call(paymentApi.receipt, { query: { bookingID } })).body
  const paid = (await read(holder, bookingID)).body
  expect(paid).toMatchObject({ charged: '3800.00', paid: '3800.00', credited: '0.00', balance: '0.00' })
  expect(paid.entries.toSorted((one, other) => one.what.localeCompare(other.what))).toMatchObject([
    {
      what: expect.stringContaining(`Niche ${unpaid.nicheCode}, `),
      number: billNumber,
      charged: '3800.00',
      paid: '0.00',
    },
    { what: 'Paid, Cheque', number: null, charged: '0.00', paid: '3800.00' },
  ])
})

test('a statement has the charges of a booking, due and paid', async () => {
  const { bookingID } = await makeBooking(testApp.context, holder.person)
  const chargeID = crypto.randomUUID()
  const body = { chargeID, bookingID, text: 'Flowers', amount: '50.00', reason: 'Asked for' }
  await clerk.call(chargeApi.addFree, { body: { ...body, taxCategory: 'standard' } })
  const due = (await read(holder, bookingID)).body
  expect(due.entries.at(-1)).toMatchObject({ what: 'Flowers, not paid yet', charged: '50.00' })
  expect(due.balance).toBe('50.00')

  await clerk.call(chargeApi.record, {
    body: { bookingID, chargeIDs: [chargeID], paymentMethod: 'Cash', amount: '50.00' },
  })
  const paid = (await read(holder, bookingID)).body
  expect(paid.entries.map(({ what }) => what)).toEqual(expect.arrayContaining(['Flowers', 'Paid, Cash']))
  expect(paid.balance).toBe('0.00')
})

test('a booking whose hold has lapsed owes nothing', async () => {
  const { bookingID } = await makeBooking(testApp.context, holder.person, { payment: 'Pending' })
  testApp.advanceTime(3_600_000)
  expect((await read(clerk, bookingID)).body).toMatchObject({ entries: [], balance: '0.00' })
})

test('a statement is read by the holder, staff and admins, and not by the second person of the family or a stranger', async () => {
  const { context } = testApp
  const { bookingID } = await makeBooking(context, holder.person)
  for (const who of [holder, clerk, admin]) expect((await read(who, bookingID)).status).toBe(200)
  const sister = await makeUser(context)
  const now = context.clock()
  await context.db.insert(relatives).values({
    bookingID,
    relativeID: crypto.randomUUID(),
    email: sister.email,
    tokenHash: 'none',
    userID: sister.userID,
    acceptedAt: now,
    agreedAt: now,
    invitedBy: holder.person.userID,
    invitedAt: now,
    expiresAt: now,
  })
  for (const who of [await testApp.signIn(sister), await testApp.signIn('user')])
    expect((await read(who, bookingID)).status).toBe(404)
  expect((await read(clerk, 'B-0000000000')).status).toBe(404)
})
