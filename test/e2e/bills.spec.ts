import { expect } from '@playwright/test'
import { makeUser } from '#test/factories.ts'
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
  ownServerTest.setTimeout(240_000)
  const page = await openAs('staff')
  const { bookingID, email } = await bookAtCounter(page.request)
  await post(page.request, '/api/email/sendDeniedRequest', { to: email, reason: 'A test', bookingID })
  const [booking] = await (await page.request.get(`/api/booking/getBookingByBookingID?bookingID=${bookingID}`)).json()
  const colleague = await openAs(await makeUser(server.context, { role: 'staff' }))
  await post(colleague.request, '/api/payment/settle-refund', { paymentID: booking.paymentID })
  await page.goto('/bills')
  await page.getByLabel('Search').fill(bookingID)
  await expect(page).toHaveURL(`/bills?text=${bookingID}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('row').filter({ hasText: 'Credited' })).toBeVisible()
  await page.getByRole('row').filter({ hasText: 'Credit note' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Credit note' })).toBeVisible()
  await page.getByRole('link', { name: /^COL-/ }).first().click()
  await expect(page.getByText(/This bill was taken back by credit note COL-\d{6}\./)).toBeVisible()
})

test('a bill that does not exist says so', async ({ openAs }) => {
  const page = await openAs('applicant')
  await page.goto('/bill/COL-999999')
  await expect(page.getByText('We could not find a bill COL-999999.')).toBeVisible()
})

ownServerTest('an admin registers the house for GST', async ({ admin }) => {
  ownServerTest.setTimeout(240_000)
  await admin.goto('/house')
  await enterHouseDetails(admin)
  await saveHouse(admin)
  await admin.getByLabel('GST number').fill('M2-1234567-8')
  await admin.getByRole('button', { name: 'Keep these rates' }).click()
  await expect(admin.getByLabel('Registered from')).toHaveAccessibleDescription(/Please choose the day/)
  await admin.getByLabel('Registered from').fill('2024-01-01')
  await admin.getByLabel('Rates').fill('2024-01-01: 9%')
  await takePictures(admin, 'house-gst')
  await admin.getByRole('button', { name: 'Keep these rates' }).click()
  await expect(admin.getByText('The rates are saved. Bills from now on follow them.')).toBeVisible()
  await admin.reload()
  await expect(admin.getByLabel('Rates')).toHaveValue('2024-01-01: 9%')
})
