import { expect } from '@playwright/test'
import { sql } from 'drizzle-orm'
import type { BookingState } from '#contract/bookings/transitions.ts'
import { bookingMoves } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { tamperWith } from '#test/tamper-with-audit-log.ts'
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
    [{ status: 'Confirmed' }, 'Confirmed', 'Approved', 'Please choose a day'],
    [{ status: 'Confirmed', type: 'PreOrder' }, 'Confirmed', 'Niche reserved', 'kept for your family'],
    [{ status: 'Confirmed', type: 'Archived' }, 'Confirmed', 'Closed', 'This booking has ended.'],
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

test('the page of one person shows the name, the lit niche, the steps and what to do next, and nothing of another family', async ({
  page,
  make,
  server: { context },
}) => {
  const bookingID = await make({ status: 'Confirmed' })
  await page.goto('/my-bookings')
  await page.getByRole('link', { name: 'Tan Ah Kow' }).click()
  await expect(page).toHaveURL(`/my-bookings/${bookingID}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tan Ah Kow' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Map of block A: niche 3-5 is marked' })).toBeVisible()
  await expect(page.getByText('Facing the block, it is the 3rd niche from the left')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText('Day chosen (Now)')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a day for the urn' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', `/receipt?bookingID=${bookingID}`)

  const { bookingID: strange } = await makeBooking(context, await makeUser(context), { status: 'Confirmed' })
  await page.goto(`/my-bookings/${strange}`)
  await expect(page.getByText('Booking not found.')).toBeVisible()
})

test('a denied booking: card and details give the reason, and say how the payment is returned', async ({
  page,
  make,
  server: { context },
}) => {
  const bookingID = await make({ status: 'Cancelled', payment: 'Refunding' })
  const reason = 'The certificate belongs to another person.'
  const changed = sql`update booking_moves set reason = ${reason} where booking_id = ${bookingID}`
  await tamperWith(context.db, [bookingMoves], changed)
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
