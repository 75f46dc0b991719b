import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from '@playwright/test'
import type { PaymentStatus } from '#contract/payments/payment.ts'
import { takeNiche } from './counter-bookings.ts'

export const goodCard = '4242 4242 4242 4242'
export const declinedCard = '4000 0000 0000 0002'

/** A small, valid PNG. */
export const certificate = (name = 'certificate.png') => ({
  name,
  mimeType: 'image/png',
  buffer: readFileSync(new URL('certificate.png', import.meta.url)),
})

type Block = 'A' | 'B' | 'C' | 'D'

/** Chooses the first free niche, and answers that it is for later. Each worker has its own level, so that parallel tests do not choose the same niche. */
export async function chooseNiche(page: Page, block: Block = 'A') {
  await page.goto('/book-niche')
  const map = await showBlock(page, String(test.info().parallelIndex + 1), block)
  await map.locator(freeNiche).first().click()
  await sayForLater(page)
}

/** Answers that the person has not died. */
export const sayForLater = (page: Page) => page.getByLabel('PreOrder', { exact: true }).check()

export const freeNiche = '[data-niche][data-status=available]'

/** Waits until the map has the niches of this block: until then it shows those of the block before, disabled. */
export async function showBlock(page: Page, level: string, block: string) {
  await page.getByLabel('Level', { exact: true }).selectOption(level)
  await page.getByLabel('Block', { exact: true }).selectOption(block)
  const map = page.getByRole('grid', { name: `level ${level}, block ${block}` })
  await expect(map).not.toHaveAttribute('aria-disabled', 'true')
  return map
}

export async function chooseCertificates(page: Page, ...labels: string[]) {
  for (const label of labels) await page.getByLabel(label).setInputFiles(certificate())
}

/** Books a pre-order, waits for the card fields, and returns the booking ID. */
export async function bookPreOrder(page: Page, block?: Block): Promise<string> {
  await chooseNiche(page, block)
  await chooseCertificates(page, 'Birth Certificate')
  return makePayment(page)
}

/** Submits the form and waits for the payment step. */
export async function makeBooking(page: Page) {
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible()
}

/** Submits the form, waits for the card fields, and returns the booking ID. */
export async function makePayment(page: Page): Promise<string> {
  await makeBooking(page)
  await expect(page.getByLabel('Card number')).toBeVisible()
  return new URL(page.url()).searchParams.get('bookingID') ?? ''
}

/** Books a pre-order through the API, opens its payment step, and returns the booking ID. */
export async function openPaymentStep(page: Page): Promise<string> {
  const { bookingID } = await takeNiche(page.request, 'PreOrder', {})
  await page.goto(`/book-niche?bookingID=${bookingID}`)
  return bookingID
}

export async function payBy(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('1234')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay SGD/ }).click()
}

export const paymentBadge = (within: Page | Locator, status: PaymentStatus) =>
  within.locator(`.payment-status-${status.toLowerCase()}`)
