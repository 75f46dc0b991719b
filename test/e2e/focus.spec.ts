import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  chooseCertificates,
  declinedCard,
  freeNiche,
  goodCard,
  payBy,
  sayForLater,
  showBlock,
} from './booking-steps.ts'
import { sessionOf } from './demo-sessions.ts'
import { signInAsNewApplicant } from './new-applicant.ts'

const smallPhone = { width: 320, height: 640 }

/** The focus is on this element, and the element is on screen. */
async function expectFocusOn(element: Locator) {
  await expect(element).toBeFocused()
  await expect(element).toBeInViewport({ ratio: 0.5 })
}

const level = () => String(test.info().parallelIndex + 1)
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay SGD/ })

test.describe('on a phone of 320 by 640', () => {
  test.use({ viewport: smallPhone, hasTouch: true })

  test('after each tap from the map to the receipt, and after going back, what comes next has the focus and is on screen', async ({
    page,
  }) => {
    await signInAsNewApplicant(page)
    await page.goto('/book-niche')
    const map = await showBlock(page, level(), 'C')
    await map.locator(freeNiche).first().tap()
    await expect(page.getByRole('region', { name: 'Chosen niche' }).getByRole('heading')).toBeInViewport()

    await page.getByRole('button', { name: 'Continue to the form' }).tap()
    await expectFocusOn(heading(page, 'Booking type'))
    await expect(page.getByRole('complementary', { name: 'Niche of this booking' })).toBeInViewport()

    await sayForLater(page)
    await page.getByRole('button', { name: 'Make Payment' }).tap()
    await expectFocusOn(page.getByRole('alert').filter({ hasText: 'Please correct the errors before proceeding' }))
    await chooseCertificates(page, 'Birth Certificate')
    await page.getByRole('button', { name: 'Make Payment' }).tap()
    await expectFocusOn(heading(page, 'Payment'))

    await page.getByRole('button', { name: 'Back to the form' }).tap()
    await expectFocusOn(heading(page, 'Booking type'))
    await page.getByRole('button', { name: 'Make Payment' }).tap()
    await expectFocusOn(heading(page, 'Payment'))
    await page.goBack()
    await expectFocusOn(heading(page, 'Booking type'))
    await page.getByRole('button', { name: 'Make Payment' }).tap()
    await expectFocusOn(heading(page, 'Payment'))

    await payButton(page).tap()
    await expectFocusOn(page.getByLabel('Card number'))
    await payBy(page, declinedCard)
    await expectFocusOn(page.getByRole('alert').filter({ hasText: 'Nothing was paid' }))
    await payBy(page, goodCard)
    await expectFocusOn(heading(page, 'Payment received'))
  })
})

test.describe('at the counter', () => {
  test.use({ storageState: sessionOf('staff'), viewport: smallPhone })

  test('opening and closing the form and its dialog moves the focus there and back', async ({ page }) => {
    await page.goto('/niche-booking')
    const map = await showBlock(page, '3', 'D')
    await map.locator(freeNiche).last().click()
    await page.getByRole('button', { name: 'Book This Niche' }).click()
    await expectFocusOn(heading(page, 'Booking type'))

    await page.getByLabel('Mobile Number').fill('9123')
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    await cancel.click()
    const dialog = page.getByRole('dialog', { name: 'Discard this application?' })
    await expect(dialog.locator(':focus')).toBeInViewport()
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await expectFocusOn(cancel)
    await cancel.click()
    await page.keyboard.press('Escape')
    await expectFocusOn(cancel)
    await cancel.click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expectFocusOn(heading(page, 'Niche Booking'))
  })
})

test.describe('My Bookings on a phone', () => {
  test.use({ storageState: sessionOf('applicant'), viewport: smallPhone })

  for (const opener of ['View Details', 'Payment Info']) {
    test(`${opener} moves the focus into its dialog, and closing the dialog moves it back`, async ({ page }) => {
      await page.goto('/my-bookings')
      const button = page.getByRole('button', { name: opener }).last()
      await button.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator(':focus')).toBeInViewport()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toHaveCount(0)
      await expectFocusOn(button)
    })
  }
})
