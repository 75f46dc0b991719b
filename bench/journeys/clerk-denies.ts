import type { BookedApplicant } from '#test/e2e/counter-bookings.ts'
import type { CountedPage } from './counted-page.ts'

/** A certificate cannot be read: the clerk finds the booking in the queue, writes why and reads the letter. */
export async function denyBooking(clerk: CountedPage, { beneficiaryName }: BookedApplicant) {
  const { page } = clerk
  await clerk.open('/pending-approvals')
  await clerk.fill(page.getByRole('searchbox').first(), beneficiaryName)
  await clerk.tap(page.locator('a[href^="/booking-approval/"]').first())
  await clerk.tap(page.getByRole('link', { name: 'Ask for a certificate, or deny' }))
  await clerk.fill(
    page.getByRole('form', { name: 'Denial' }).getByLabel('Reason'),
    'The death certificate cannot be read.',
  )
  await clerk.see(page.getByText('The letter to the family'))
  await clerk.tap(page.getByRole('button', { name: 'Submit Denial' }))
  await clerk.see(page.getByText('Booking denied. Letter and refund leave in 30 seconds.'))
}
