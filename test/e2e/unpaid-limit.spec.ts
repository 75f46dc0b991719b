import { expect, type Page, test } from '@playwright/test'
import { chooseCertificates, freeNiche, goodCard, makePayment, payBy, sayForLater, showBlock } from './booking-steps.ts'
import { takeNiche } from './counter-bookings.ts'
import { signInAsNewApplicant } from './new-applicant.ts'

/** Signs in a new applicant with three unpaid bookings, and fills in the form for a fourth. */
async function fillInFourthForm(page: Page) {
  await signInAsNewApplicant(page)
  for (const name of ['Lim Ah Seng', 'Lim Geok Choo', 'Lim Boon Huat']) {
    await takeNiche(page.request, 'PreOrder', { beneficiaryName: name })
  }
  await page.goto('/book-niche')
  const map = await showBlock(page, String(test.info().parallelIndex + 1), 'B')
  await map.locator(freeNiche).last().click()
  await sayForLater(page)
  await page.getByLabel('Beneficiary Name').fill('Goh Ah Lian')
  await chooseCertificates(page, 'Birth Certificate')
}

const notice = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('list') })
const bookingFor = (page: Page, name: string) => notice(page).getByRole('listitem').filter({ hasText: name })

test('a family with three unpaid bookings is shown them, cancels one, and sends the same form again', async ({
  page,
}) => {
  await fillInFourthForm(page)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(notice(page)).toContainText('You have 3 bookings that you have not paid for yet.')
  await expect(notice(page)).toBeFocused()
  await expect(notice(page).getByRole('link', { name: 'Complete payment' })).toHaveCount(3)

  await bookingFor(page, 'Lim Geok Choo').getByRole('button', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' })
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('The booking is cancelled, and nothing was charged.')).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Lim Geok Choo' })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Lim Ah Seng' })).toBeVisible()
  await expect(page.getByLabel('Beneficiary Name')).toHaveValue('Goh Ah Lian')
  await makePayment(page)
})

test('a family with three unpaid bookings pays for one of them from the list', async ({ page }) => {
  await fillInFourthForm(page)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await bookingFor(page, 'Lim Boon Huat').getByRole('link', { name: 'Complete payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Lim Boon Huat' })).toBeVisible()
  await payBy(page, goodCard)
  await expect(page).toHaveURL(/\/payment-success/)
})
