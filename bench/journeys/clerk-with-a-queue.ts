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
  const unpaid = queue.filter(({ paymentStatus }) => paymentStatus && !isSettled(paymentStatus))
  for (const { bookingID } of unpaid) await post(clerk, '/api/booking/cancel', { bookingID })
  for (let waiting = queue.length - unpaid.length; waiting < queueLength; waiting++) {
    await bookAtCounter(clerk, { type: waiting % 2 ? 'PreOrder' : 'Current' })
  }
}

/** A clerk opens so many bookings of the queue, looks at the certificates and decides. */
export async function decideOnQueue(clerk: CountedPage, count = queueLength) {
  const { page } = clerk
  await clerk.open('/pending-approvals')
  await clerk.tap(page.locator('a[href^="/booking-approval/"]').first())
  for (let decided = 0; decided < count; decided++) {
    await clerk.see(page.getByRole('button', { name: 'Approve Request' }))
    const { href } = new URL(page.url())
    const isLast = decided === count - 1
    const buttons = isLast
      ? ['Confirm Pre-Order', 'Approve Request']
      : ['Confirm and open next', 'Approve and open next']
    await clerk.tap(page.getByRole('button', { name: new RegExp(buttons.join('|')) }).first())
    await clerk.until(() => page.url() !== href)
  }
}
