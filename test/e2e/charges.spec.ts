import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { accessibilityViolations } from './axe.ts'
import { declinedCard, goodCard, payBy } from './booking-steps.ts'
import { post } from './demo-sessions.ts'
import { test as sharedTest } from './open-as.ts'
import { test } from './own-admin.ts'
import { takePictures } from './take-picture.ts'
import { confirm, fillCompare, receiveUrn, scan } from './urn-steps.ts'

test('an admin sets the price list, a clerk charges an engraving in three taps, and a daughter pays it on a phone', async ({
  admin,
  openAs,
  server,
}) => {
  await admin.goto('/prices')
  await admin.getByRole('button', { name: 'Add an item' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Polishing')
  await dialog.getByLabel('Kind').selectOption('Other')
  await dialog.getByLabel('Price with GST (SGD)').fill('45.50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('The price list is saved.')).toBeVisible()
  const row = admin.getByRole('row').filter({ hasText: 'Polishing' })
  await expect(row).toContainText('SGD 45.50')
  await row.getByRole('button', { name: 'New price: Polishing' }).click()
  await dialog.getByLabel('Price with GST (SGD)').fill('50.00')
  await dialog.getByLabel('Valid from').fill('2090-01-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('SGD 50.00 from')
  expect(await accessibilityViolations(admin)).toEqual([])
  await takePictures(admin, 'prices')

  const person = await makeUser(server.context)
  const { bookingID } = await makeBooking(server.context, person, { status: 'Confirmed' })
  const clerk = await openAs('staff')
  await clerk.goto(`/booking-approval/${bookingID}`)
  await clerk.getByRole('link', { name: 'See charges, or add one' }).click()
  await clerk.getByRole('button', { name: 'Add a charge' }).click()
  await clerk.getByRole('radio', { name: 'Engraving of a name' }).check()
  await clerk.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(clerk.getByText('The charge is added.')).toBeVisible()
  const charges = clerk.getByRole('table', { name: 'Charges, the newest first' })
  await expect(charges).toContainText('Due')
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'charges of a person')

  const phone = await openAs(person)
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/my-bookings')
  await expect(phone.getByText('SGD 80.00 is due for Engraving of a name.')).toBeVisible()
  await takePictures(phone, 'my bookings with a charge')
  await phone.getByRole('link', { name: `Pay ${bookingID}` }).click()
  await expect(phone.getByText('Amount due')).toBeVisible()
  expect(await accessibilityViolations(phone)).toEqual([])
  await takePictures(phone, 'pay charges')
  await phone.getByLabel('Card number').fill('4242 4242 4242 4242')
  await phone.getByLabel('Expiry').fill('12/34')
  await phone.getByLabel('Security code').fill('123')
  await phone.getByRole('button', { name: 'Pay SGD 80.00' }).click()
  await expect(phone.getByText('Nothing is due')).toBeVisible()
  await phone.getByRole('link', { name: /^COL-\d{6}$/ }).click()
  await expect(phone.getByRole('table', { name: 'What was paid for' })).toContainText('Engraving of a name')

  await clerk.reload()
  await expect(charges).toContainText('Paid')
})

test('a family reads on the payment that placing the urn is included, but not for a pre-order, whose placement may be charged', async ({
  openAs,
  server,
}) => {
  const person = await makeUser(server.context)
  const page = await openAs(person)
  const payFor = async (type: 'Current' | 'PreOrder') => {
    const { bookingID } = await makeBooking(server.context, person, { type, payment: 'Pending' })
    await page.goto(`/book-niche?bookingID=${bookingID}`)
    await expect(page.getByRole('heading', { name: 'What is included' })).toBeVisible()
  }
  const included = page.getByText('Placing the urn with our staff')
  await payFor('Current')
  await expect(included).toBeVisible()
  await payFor('PreOrder')
  await expect(page.getByText(/If the placement costs something, the form says how much/)).toBeVisible()
  await expect(included).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'payment of a pre-order')
})

test('a family whose card is declined reads nothing of a niche, and one that pays while more is charged pays the rest', async ({
  openAs,
  server,
}) => {
  const person = await makeUser(server.context)
  const { bookingID } = await makeBooking(server.context, person, { status: 'Confirmed' })
  const clerk = await openAs('staff')
  const charge = (text: string, amount: string) => {
    const sold = { text, amount, taxCategory: 'standard', reason: 'A test' }
    return post(clerk.request, '/api/charges/add-free', { ...sold, chargeID: randomUUID(), bookingID })
  }
  await charge('Flowers', '50.00')
  const page = await openAs(person)
  await page.goto(`/pay-charges?bookingID=${bookingID}`)
  await payBy(page, declinedCard)
  const refused = page.getByRole('alert').filter({ hasText: 'Nothing was paid. You can:' })
  await expect(refused).toBeFocused()
  await expect(refused).not.toContainText(/niche|the time above/)
  await takePictures(page, 'pay charges declined')

  await charge('Candle', '20.00')
  await payBy(page, goodCard)
  await expect(page.getByText('Your payment has arrived')).toBeVisible()
  const due = page.getByRole('table', { name: 'What is due' }).getByRole('row')
  await expect(due).toHaveCount(2)
  await expect(due.filter({ hasText: 'Candle' })).toContainText('SGD 20.00')
  await expect(page.getByRole('button', { name: 'Pay SGD 20.00' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'pay charges more is due')
  await payBy(page, declinedCard)
  /** A toast stays while the pointer is on it. */
  const declined = page.locator('.Toastify__toast').last()
  await declined.hover()
  await page.getByLabel('Card number').fill(goodCard)
  await page.getByLabel('Security code').press('Enter')
  await expect(page.getByText('Nothing is due')).toBeVisible()
  await expect(declined).toHaveCount(0)
})

test('a family whose charges a clerk takes at the counter while their card is charged reads that the payment is returned', async ({
  openAs,
  server,
}) => {
  const person = await makeUser(server.context)
  const { bookingID } = await makeBooking(server.context, person, { status: 'Confirmed' })
  const [clerk, page] = [await openAs('staff'), await openAs(person)]
  const [chargeID, amount] = [randomUUID(), '50.00']
  const sold = { text: 'Flowers', amount, taxCategory: 'standard', reason: 'A test' }
  await post(clerk.request, '/api/charges/add-free', { ...sold, chargeID, bookingID })
  const started = await post(page.request, '/api/charges/create-payment-intent', { bookingID })
  const { clientSecret, paymentID } = started as { clientSecret: string; paymentID: string }
  const card = { number: goodCard, expiry: '12/34', cvc: '123' }
  await post(page.request, '/api/payment/sandbox/confirm', { clientSecret, ...card })
  const taken = { bookingID, chargeIDs: [chargeID], paymentMethod: 'Cash', amount }
  await post(clerk.request, '/api/charges/record-payment', taken)

  await page.goto(`/pay-charges?bookingID=${bookingID}&paymentID=${paymentID}&payment_intent=pi_1`)
  await expect(page.getByText('Nothing is due')).toBeVisible()
  await expect(page.getByText(/before your payment arrived, so it is being returned to you/)).toBeVisible()
  await expect(page.getByText(/The payment has arrived/)).toHaveCount(0)
  expect(await accessibilityViolations(page)).toEqual([])
})

sharedTest('visitors read what is charged besides the niche', async ({ openAs }) => {
  const page = await openAs()
  await page.goto('/explore')
  const prices = page.getByRole('table', { name: 'What is charged besides the niche' })
  await expect(prices).toContainText('Engraving of a name')
  await expect(prices).toContainText('SGD 80.00')
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'explore with prices')
})

test('people at the wall read what is due for charges, and the urn can be placed all the same', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const urn = await receiveUrn(clerk.request)
  const sold = { text: 'Engraving', amount: '80.00', taxCategory: 'standard', reason: 'A test' }
  await post(clerk.request, '/api/charges/add-free', { ...sold, chargeID: randomUUID(), bookingID: urn.bookingID })
  await scan(clerk, urn)
  await expect(clerk.getByText('SGD 80.00 is due for charges')).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'charges at the wall')
  await fillCompare(clerk, urn)
  await confirm(clerk)
  await expect(clerk.getByText('You have confirmed. Now the second person')).toBeVisible()
})

test('a clerk bills a parish, another records its transfer, a colleague returns the money, and an open bill is credited', async ({
  openAs,
  server,
}) => {
  const { bookingID } = await makeBooking(server.context, await makeUser(server.context), { status: 'Confirmed' })
  const clerk = await openAs('staff')
  const addCharge = () =>
    post(clerk.request, '/api/charges/add-free', {
      chargeID: randomUUID(),
      bookingID,
      text: 'Engraving in gold leaf',
      amount: '80.00',
      taxCategory: 'standard',
      reason: 'A test',
    })
  const dialog = clerk.getByRole('dialog')
  const billParish = async () => {
    await addCharge()
    await clerk.goto(`/person/${bookingID}`)
    await clerk.getByRole('button', { name: 'Bill an organisation' }).click()
    await dialog.getByLabel('Name').fill('Parish of St Anne')
    await dialog.getByLabel('Address').fill('66 Sengkang East Way, Singapore 548593')
  }
  await billParish()
  await dialog.getByLabel('Email').fill('office')
  await dialog.getByRole('button', { name: 'Write the bill' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/Please enter an email address/)
  await dialog.getByLabel('Email').fill('office@st-anne.example')
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'bill-organisation')
  await dialog.getByRole('button', { name: 'Write the bill' }).click()
  await expect(clerk).toHaveURL(/\/bill\/COL-\d{6}$/)
  const number = clerk.url().slice(-10)
  await expect(clerk.getByText(/^To be paid by /)).toBeVisible()
  await expect(clerk.getByText(`with the reference ${number}.`)).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'bill-open')

  await clerk.goto('/bills')
  await clerk.getByLabel('State').selectOption('Open')
  await expect(clerk).toHaveURL(/state=open/)
  await expect(clerk.getByRole('row').filter({ hasText: number })).toContainText('Open, due')
  await takePictures(clerk, 'bills-open')
  await clerk.getByRole('link', { name: number }).click()
  const cashier = await openAs(await makeUser(server.context, { role: 'staff' }))
  await cashier.goto(`/bill/${number}`)
  await cashier.getByRole('button', { name: 'Record transfer' }).click()
  const transfer = cashier.getByRole('dialog')
  await transfer.getByLabel('Reference of the bank').fill('FT26/0815')
  expect(await accessibilityViolations(cashier)).toEqual([])
  await takePictures(cashier, 'bill-transfer')
  await transfer.getByRole('button', { name: 'Record the transfer' }).click()
  await expect(cashier.getByText(/, FT26\/0815$/)).toBeVisible()
  await clerk.reload()
  await expect(clerk.getByText(/, FT26\/0815$/)).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'Record transfer' })).toHaveCount(0)
  await takePictures(clerk, 'bill-transferred')

  await clerk.getByRole('button', { name: 'Credit this bill' }).click()
  await dialog.getByLabel('Reason').fill('It was not engraved.')
  await dialog.getByRole('button', { name: 'Begin the refund' }).click()
  await expect(clerk.getByText('The refund has begun.')).toBeVisible()
  const paymentID = await clerk.getByText(/^P-[0-9A-Z]{10}$/).textContent()
  const colleague = await openAs(await makeUser(server.context, { role: 'staff' }))
  await post(colleague.request, '/api/payment/settle-refund', { paymentID })
  await clerk.reload()
  await expect(clerk.getByText(/This bill was taken back by credit note COL-\d{6}\./)).toBeVisible()

  await billParish()
  await dialog.getByRole('button', { name: 'Write the bill' }).click()
  await expect(clerk.getByText(/^To be paid by /)).toBeVisible()
  await clerk.getByRole('button', { name: 'Credit this bill' }).click()
  await dialog.getByLabel('Reason').fill('The family pays after all.')
  await takePictures(clerk, 'bill-credit')
  await dialog.getByRole('button', { name: 'Write the credit note' }).click()
  await expect(clerk.getByText(/This bill was taken back by credit note COL-\d{6}\./)).toBeVisible()
  await clerk.goto(`/person/${bookingID}`)
  await expect(clerk.getByRole('table', { name: 'Charges, the newest first' })).toContainText('Due')
})
