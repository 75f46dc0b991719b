import { expect } from '@playwright/test'
import { house } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { accessibilityViolations } from './axe.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

test('a family reads before it pays, and on the receipt of a booking that waits, how long its right will last', async ({
  server: { context },
  openAs,
}) => {
  await context.db.update(house).set({ rightBasis: 'purchase', rightYears: 30, rightRulesAt: context.clock() })
  const owner = await makeUser(context)
  const unpaid = await makeBooking(context, owner, { payment: 'Pending' })
  const paid = await makeBooking(context, owner)
  const page = await openAs(owner)
  const term = page.getByText('30 years from the day on which the booking is confirmed').first()
  await page.goto(`/receipt?bookingID=${paid.bookingID}`)
  await expect(term).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto(`/book-niche?bookingID=${unpaid.bookingID}`)
  await expect(term).toBeVisible()
  await expect(page.getByText('for as long as the right to it lasts')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'term-before-paying')
  await context.db.update(house).set({ rightBasis: 'perpetual', rightYears: null })
})
