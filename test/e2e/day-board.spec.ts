import { expect, type Locator, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { appointmentApi } from '#contract/appointments/api.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { buildings } from '#server/database/schema.ts'
import { makeAppointment, makeApprovedInOneHall } from '#test/appointment-factory.ts'
import { makeUser } from '#test/factories.ts'
import { accessibilityViolations } from './axe.ts'
import type { OwnServer } from './own-server.ts'
import { test } from './own-server-test.ts'
import { expectReadInOrder } from './reading-order.ts'
import { takePictures } from './take-picture.ts'

/** Each test has a day of its own. */
const dayIn = (days: number) => addDays(toDay(new Date()), days)

/** Placements at these times, all in one hall, whose name is returned. */
async function placeOn({ context }: OwnServer, day: string, times: readonly string[]): Promise<string> {
  const owners = await Promise.all(times.map(() => makeUser(context)))
  const approved = await makeApprovedInOneHall(context, owners, { hours: '09:00-17:00' })
  for (const [index, time] of times.entries()) {
    const booking = approved[index]
    if (booking) await makeAppointment(context, booking, 'confirmed', toInstant(day, time))
  }
  const [hall] = await context.db
    .select()
    .from(buildings)
    .where(eq(buildings.buildingID, approved[0]?.buildingID ?? ''))
  return hall?.buildingName ?? ''
}

const hallOf = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name }) })
const placementIn = (page: Page, hall: string) => hallOf(page, hall).getByRole('listitem')
const asked = (page: Page) => page.getByRole('dialog')

/** Takes a placement with the mouse and moves until the board shows this time: a browser may begin to drag late. */
async function takeOver(page: Page, placement: Locator, hall: string, time: string): Promise<void> {
  const label = page.locator(`[data-time="${time}"]`)
  await label.scrollIntoViewIfNeeded()
  await placement.hover({ position: { x: 8, y: 8 } })
  await page.mouse.down()
  await expect(async () => {
    const [column, to] = [await hallOf(page, hall).boundingBox(), await label.boundingBox()]
    if (!column || !to) throw new Error('The board is not drawn')
    await hallOf(page, hall).hover({ position: { x: 40, y: to.y - column.y + 12 } })
    await expect(label).toHaveAttribute('data-over', { timeout: 1_000 })
  }).toPass()
}

test('on the board a clerk moves one placement by dragging it and another with the keyboard, and is asked before', async ({
  openAs,
  server,
}) => {
  const day = dayIn(1)
  const [first, second] = [await placeOn(server, day, ['10:00']), await placeOn(server, day, ['10:00'])]
  const page = await openAs('staff')
  await page.goto(`/placements?day=${day}`)
  const [one, other] = [placementIn(page, first), placementIn(page, second)]
  await expect(one).toContainText('10:00')
  expect((await one.boundingBox())?.y, 'the same time is in the same row').toBe((await other.boundingBox())?.y)
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'day-board')

  await takeOver(page, one, first, '14:00')
  await page.mouse.up()
  await expect(asked(page)).toContainText('Move the placement to 14:00?')
  await asked(page).getByRole('button', { name: 'Move it' }).click()
  await expect(one).toContainText('14:00')

  await other.locator('summary').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(asked(page)).toContainText('Move the placement to 11:00?')
  await asked(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(other).toContainText('10:00')
  await other.locator('summary').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await asked(page).getByRole('button', { name: 'Move it' }).click()
  await expect(other).toContainText('09:00')
})

test('the board is read hall by hall, and in each hall in the order of the day', async ({ openAs, server }) => {
  const day = dayIn(5)
  const [first, second] = [await placeOn(server, day, ['13:00', '09:00']), await placeOn(server, day, ['10:00'])]
  const page = await openAs('staff')
  await page.goto(`/placements?day=${day}`)
  await expect(placementIn(page, first)).toHaveCount(2)
  await expectReadInOrder(hallOf(page, first), [`heading "${first}"`, '09:00', '13:00'])
  await expectReadInOrder(hallOf(page, second), [`heading "${second}"`, '10:00'])
})

test('a placement is not dragged into another hall, and an admin moves none', async ({ openAs, server }) => {
  const day = dayIn(2)
  const [first, second] = [await placeOn(server, day, ['10:00']), await placeOn(server, day, ['10:00'])]
  const clerk = await openAs('staff')
  await clerk.goto(`/placements?day=${day}`)
  await takeOver(clerk, placementIn(clerk, first), first, '11:00')
  await hallOf(clerk, second).hover()
  await clerk.mouse.up()
  await expect(asked(clerk)).toHaveCount(0)
  const admin = await openAs('admin')
  await admin.goto(`/placements?day=${day}`)
  await placementIn(admin, first).locator('summary').focus()
  await admin.keyboard.press('Alt+ArrowDown')
  await expect(placementIn(admin, first)).not.toHaveAttribute('draggable', 'true')
  await expect(asked(admin)).toHaveCount(0)
})

test('a clerk is told why a placement cannot be moved to a time that another family has', async ({
  openAs,
  server,
}) => {
  const day = dayIn(3)
  const hall = await placeOn(server, day, ['10:00', '11:00'])
  const page = await openAs('staff')
  await page.goto(`/placements?day=${day}`)
  const row = placementIn(page, hall).first()
  await row.locator('summary').focus()
  const refused = page.waitForResponse((response) => response.url().includes(appointmentApi.move.path))
  await page.keyboard.press('Alt+ArrowDown')
  await asked(page).getByRole('button', { name: 'Move it' }).click()
  expect((await refused).status()).toBeGreaterThanOrEqual(400)
  await expect(row).toContainText('10:00')
})

test('at 1280 px the tasks are a rail that is no higher than the window, and the keyboard reaches the last of them', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto('/placements')
  const titles = page.getByRole('heading', { name: /^(Times that families propose|Differences found)/ })
  await expect(titles).toHaveCount(2)
  const last = page.getByRole('link', { name: /^(Choose a time|Open the urn|Open the day|See the difference)/ }).last()
  await expect(last).not.toBeInViewport()
  const before = await page.evaluate(() => scrollY)
  await last.focus()
  await expect(last).toBeInViewport()
  expect(await page.evaluate(() => scrollY), 'the page is not scrolled by more than the rail').toBeLessThan(
    before + 844,
  )
})

test('a full day of two halls is printed on one page of A4', async ({ openAs, server }) => {
  const times = ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00', '16:00']
  const day = dayIn(4)
  for (const _ of ['one hall', 'another']) await placeOn(server, day, times)
  const page = await openAs('staff')
  await page.goto(`/placements?day=${day}`)
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
