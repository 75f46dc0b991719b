import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { appointmentApi } from '#contract/appointments/api.ts'
import { formatWeekday, toDay, toInstant } from '#contract/dates.ts'
import { appointmentMoves } from '#server/database/schema.ts'
import { type ApprovedBooking, makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { makeUser, type Person } from '#test/factories.ts'
import { accessibilityViolations } from './axe.ts'
import { lookAt } from './look-at.ts'
import type { OwnServer } from './own-server.ts'
import { type SignIns, test } from './own-server-test.ts'
import { fillPapers } from './urn-steps.ts'

/** The booking is in a hall of its own, whose times nobody else takes. */
const makeFor = ({ context }: OwnServer, person: Person): Promise<ApprovedBooking> =>
  makeApproved(context, person, { hours: '09:00-17:00' })

/** The approved booking of a new family, which is signed in. */
async function signInFamily(server: OwnServer, signIn: SignIns['signIn']): Promise<ApprovedBooking> {
  const person = await makeUser(server.context)
  await signIn(person)
  return makeFor(server, person)
}

const status = (page: Page, words: string) => page.getByText(words, { exact: true })
/** The row in the list of the day; a past appointment is also among the tasks, which write the niche differently. */
const rowAt = (page: Page, times: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: times })
    .filter({ hasText: /Tan Ah Kow\s*Niche/ })

test('a family chooses a time by keyboard, moves and cancels it; a clerk sees each change without a reload', async ({
  page,
  openAs,
  server,
  signIn,
}) => {
  await signInFamily(server, signIn)
  await page.goto('/my-bookings')
  await page.getByRole('link', { name: 'Tan Ah Kow' }).click()
  await page.getByRole('link', { name: 'Choose a day for the urn' }).click()
  await expect(page.getByRole('heading', { name: 'Placement appointment' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm this time' }).click()
  await expect(page.getByText('Please choose a time.')).toBeVisible()

  const calendar = page.getByRole('grid')
  await calendar.locator('[tabindex="0"]').focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  const day = (await calendar.locator('[aria-selected=true] [data-day]').getAttribute('data-day')) ?? ''
  await expect(page.getByRole('heading', { name: formatWeekday(day) })).toBeVisible()
  const clerk = await openAs('staff')
  await clerk.goto(`/placements?day=${day}`)
  await expect(clerk.getByText('Loading the placements...')).toHaveCount(0)

  await page.getByRole('radio', { name: '09:00' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '10:00' })).toBeChecked()
  await page.getByRole('button', { name: 'Confirm this time' }).press('Enter')
  await expect(status(page, 'Confirmed')).toBeVisible()
  const row = clerk.getByRole('listitem').filter({ hasText: 'Tan Ah Kow' })
  await expect(row).toContainText('10:00 to 11:00')
  await expect(row).toContainText('Confirmed')

  await expect(page.getByRole('button', { name: 'Change to this time' })).toBeHidden()
  await page.getByText('Change the day or time').click()
  await page.getByRole('radio', { name: '14:00' }).check()
  await page.getByRole('button', { name: 'Change to this time' }).click()
  await expect(status(page, 'Confirmed at a new time')).toBeVisible()
  await expect(row).toContainText('14:00 to 15:00')
  await expect(row).toContainText('Moved')

  await page.getByRole('link', { name: 'Back to My Bookings' }).click()
  await expect(page.getByText(/^Placement on .*, 14:00 to 15:00$/)).toBeVisible()
  await expect(page.getByText('Please choose a day')).toHaveCount(0)
  await page.getByRole('link', { name: 'Change or cancel' }).click()
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(status(page, 'Cancelled')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('times that become free while the page of the appointment is open can be chosen', async ({
  page,
  context,
  server,
  signIn,
}) => {
  const { bookingID } = await signInFamily(server, signIn)
  await page.route('**/api/appointments/booking/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), days: [] } })
  })
  await page.goto(`/appointment?bookingID=${bookingID}`)
  await expect(page.getByText('No times are offered at the moment.')).toBeVisible()
  await page.unrouteAll()
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('radio', { name: '09:00' })).toBeVisible()
})

test('a family proposes a time of its own, and a clerk confirms it', async ({ page, openAs, server, signIn }) => {
  const { bookingID } = await signInFamily(server, signIn)
  await page.goto(`/appointment?bookingID=${bookingID}`)
  await page.getByText('None of these times suits us').click()
  const form = page.getByRole('form', { name: 'Propose a time' })
  await form.getByLabel('Day').fill(toDay(new Date(Date.now() + 5 * 86_400_000)))
  await form.getByLabel('Time').fill('19:15')
  await form.getByLabel('Message').fill(`After work, ${bookingID}`)
  await form.getByRole('button', { name: 'Propose this time' }).click()
  await expect(status(page, 'Waiting for our staff to confirm')).toBeVisible()

  const clerk = await openAs('staff')
  await clerk.goto('/placements')
  const task = clerk.getByRole('row').filter({ hasText: bookingID })
  await task.getByRole('button', { name: /^Confirm this time/ }).click()
  await expect(task).toHaveCount(0)
  await page.reload()
  await expect(status(page, 'Confirmed')).toBeVisible()
  await expect(page.getByText(/, 19:15 to 20:15$/)).toBeVisible()
})

test('on a phone at the wall, what is recorded without a connection is kept over a reload, and sent once', async ({
  page,
  server,
  signIn,
}) => {
  const booking = await signInFamily(server, signIn)
  const day = toDay(new Date())
  const noon = toInstant(day, '12:00')
  const { appointmentID } = await makeAppointment(server.context, booking, 'confirmed', noon)
  await page.context().clearCookies()
  await signIn('staff')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/placements?day=${day}`)
  const row = rowAt(page, '12:00 to 13:00')
  const arrived = row.getByRole('button', { name: /^Arrived/ })
  await expect(arrived).toBeVisible()
  expect((await arrived.boundingBox())?.height).toBeGreaterThanOrEqual(56)
  expect((await row.locator('summary').boundingBox())?.height, 'one line for each appointment').toBeLessThan(64)
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /^Now, \d\d:\d\d$/ })
      .first(),
  ).toBeVisible()
  await lookAt(page, 'a day of placements')

  /** The first call is done, but its reply is lost; the next ones do not reach the server. */
  let calls = 0
  await page.route(`**${appointmentApi.arrive.path}`, async (route) => {
    calls += 1
    if (calls === 1) await route.fetch()
    await route.abort()
  })
  await arrived.click()
  await expect.poll(() => calls).toBeGreaterThan(1)
  await page.reload()
  await expect.poll(() => calls).toBeGreaterThan(2)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(row.getByRole('button', { name: /^Done/ })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Done/ })).not.toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('draft:placements'))).toBe('{}')
  expect(await movesOf(server, appointmentID)).toEqual(['arrive'])
})

test('without a connection the row says that the entry is kept, and it is sent when the connection is back', async ({
  page,
  context,
  server,
  signIn,
}) => {
  const booking = await signInFamily(server, signIn)
  const day = toDay(new Date())
  await makeAppointment(server.context, booking, 'arrived', toInstant(day, '13:00'))
  await page.context().clearCookies()
  await signIn('staff')
  await page.goto(`/placements?day=${day}`)
  const row = rowAt(page, '13:00 to 14:00')
  await expect(row.getByRole('button', { name: /^Done/ })).toBeVisible()
  await context.setOffline(true)
  await row.getByRole('button', { name: /^Done/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done without an urn' }).click()
  await expect(row).toContainText('“Done” is kept here, and is sent once Columba can be reached.')
  await context.setOffline(false)
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row).toContainText('Done')
})

async function movesOf({ context: { db } }: OwnServer, appointmentID: string) {
  const rows = await db.select().from(appointmentMoves).where(eq(appointmentMoves.appointmentID, appointmentID))
  return rows.map(({ event }) => event)
}

test('an admin sets the placement hours of a hall', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/halls')
  await page.getByRole('button', { name: 'Placement hours of Tembusu Hall' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sunday').fill('9-12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please write hours like 9:00-12:00, 13:00-17:00')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Sunday').fill('9:00-12:00')
  await dialog.getByLabel('Families at a time').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Placement hours of Tembusu Hall' }).click()
  await expect(dialog.getByLabel('Sunday')).toHaveValue('9:00-12:00')
  await expect(dialog.getByLabel('Families at a time')).toHaveValue('3')
})

test('an admin sees the placements of a day and receives an urn, but records nothing for the clerks', async ({
  page,
  server,
  signIn,
}) => {
  const booking = await makeFor(server, await makeUser(server.context))
  await makeAppointment(server.context, booking, 'confirmed', toInstant(toDay(new Date()), '11:35'))
  await signIn('admin')
  await page.goto('/admin-dashboard')
  await page.getByRole('link', { name: 'Placements' }).click()
  const row = rowAt(page, '11:35')
  await expect(row.getByRole('button', { name: /^Arrived/ })).toHaveCount(0)
  await row.getByRole('button', { name: /^Receive the urn/ }).click()
  await fillPapers(page, 'Tan Ah Kow')
  await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click()
  await expect(page.getByText(/^The urn has been received\. Its tag is U-/)).toBeVisible()
  await expect(page).toHaveURL(/\/urns\/U-/)
  expect(await accessibilityViolations(page)).toEqual([])
})
