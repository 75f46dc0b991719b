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
  await admin.open('/admin-dashboard')
  await admin.tap(page.getByRole('button', { name: 'Quick find' }))
  const find = page.getByRole('dialog', { name: 'Quick find' })
  await admin.fill(find.getByRole('textbox'), nicheCode)
  await admin.tap(find.getByRole('link', { name: nicheCode }).first())
  const release = page.getByRole('row').filter({ hasText: 'The family moved away.' })
  await admin.see(release)
  expect(await release.textContent()).toContain('Kavitha Nair')
}
