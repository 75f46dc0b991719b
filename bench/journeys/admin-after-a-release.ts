import { type APIRequestContext, expect } from '@playwright/test'
import { bookAtCounter } from '#test/e2e/counter-bookings.ts'
import { post } from '#test/e2e/demo-sessions.ts'
import type { CountedPage } from './counted-page.ts'

/** A niche whose pre-order was released by a clerk. */
export async function releaseNiche(clerk: APIRequestContext) {
  const { bookingID, nicheCode } = await bookAtCounter(clerk, { type: 'PreOrder' })
  await post(clerk, '/api/booking/confirm', { bookingID })
  await post(clerk, '/api/booking/release', { bookingID, reason: 'The family moved away.' })
  return nicheCode
}

/** A family asks why its niche is free. An admin knows the code of the niche and looks for who released it. */
export async function findRelease(admin: CountedPage, nicheCode: string) {
  const { page } = admin
  const [hall, level, block] = [nicheCode.slice(0, 2), nicheCode.slice(3, 4), nicheCode.slice(4, 5)]
  await admin.open('/admin-dashboard')
  await admin.tap(page.getByRole('link', { name: 'Niche Management' }).first())
  if (hall === 'AH') await admin.choose(page.getByLabel('Building', { exact: true }), 'Angsana Hall')
  await admin.choose(page.getByLabel('Level', { exact: true }), level)
  await admin.choose(page.getByLabel('Block', { exact: true }), block)
  await admin.tap(page.getByRole('gridcell', { name: nicheCode }))
  const dialog = page.getByRole('dialog')
  await admin.see(dialog.getByText(/released/))
  expect(await dialog.textContent()).toContain('Kavitha Nair')
}
