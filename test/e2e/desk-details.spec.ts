import { expect, type Locator, type Page } from '@playwright/test'
import { bookingApi } from '#contract/bookings/api.ts'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { unknownPayments } from '#server/database/schema.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-server-test.ts'
import { selectBlock } from './select-block.ts'

test('the drawer is counted before the page shows what the records expect, and one press after the last amount closes it', async ({
  server,
  page,
  signIn,
}) => {
  const [clerk, family] = [await makeUser(server.context, { role: 'staff' }), await makeUser(server.context)]
  const { bookingID } = await bookUnpaid(server.context, await callAs(server.app, family))
  const caller = await callAs(server.app, clerk)
  await caller.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
  const { lines } = (await caller.call(cashUpApi.drawer)).body
  const expected = lines.find(({ method }) => method === 'Cash')?.expected ?? ''
  await signIn(clerk)
  await page.goto('/cash-up')
  const cash = page.getByRole('group', { name: 'Cash', exact: true })
  await cash.getByLabel('Cash counted').pressSequentially('1.00')
  await expect(cash.getByText(/Expected: SGD|too little/)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(cash.getByText(/^Expected: SGD /)).toBeVisible()
  await expect(cash.getByText(/too little$/)).toBeVisible()
  await cash.getByLabel('Cash counted').fill(expected)
  await expect(cash.getByText('As expected')).toBeVisible()
  await lookAt(page, 'cash-up-counted')

  await page.reload()
  for (const line of lines.filter(({ payments }) => payments > 0))
    await page.getByLabel(`${line.method} counted`).fill(line.expected)
  await page.getByRole('button', { name: 'Close the drawer' }).click()
  await expect(page.getByText(/waits for a signature/), 'one press is enough').toBeVisible()
})

test('each page in the menu of staff and of admins has an icon of its own', async ({ openAs }) => {
  for (const role of ['staff', 'admin'] as const) {
    const page = await openAs(role)
    await page.goto('/profile')
    const menu = page.getByRole('navigation', { name: 'Your pages' })
    await expect(menu.getByRole('link').first()).toBeVisible()
    const icons = await menu.locator('li svg').evaluateAll((found) => found.map(({ innerHTML }) => innerHTML))
    expect(icons.length).toBeGreaterThan(5)
    expect(new Set(icons).size).toBe(icons.length)
  }
})

test('a status is drawn on the dashboard as in the legend of the map, with its sign', async ({ page, signIn }) => {
  await signIn('admin')
  const looksOf = (mark: Locator) =>
    mark.evaluate((element) => {
      const { backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(element)
      const { content, clipPath, borderRadius } = getComputedStyle(element, '::before')
      return { backgroundColor, borderTopColor, borderTopStyle, content, clipPath, borderRadius }
    })
  const drawnIn = async (part: Locator) => {
    const statuses = ['available', 'occupied', 'reserved', 'pending']
    return Promise.all(statuses.map((status) => looksOf(part.locator(`[data-status=${status}]`))))
  }
  await page.goto('/admin-dashboard')
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Niche Status Breakdown' }) })
  const drawn = await drawnIn(card)
  await page.goto('/niche-management')
  expect(await drawnIn(page.getByRole('list', { name: 'Legend' }))).toEqual(drawn)
})

test('the titles of narrow and wide pages begin at one edge', async ({ page, signIn }) => {
  await signIn('staff')
  const edges: number[] = []
  for (const path of ['/urns', '/profile', '/cash-up', '/search-booking']) {
    await page.goto(path)
    edges.push((await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0)
  }
  expect(new Set(edges).size).toBe(1)
})

test('the history of a niche stands beside the form that changes it, and an unknown block leads back', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto('/niche-management')
  await selectBlock(page, 'Tembusu Hall', '1', 'A')
  await page.locator('[data-niche][data-status=occupied]').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'History' })).toBeInViewport()
  const top = async (part: ReturnType<Page['getByRole']>) => (await part.boundingBox())?.y ?? 0
  const [history, reason] = [dialog.getByRole('region', { name: 'History' }), dialog.getByLabel('Reason')]
  expect(await top(history)).toBeLessThan(await top(reason))
  await lookAt(page, 'override')

  await page.goto('/halls?block=none')
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('on a phone the queue has no keyboard hints, and the bar that approves gives way to whoever writes a denial', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  await page.setViewportSize({ width: 390, height: 844 })
  const reply = page.waitForResponse(`**${bookingApi.pending.path}`)
  await page.goto('/pending-approvals')
  const [{ bookingID }] = await (await reply).json()
  await page.getByTitle('Read the papers and decide').first().click()
  await expect(page.getByRole('navigation', { name: 'Queue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeHidden()

  await page.goto(`/booking-approval/${bookingID}`)
  const bar = page.getByRole('region', { name: 'Approve' })
  await expect(bar).toBeInViewport()
  await page.getByLabel('Reason').focus()
  await expect(bar.locator('..')).toHaveCSS('position', 'static')
})

test('Money lists payments of the provider that Columba does not know, with amount, time and booking', async ({
  server,
  page,
  signIn,
}) => {
  const startedAt = new Date('2026-11-02T03:04:00Z')
  await server.context.db.insert(unknownPayments).values({
    ...{ intentID: 'pi_unknown', bookingID: 'B-AAAA111111', currency: 'sgd', isRefunded: false },
    ...{ amountCents: 380_000, startedAt, foundAt: server.context.clock() },
  })
  await signIn('admin')
  await page.goto('/money')
  const row = page.getByRole('table', { name: 'Payments that Columba does not know' }).getByRole('row').nth(1)
  for (const words of ['SGD 3,800.00', 'B-AAAA111111', 'pi_unknown']) await expect(row).toContainText(words)
  await expect(row.locator('time')).toHaveAttribute('datetime', startedAt.toISOString())
})
