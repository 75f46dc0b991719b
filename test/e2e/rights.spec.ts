import { expect } from '@playwright/test'
import { accessibilityViolations } from './axe.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { post } from './demo-sessions.ts'
import { test } from './open-as.ts'
import { takePictures } from './take-picture.ts'

test('a clerk follows the right from the person of a booking to the list, and finds it by number, holder, state and year', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const { bookingID } = await bookAtCounter(page.request)
  await post(page.request, '/api/booking/approve', { bookingID })
  await page.goto(`/person/${bookingID}`)
  const link = page.getByRole('link', { name: /^R-\d{6}$/ })
  const number = (await link.textContent()) ?? ''
  await expect(page.getByText(`Right ${number} granted`)).toBeVisible()
  await expect(page.getByText('without an end').first()).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await link.click()

  await expect(page.getByRole('heading', { name: 'Rights', exact: true })).toBeVisible()
  const rights = page.getByRole('table', { name: 'Rights, newest first' }).getByRole('row')
  await expect(rights).toHaveCount(2)
  await expect(rights.nth(1)).toContainText(number)
  const holder = (await rights.nth(1).getByRole('link').textContent()) ?? ''
  await page.getByLabel('Search').fill(holder.toLowerCase())
  await expect(rights.filter({ hasText: number })).toBeVisible()
  await page.getByLabel('State').selectOption('Ended, waiting')
  await expect(page.getByText('No right matches.')).toBeVisible()
  await page.getByLabel('State').selectOption('Living')
  await expect(rights.filter({ hasText: number })).toBeVisible()
  await page.getByLabel('Ends in').fill('2056')
  await expect(page.getByText('No right matches.')).toBeVisible()
  await page.goto('/rights')
  await expect(rights.filter({ hasText: number })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'rights')
})

test('a family reads in My Bookings until when it has the right to the niche', async ({ openAs }) => {
  const page = await openAs('applicant')
  await page.goto('/my-bookings')
  await page
    .getByRole('button', { name: 'Confirmed' })
    .or(page.getByRole('tab', { name: 'Confirmed' }))
    .first()
    .click()
  await page.getByRole('button', { name: 'View Details' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Booking Details' })
  await expect(dialog.getByText('Right to the niche')).toBeVisible()
  await expect(dialog.getByText('without an end')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'right-of-a-family')
})
