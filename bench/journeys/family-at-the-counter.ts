import { certificate, freeNiche } from '#test/e2e/booking-steps.ts'
import type { CountedPage } from './counted-page.ts'

/** A family that has an account comes to the counter to book for someone who has died, and pays in cash. */
export async function bookAtTheCounter(clerk: CountedPage, nric: string) {
  const { page } = clerk
  await clerk.open('/dashboard')
  await clerk.tap(page.getByRole('link', { name: 'Niche Booking' }).first())
  await clerk.tap(page.locator(freeNiche).first())
  await clerk.tap(page.getByRole('button', { name: 'Book This Niche' }))
  /** The demo fills in sample details; a real form starts empty. */
  await page.getByRole('button', { name: 'Clear sample details' }).click()
  await clerk.fill(page.getByLabel('Search by NRIC'), nric)
  await clerk.until(async () => (await page.getByLabel('NRIC', { exact: true }).first().inputValue()) === nric)
  await clerk.tap(page.getByLabel('Current', { exact: true }))
  await clerk.fill(page.getByLabel('Beneficiary Name'), 'Ong Bee Leng')
  await clerk.choose(page.getByLabel('Relationship with Applicant'), 'Mother')
  await clerk.fill(page.getByLabel('NRIC').last(), 'S7654321G')
  await clerk.fill(page.getByLabel('Date of Birth').last(), '1950-03-14')
  await clerk.fill(page.getByLabel('Date of Death'), '2024-11-02')
  await clerk.tap(page.getByRole('button', { name: 'Same address as the applicant' }))
  await clerk.attach(page.getByLabel('Birth Certificate'), certificate())
  await clerk.attach(page.getByLabel('Death Certificate'), certificate())
  await clerk.tap(page.getByRole('button', { name: 'Confirm Booking' }))
  await clerk.choose(page.getByLabel('Payment method'), 'Cash')
  await clerk.tap(page.getByRole('button', { name: 'Record payment' }))
  await clerk.see(page.getByRole('heading', { name: 'Payment received' }))
}
