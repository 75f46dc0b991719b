import { expect, type Page } from '@playwright/test'
import { appointmentApi } from '#contract/appointments/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { toDay, toInstant } from '#contract/dates.ts'
import { rightApi } from '#contract/rights/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { makeUser } from '#test/factories.ts'
import { accessibilityViolations } from './axe.ts'
import { mockReply } from './intercept-requests.ts'
import { test } from './own-server-test.ts'
import { expectReadInOrder } from './reading-order.ts'
import { takePictures } from './take-picture.ts'

const today = (page: Page) => page.getByRole('region', { name: 'Today' })

test('the dashboards begin with the placements of today and with what waits; what is zero is not shown, and the cards stay below', async ({
  openAs,
  server,
}) => {
  const { context } = server
  const booking = await makeApproved(context, await makeUser(context))
  await makeAppointment(context, booking, 'arrived', toInstant(toDay(context.clock()), '09:00'))
  const clerk = await openAs('staff')
  await clerk.goto('/dashboard')
  await expect(today(clerk).getByRole('heading', { name: 'Placements today' })).toBeVisible()
  await expect(today(clerk).getByRole('link', { name: 'Bookings to decide' })).toBeVisible()
  await expect(today(clerk).getByRole('link', { name: 'Longest wait' })).toBeVisible()
  await expect(today(clerk).getByText('0', { exact: true })).toHaveCount(0)
  await expect(clerk.getByRole('article').filter({ hasText: 'Pending Approvals' })).toContainText('to decide')
  const headings = await clerk.getByRole('main').getByRole('heading').allTextContents()
  expect(headings.slice(0, 3)).toEqual(['Dashboard', 'Today', 'Placements today'])
  expect(headings).toEqual(expect.arrayContaining(['Total Bookings', 'Pending Approvals', 'Returning Clients']))

  const admin = await openAs('admin')
  await admin.goto('/admin-dashboard')
  await expect(today(admin).getByRole('heading', { name: 'Placements today' })).toBeVisible()
  await expect(today(admin).getByText('0', { exact: true })).toHaveCount(0)
  await expect(today(admin).getByRole('link', { name: 'Longest wait' })).toHaveAttribute('href', /^\/person\/B-/)
  for (const name of ['Total Bookings', 'Pending Niches', 'Returning Clients (%)', 'Niche Status Breakdown'])
    await expect(admin.getByRole('heading', { name, exact: true })).toBeVisible()

  await takePictures(clerk, 'morning-staff')
  await takePictures(admin, 'morning-admin')
  for (const page of [clerk, admin]) {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await accessibilityViolations(page), `axe at ${width}`).toEqual([])
    }
  }
  await expectReadInOrder(today(clerk), [
    'heading "Today"',
    'heading "Placements today"',
    'list "Still to do"',
    'link "Open the day"',
    'link "Bookings to decide"',
    'link "Longest wait"',
  ])
  await today(clerk).getByRole('listitem').filter({ hasText: '09:00' }).getByRole('link').first().press('Enter')
  await expect(clerk).toHaveURL(/\/person\/B-/)
})

/** Everything that the first screen of a clerk shows, with nothing in it. */
const nothing = {
  [`${appointmentApi.day.path}?`]: [],
  [appointmentApi.tasks.path]: { proposed: [], unfinished: [], notPlaced: [], expired: [], withoutAppointment: [] },
  [stockTakeApi.differences.path]: [],
  [rightApi.waiting.path]: { heard: 0, due: 0, claims: 0 },
  [dashboardApi.today.path]: {
    ...{ pending: 0, unpaid: 0, urnRequests: 0, refunds: 0, overdueBills: 0, returnedLetters: 0 },
    longestWait: null,
    waitsLongest: null,
  },
}

test('what cannot be read on the first screen is said, with a button that tries again; only then does nothing wait', async ({
  openAs,
}) => {
  const clerk = await openAs('staff')
  for (const [path, body] of Object.entries(nothing)) await mockReply(clerk, path, 200, body)
  for (const [path, body] of Object.entries(nothing)) {
    await mockReply(clerk, path, 400)
    await clerk.goto('/dashboard')
    await expect(today(clerk).getByRole('alert'), path).toContainText(/could (not )?be read just now\./)
    await expect(today(clerk).getByText('Nothing waits for you.'), path).toHaveCount(0)
    await mockReply(clerk, path, 200, body)
    await today(clerk).getByRole('button', { name: 'Try again' }).click()
    await expect(today(clerk).getByText('Nothing waits for you.'), path).toBeVisible()
  }
})
