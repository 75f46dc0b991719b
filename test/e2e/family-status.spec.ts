import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import type { BookingState } from '#contract/bookings/transitions.ts'
import { bookingMoves } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { test as ownServerTest } from './own-server-test.ts'

const test = ownServerTest.extend<{ make: (state: Partial<BookingState>) => Promise<string> }>({
  /** Makes bookings of a new applicant, who is signed in. */
  make: async ({ signIn, server: { context } }, use) => {
    const person = await makeUser(context)
    await signIn(person)
    await use(async (state) => (await makeBooking(context, person, state)).bookingID)
  },
})

test('a card says where its booking stands and what happens next, beside its badge', async ({ page, make }) => {
  const expected: [Partial<BookingState>, badge: string, title: string, next: string][] = [
    [{ payment: 'Pending' }, 'Pending', 'Not paid yet', 'The niche is kept for you until then.'],
    [{}, 'Pending', 'Paid, and being checked', 'This usually takes one working day'],
    [{ certificateAsked: true }, 'Pending', 'We need another certificate', 'Our staff wrote: Blurred'],
    [{ type: 'PreOrder', urn: true }, 'Pending', 'Urn placement requested', 'checking the death certificate'],
    [{ status: 'Confirmed' }, 'Confirmed', 'Approved', 'please choose a day for it'],
    [{ status: 'Confirmed', type: 'PreOrder' }, 'Confirmed', 'Niche reserved', 'kept for as long as it is needed'],
    [{ status: 'Confirmed', type: 'Archived' }, 'Confirmed', 'Closed', 'The urn has left this niche.'],
    [{ status: 'Cancelled', payment: 'Failed' }, 'Cancelled', 'Not paid in time', 'Nothing was charged.'],
  ]
  const rows: [bookingID: string, ...texts: string[]][] = []
  for (const [state, ...texts] of expected) rows.push([await make(state), ...texts])
  await page.goto('/my-bookings')
  for (const [bookingID, badge, title, next] of rows) {
    const card = page.getByRole('listitem').filter({ hasText: bookingID })
    await expect(card.getByText(badge ?? '', { exact: true })).toBeVisible()
    await expect(card.getByText(title ?? '', { exact: true })).toBeVisible()
    await expect(card).toContainText(next ?? '')
    await expect(card).toContainText('level 1')
  }
})

test('a denied booking: card and details give the reason, and say how the payment is returned', async ({
  page,
  make,
  server: { context },
}) => {
  const bookingID = await make({ status: 'Cancelled', payment: 'Refunding' })
  const reason = 'The certificate belongs to another person.'
  await context.db.update(bookingMoves).set({ reason }).where(eq(bookingMoves.bookingID, bookingID))
  await page.goto('/my-bookings')
  const card = page.getByRole('listitem').filter({ hasText: bookingID })
  await card.getByRole('button', { name: 'View Details' }).click()
  const details = page.getByRole('dialog')
  for (const place of [card, details]) {
    await expect(place).toContainText('Not approved')
    await expect(place).toContainText(`Our staff wrote: ${reason}`)
    await expect(place).toContainText('SGD 3,800.00 is being returned to the card or account you paid with')
    await expect(place).toContainText('level 1')
  }
})
