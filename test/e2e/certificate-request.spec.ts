import { expect, type Page } from '@playwright/test'
import { certificate } from './booking-steps.ts'
import { bookAtCounter, takeNiche } from './counter-bookings.ts'
import { post, sessionOf } from './demo-sessions.ts'
import { signInAsNewApplicant } from './new-applicant.ts'
import { test } from './open-as.ts'

test.use({ storageState: sessionOf('staff') })

const rowOf = (page: Page, { bookingID }: { bookingID: string }) =>
  page.getByRole('listitem').filter({ hasText: bookingID })

test('a clerk asks for a better certificate, the family sends it, and the booking is in the queue again at its old place', async ({
  page,
  openAs,
}) => {
  const family = await openAs()
  await signInAsNewApplicant(family)
  const booking = await takeNiche(family.request, 'Current', { beneficiaryName: 'Lim Ah Seng' })
  await post(page.request, '/api/booking/updateBookingTransaction', {
    bookingID: booking.bookingID,
    paymentMethod: 'Cash',
  })
  const later = await bookAtCounter(page.request)

  await page.goto('/pending-approvals')
  await rowOf(page, booking).getByTitle('Read the papers and decide').click()
  await page.getByRole('button', { name: 'Ask for another certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for another certificate' })
  await dialog.getByRole('button', { name: 'Ask the family' }).click()
  await expect(dialog.getByText('Please choose a certificate.')).toBeVisible()
  await expect(dialog.getByText('Please say what is wrong with the certificate.')).toBeVisible()
  await dialog.getByLabel('Birth certificate').check()
  await dialog.getByLabel('What is wrong with it?').fill('The scan is blurred.')
  await dialog.getByRole('button', { name: 'Ask the family' }).click()
  await expect(page.getByText('The family has been asked for another certificate.')).toBeVisible()
  await expect(page).toHaveURL('/pending-approvals')
  await expect(rowOf(page, later)).toBeVisible()
  await expect(rowOf(page, booking)).toContainText('certificate asked')
  await page.getByRole('tab', { name: 'Certificates' }).click()
  await rowOf(page, booking).getByTitle('Read the papers and decide').click()
  await expect(page.getByText('Birth certificate: The scan is blurred.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for another certificate' })).toHaveCount(0)

  await family.goto('/my-bookings')
  const card = rowOf(family, booking)
  await expect(card).toContainText('Pending')
  await expect(card).toContainText('The scan is blurred.')
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(card.getByText('Please upload a certificate')).toBeVisible()
  await card.getByLabel('Birth certificate').setInputFiles(certificate('clear.png'))
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(family.getByText('Thank you. Our staff will look at it.')).toBeVisible()
  await expect(card.getByText('The scan is blurred.')).toHaveCount(0)

  await page.goto('/pending-approvals')
  const rows = page.getByRole('listitem').filter({ hasText: new RegExp(`${booking.bookingID}|${later.bookingID}`) })
  await expect(rows).toHaveText([new RegExp(booking.bookingID), new RegExp(later.bookingID)])
  await rows.first().getByTitle('Read the papers and decide').click()
  await page.getByRole('tab', { name: 'Birth Certificate' }).click()
  await expect(page.getByRole('img', { name: 'Birth Certificate' })).toBeVisible()
  await expect(page.getByText('Returned with another certificate')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve Request' })).toBeEnabled()
})
