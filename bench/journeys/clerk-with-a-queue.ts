import type { APIRequestContext } from '@playwright/test'
import type { BookingRow } from '#contract/bookings/api.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { bookAtCounter } from '#test/e2e/counter-bookings.ts'
import { post } from '#test/e2e/demo-sessions.ts'
import type { CountedPage } from './counted-page.ts'

const queueLength = 60

/** Books until this many paid bookings wait for a decision, and cancels those that are not paid. */
export async function fillQueue(clerk: APIRequestContext) {
  const queue: BookingRow[] = await (await clerk.get('/api/booking/pending')).json()
  const unpaid = queue.filter(({ paymentStatus }) => !isSettled(paymentStatus))
  for (const { bookingID } of unpaid) await post(clerk, '/api/booking/cancel', { bookingID })
  for (let waiting = queue.length - unpaid.length; waiting < queueLength; waiting++) {
    await bookAtCounter(clerk, { type: waiting % 2 ? 'PreOrder' : 'Current' })
  }
}

/** A clerk opens each booking of the queue, looks at the certificates and decides. */
export async function decideOnQueue(clerk: CountedPage) {
  const { page } = clerk
  await clerk.open('/pending-approvals')
  for (let decided = 0; decided < queueLength; decided++) {
    await clerk.tap(page.locator('a[href^="/booking-approval/"]').first())
    const confirm = page.getByRole('button', { name: 'Confirm Pre-Order' })
    const approve = page.getByRole('button', { name: 'Approve Request' })
    await clerk.see(approve)
    const bookingID = page.url().split('/').at(-1)
    await clerk.tap((await confirm.count()) > 0 ? confirm : approve)
    await clerk.see(page.getByRole('heading', { name: 'Pending Approvals' }))
    await page.locator(`a[href="/booking-approval/${bookingID}"]`).waitFor({ state: 'detached' })
  }
}
