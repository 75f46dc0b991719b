import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { accessibilityViolations } from './axe.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { post } from './demo-sessions.ts'
import { test } from './open-as.ts'
import { test as ownServerTest } from './own-admin.ts'
import { enterHouseDetails, saveHouse } from './set-up-house.ts'
import { takePictures } from './take-picture.ts'

test('a clerk opens the bill from the receipt, prints it, and finds it in the list', async ({ openAs }) => {
  const page = await openAs('staff')
  const { bookingID } = await bookAtCounter(page.request)
  await page.goto(`/receipt?bookingID=${bookingID}`)
  const link = page.getByRole('link', { name: /^COL-\d{6}$/ })
  const number = (await link.textContent()) ?? ''
  await link.click()
  await expect(page).toHaveURL(`/bill/${number}`)
  await expect(page.getByRole('heading', { name: 'Bill', exact: true })).toBeVisible()
  await expect(page.getByText(`Bill ${number}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'What was paid for' })).toContainText('Niche ')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'bill')

  await page.getByRole('link', { name: 'Bills', exact: true }).click()
  await page.getByLabel('Search').fill(bookingID.toLowerCase())
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Paid')
  await expect(page.getByRole('row')).toHaveCount(2)
  await takePictures(page, 'bills')
  await page.getByLabel('State').selectOption('Credited')
  await expect(page.getByText('No bill matches.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
})

ownServerTest('a refund shows its credit note on the bill', async ({ openAs, server }) => {
  const page = await openAs('staff')
  const { bookingID, email } = await bookAtCounter(page.request)
  await post(page.request, '/api/email/sendDeniedRequest', { to: email, reason: 'A test', bookingID })
  const [booking] = await (await page.request.get(`/api/booking/getBookingByBookingID?bookingID=${bookingID}`)).json()
  const colleague = await openAs(await makeUser(server.context, { role: 'staff' }))
  await post(colleague.request, '/api/payment/settle-refund', {
    paymentID: booking.paymentID,
    returnedBy: 'Cheque',
  })
  await page.goto('/bills')
  await page.getByLabel('Search').fill(bookingID)
  await expect(page).toHaveURL(`/bills?text=${bookingID}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').filter({ hasText: 'Credited' })).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Credit note' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Credit note' })).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Payment method' }).locator('+ dd')).toHaveText('Cheque')
  await page.getByRole('link', { name: /^COL-/ }).first().click()
  await expect(page.getByText(/This bill was taken back by credit note COL-\d{6}\./)).toBeVisible()
})

test('a clerk corrects a name on a bill, opens the statement of the person, and the receipt has the new bill', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const { bookingID } = await bookAtCounter(page.request)
  await page.goto(`/receipt?bookingID=${bookingID}`)
  const wrong = page.getByRole('link', { name: /^COL-\d{6}$/ })
  const number = (await wrong.textContent()) ?? ''
  await wrong.click()
  await page.getByRole('button', { name: 'Correct the name' }).click()
  const dialog = page.getByRole('dialog', { name: `Correct bill ${number}` })
  await dialog.getByLabel('Name').fill('Parish of St Anne')
  await dialog.getByLabel('Registration number').fill('T08SS0001A')
  await dialog.getByRole('button', { name: 'Write the new bill' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please give a reason/)
  await dialog.getByLabel('Reason').fill('The parish paid.')
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'bill-correction')
  await dialog.getByRole('button', { name: 'Write the new bill' }).click()
  await expect(page.getByText('Parish of St Anne')).toBeVisible()
  await expect(page).not.toHaveURL(`/bill/${number}`)
  await takePictures(page, 'bill-corrected')
  await page.getByRole('link', { name: number, exact: true }).click()
  await expect(page.getByText(/taken back by credit note COL-\d{6}\. The right one is COL-\d{6}\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Correct the name' })).toHaveCount(0)

  await page.goto(`/person/${bookingID}`)
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(page).toHaveURL(`/statement/${bookingID}`)
  await expect(page.getByText('Nothing is owed')).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(5)
  await takePictures(page, 'statement')
  await page.goto(`/receipt?bookingID=${bookingID}`)
  await expect(page.getByRole('link', { name: /^COL-\d{6}$/ })).not.toHaveText(number)
})

ownServerTest(
  'a receipt has the name of its house on top as it was, also after the house is renamed',
  async ({ admin, openAs }) => {
    await admin.goto('/house')
    await enterHouseDetails(admin)
    await saveHouse(admin)
    const clerk = await openAs('staff')
    const { bookingID } = await bookAtCounter(clerk.request)
    await clerk.goto(`/receipt?bookingID=${bookingID}`)
    const sheet = clerk.locator('[data-sheet]')
    await expect(sheet.getByText(sampleHouse.name, { exact: true })).toBeVisible()
    const before = (await sheet.textContent()) ?? ''
    await admin.getByLabel('Name', { exact: true }).fill('Another House')
    await saveHouse(admin)
    await expect(async () => {
      await clerk.reload()
      expect(await clerk.locator('#house').textContent()).toContain('Another House')
    }).toPass()
    await expect(sheet).toHaveText(before)
  },
)

test('a family opens its statement from My Payments', async ({ openAs }) => {
  const page = await openAs('applicant')
  await page.goto('/my-payments')
  await page
    .getByRole('link', { name: /^View statement/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/statement\/B-/)
  await expect(page.getByText(/^Statement of booking B-/)).toBeVisible()
})

test('a statement is printed on one A4 page', async ({ openAs }) => {
  const page = await openAs('staff')
  const { bookingID } = await bookAtCounter(page.request)
  await page.goto(`/statement/${bookingID}`)
  await expect(page.getByText('Nothing is owed')).toBeVisible()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

ownServerTest(
  'an admin chooses the first number of bills, and another program reads the export for accounting',
  async ({ admin, openAs }) => {
    await admin.goto('/house')
    await enterHouseDetails(admin)
    await saveHouse(admin)
    await expect(admin.getByLabel('First number')).toBeVisible()
    await admin.getByLabel('Account for niches').fill('4000')
    await takePictures(admin, 'house-bills')
    await admin.getByRole('button', { name: 'Save these numbers' }).click()
    await expect(admin.getByText('The numbers are saved. Bills from now on follow them.')).toBeVisible()

    const clerk = await openAs('staff')
    const { bookingID } = await bookAtCounter(clerk.request)
    await admin.goto('/money')
    await expect(admin.getByRole('table', { name: /^What bills, day book and drawer say/ })).toContainText(
      'is in no cash-up yet',
    )
    expect(await accessibilityViolations(admin)).toEqual([])
    await takePictures(admin, 'books')
    const read = async (name: string) => {
      const [saved] = await Promise.all([admin.waitForEvent('download'), admin.getByRole('button', { name }).click()])
      return execFileSync('python3', ['-c', sumOfBooking, await saved.path(), bookingID], { encoding: 'utf8' }).trim()
    }
    const bills = await read('Download bills (CSV)')
    expect(bills).toMatch(/^[1-9]\d*\.\d+ 4000$/)
    expect(`${await read('Download money (CSV)')} 4000`).toBe(bills)
  },
)

/** Reads a file with the csv module of Python: what it says was paid for a booking, and the accounts. */
const sumOfBooking = `
import csv, sys
rows = [row for row in csv.DictReader(open(sys.argv[1], encoding='utf-8-sig', newline='')) if row['Booking'] == sys.argv[2]]
print(sum(float(row.get('Gross (SGD)') or row.get('In (SGD)') or 0) for row in rows), *[row['Account'] for row in rows if 'Account' in row])
`

test('a bill that does not exist says so', async ({ openAs }) => {
  const page = await openAs('applicant')
  await page.goto('/bill/COL-999999')
  await expect(page.getByText('We could not find a bill COL-999999.')).toBeVisible()
})

ownServerTest(
  'an admin registers the house for GST in the middle of a year, and a bill says what each rate is without it, on one A4 page',
  async ({ admin, openAs, server }) => {
    await admin.goto('/house')
    await enterHouseDetails(admin)
    await saveHouse(admin)
    await admin.getByLabel('GST number').fill('M2-1234567-8')
    await admin.getByRole('button', { name: 'Save these rates' }).click()
    await expect(admin.getByLabel('Registered from')).toHaveAccessibleDescription(/Please choose the day/)
    await admin.getByLabel('Registered from').fill('2024-07-01')
    await admin.getByLabel('Rates').fill('2024-07-01: 9%')
    await takePictures(admin, 'house-gst')
    await admin.getByRole('button', { name: 'Save these rates' }).click()
    await expect(admin.getByText('The rates are saved. Bills from now on follow them.')).toBeVisible()
    await admin.reload()
    await expect(admin.getByLabel('Rates')).toHaveValue('2024-07-01: 9%')

    const clerk = await openAs('staff')
    const { bookingID } = await makeBooking(server.context, await makeUser(server.context), { status: 'Confirmed' })
    const charge = async (text: string, amount: string, taxCategory: string) => {
      const chargeID = randomUUID()
      const added = { chargeID, bookingID, text, amount, taxCategory, reason: 'A test' }
      await post(clerk.request, '/api/charges/add-free', added)
      return chargeID
    }
    const chargeIDs = [await charge('Engraving', '80.00', 'standard'), await charge('Donation', '45.00', 'outOfScope')]
    const payment = { bookingID, chargeIDs, paymentMethod: 'Cash', amount: '125.00' }
    await post(clerk.request, '/api/charges/record-payment', payment)
    await clerk.goto(`/bills?text=${bookingID}`)
    await clerk.getByRole('link', { name: /^COL-\d{6}$/ }).click()
    await expect(clerk.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
    const lines = clerk.getByRole('table', { name: 'What was paid for' }).getByRole('row')
    await expect(lines.filter({ hasText: 'Quantity' })).toHaveCount(1)
    await expect(lines.filter({ hasText: 'Engraving' })).toContainText('SGD 73.39')
    await expect(lines.filter({ hasText: 'Engraving' })).toContainText('SGD 6.61 (9%)')
    await expect(lines.filter({ hasText: 'Donation' })).toContainText('SGD 0.00 (Out of scope)')
    await expect(clerk.getByText('SGD 73.39 and GST SGD 6.61')).toBeVisible()
    expect(await accessibilityViolations(clerk)).toEqual([])
    const pdf = (await clerk.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await takePictures(clerk, 'tax-invoice')

    const plaque = await charge('A plaque for three', '1200.00', 'standard')
    await post(clerk.request, '/api/charges/record-payment', { ...payment, chargeIDs: [plaque], amount: '1200.00' })
    await clerk.goto(`/bills?text=${bookingID}`)
    await clerk
      .getByRole('link', { name: /^COL-\d{6}$/ })
      .first()
      .click()
    await expect(clerk.getByText('1 Test Street, 01-01, 123456')).toBeVisible()
    await takePictures(clerk, 'tax-invoice-with-address')
    await clerk.getByRole('button', { name: 'Correct the name' }).click()
    await expect(clerk.getByRole('dialog').getByLabel('Address')).toHaveValue('1 Test Street, 01-01, 123456')
  },
)
