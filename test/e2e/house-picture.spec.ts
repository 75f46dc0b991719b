import { expect, type Locator, type Page } from '@playwright/test'
import type { StaffAppointment } from '#contract/appointments/api.ts'
import { isOpen } from '#contract/appointments/appointment.ts'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { addDays, toDay } from '#contract/dates.ts'
import type { PicturedHall } from '#contract/niches/explore-api.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { lookAt } from './look-at.ts'
import { test } from './open-as.ts'
import { selectBlock } from './select-block.ts'
import { takePicture, takePictures } from './take-picture.ts'

const picture = (page: Page) => page.getByRole('listbox', { name: 'Picture of the halls' })
const facade = (page: Page, building: string, level: number, block: string) =>
  picture(page).getByRole('option', { name: new RegExp(`^Block ${block} on level ${level} of ${building}, `) })

async function expectChosen(page: Page, building: string, level: number, block: string) {
  await expect(facade(page, building, level, block)).toHaveAttribute('aria-selected', 'true')
  await expect(picture(page).getByRole('option', { selected: true })).toHaveCount(1)
  await expect(page.getByLabel('Building', { exact: true }).locator('option:checked')).toHaveText(building)
  await expect(page.getByLabel('Level', { exact: true }).locator('option:checked')).toHaveText(String(level))
  await expect(page.getByLabel('Block', { exact: true }).locator('option:checked')).toHaveText(block)
  await expect(page.getByRole('grid', { name: `${building}, level ${level}, block ${block}` })).toBeVisible()
}

for (const { path, who } of [
  { path: '/explore', who: undefined },
  { path: '/book-niche', who: 'applicant2' },
  { path: '/niche-booking', who: 'staff' },
  { path: '/niche-management', who: 'admin' },
] as const) {
  test(`on ${path}, a façade opens its block as the selects do, and the picture follows the selects`, async ({
    openAs,
  }) => {
    const page = await openAs(who)
    await page.goto(path)
    await facade(page, 'Angsana Hall', 2, 'C').click()
    await expectChosen(page, 'Angsana Hall', 2, 'C')
    await expect(page).toHaveURL(/block=AH-2C/)
    await selectBlock(page, 'Tembusu Hall', '3', 'B')
    await expectChosen(page, 'Tembusu Hall', 3, 'B')
  })
}

test('a block is chosen in the picture with the keyboard: one tab stop, arrow keys as the eye goes, and Enter', async ({
  openAs,
}) => {
  const page = await openAs()
  await page.goto('/explore?block=TH-2B')
  await selectBlock(page, 'Tembusu Hall', '2', 'B')
  await page.getByLabel('Block', { exact: true }).focus()
  await page.keyboard.press('Tab')
  const focused = page.locator(':focus')
  await expect(focused).toHaveText(/^Block B on level 2 of Tembusu Hall/)
  for (const [key, words] of [
    ['ArrowUp', 'Block B on level 3 of Tembusu Hall'],
    ['ArrowDown', 'Block B on level 2 of Tembusu Hall'],
    ['ArrowDown', 'Block B on level 1 of Tembusu Hall'],
    ['ArrowRight', 'Block C on level 1 of Tembusu Hall'],
    ['Home', 'Block A on level 3 of Tembusu Hall'],
    ['End', 'Block D on level 1 of Angsana Hall'],
    ['ArrowLeft', 'Block C on level 1 of Angsana Hall'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(focused).toHaveText(new RegExp(`^${words}, `))
  }
  await expectChosen(page, 'Tembusu Hall', 2, 'B')
  await page.keyboard.press('Enter')
  await expectChosen(page, 'Angsana Hall', 1, 'C')
  await expect(focused).toHaveText(/^Block C on level 1 of Angsana Hall/)
  await page.keyboard.press('Tab')
  await expect(picture(page).locator(':focus')).toHaveCount(0)
})

test('the picture is read hall by hall from the top, each façade as one sentence, and is accessible in both themes', async ({
  openAs,
}) => {
  const page = await openAs()
  await page.goto('/explore')
  await selectBlock(page, 'Angsana Hall', '1', 'D')
  const read = (await picture(page).ariaSnapshot()).split('\n').slice(1)
  const places = ['Tembusu Hall', 'Angsana Hall'].flatMap((hall) =>
    [3, 2, 1].flatMap((level) => ['A', 'B', 'C', 'D'].map((block) => `Block ${block} on level ${level} of ${hall}`)),
  )
  expect(read.map((line) => line.match(/Block .* Hall/)?.[0])).toEqual(places)
  for (const line of read) expect(line).toMatch(/option "Block \w on [\w ]+, \d+ of 96 free at SGD [\d,]+ to [\d,]+"/)
  expect(read.at(-1)).toContain('[selected]')
  await lookAt(page, 'house-picture')
})

test('the façade of the chosen block counts the free niches that its map shows', async ({ openAs }) => {
  const page = await openAs()
  await page.goto('/explore')
  await selectBlock(page, 'Angsana Hall', '3', 'D')
  /** Other tests book in this block. */
  await expect(async () => {
    const free = await page.locator('td[data-status="available"]').count()
    await expect(facade(page, 'Angsana Hall', 3, 'D')).toContainText(`${free} of 96 free`, { timeout: 1000 })
  }).toPass()
})

test('at 320 px the picture is a list below the map, which opens a block', async ({ openAs }) => {
  const page = await openAs()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/explore')
  await selectBlock(page, 'Tembusu Hall', '1', 'A')
  await expect(picture(page)).toBeHidden()
  await page.getByText('All halls and blocks').click()
  await expect(facade(page, 'Tembusu Hall', 1, 'A')).toHaveAttribute('aria-selected', 'true')
  const boxes = await Promise.all((await picture(page).getByRole('option').all()).map((each) => each.boundingBox()))
  expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size).toBe(1)
  expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(44)
  await takePicture(page, 'house-picture-320-list', { fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await takePicture(page, 'house-picture-390-list-dark', { fullPage: true })
  await facade(page, 'Tembusu Hall', 2, 'D').click()
  await expectChosen(page, 'Tembusu Hall', 2, 'D')
})

test('two halls fit into the frame of the picture, beside each other, from a tablet to a desk', async ({ openAs }) => {
  const page = await openAs('staff')
  await page.route('**/api/explore/halls', async (route) => {
    const halls: PicturedHall[] = await (await route.fetch()).json()
    await route.fulfill({ json: halls.filter(({ buildingName }) => /^(Tembusu|Angsana) Hall$/.test(buildingName)) })
  })
  await page.goto('/niche-booking')
  const last = facade(page, 'Angsana Hall', 1, 'D')
  for (const width of [1280, 1000, 768]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(last).toBeInViewport({ ratio: 1 })
    expect(await picture(page).evaluate((frame) => frame.scrollHeight - frame.clientHeight)).toBeLessThanOrEqual(1)
  }
})

/** Four halls of five levels of five blocks. */
const largeHouse: PicturedHall[] = ['North', 'East', 'South', 'West'].map((buildingName, hall) => ({
  buildingID: buildingName,
  buildingName: `${buildingName} Hall`,
  levels: [1, 2, 3, 4, 5].map((levelNumber) => ({
    levelID: `${buildingName}-${levelNumber}`,
    levelNumber,
    blocks: ['A', 'B', 'C', 'D', 'E'].map((blockName, index) => ({
      blockID: `${buildingName}-${levelNumber}${blockName}`,
      blockName,
      niches: 400,
      free: (index * 97 + levelNumber * 31 + hall * 57) % 400,
      prices: { from: '2600.00', to: '128000.50' },
    })),
  })),
}))
const height = async (part: Locator) => (await part.boundingBox())?.height ?? 0

test('a house of a hundred blocks scrolls in the frame of its picture, which shows the chosen block', async ({
  openAs,
}) => {
  const page = await openAs()
  await page.route('**/api/explore/halls', (route) => route.fulfill({ json: largeHouse }))
  await page.route('**/api/explore/niches/*', (route) => route.fulfill({ json: [] }))
  await page.goto('/explore?building=West&level=West-1&block=West-1E')
  const chosen = facade(page, 'West Hall', 1, 'E')
  await expect(chosen).toHaveAttribute('aria-selected', 'true')
  await expect(chosen).toBeInViewport({ ratio: 0.9 })
  expect(await height(picture(page))).toBeLessThan(400)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await takePictures(page, 'house-picture-large')
})

for (const { path, who } of [
  { path: '/halls', who: 'admin' },
  { path: '/admin-dashboard', who: 'admin' },
  { path: '/dashboard', who: 'staff' },
] as const) {
  test(`${path} has the picture of all halls, which is a list of blocks there`, async ({ openAs }) => {
    const page = await openAs(who)
    await page.goto(path)
    const blocks = page.getByRole('list', { name: 'Picture of the halls' }).getByRole('listitem')
    await expect(blocks).toHaveCount(24)
    await expect(blocks.first()).toContainText('Block A on level 3 of Tembusu Hall')
  })
}

/** The label of the picture in which blocks are lit. */
const lit = async (page: Page) =>
  (await page.getByRole('img', { name: 'Picture of the halls, with a light in' }).getAttribute('aria-label')) ?? ''

test('the page of a person lights the block of the niche in its hall', async ({ openAs }) => {
  const page = await openAs('applicant')
  const reply = page.waitForResponse('**/api/booking/getBookingByUserID*')
  await page.goto('/my-bookings')
  const bookings: OwnBooking[] = await (await reply).json()
  const { bookingID, ...niche } = bookings.find(({ bookingStatus }) => bookingStatus === 'Confirmed') as OwnBooking
  await page.goto(`/my-bookings/${bookingID}`)
  expect(await lit(page)).toBe(`Picture of the halls, with a light in ${buildingLevelBlock(niche)}`)
})

test('the placements of a day light the blocks where their urns go', async ({ openAs }) => {
  const page = await openAs('staff')
  let rows: StaffAppointment[] = []
  let day = ''
  for (let ahead = 0; ahead < 21 && rows.length === 0; ahead++) {
    day = addDays(toDay(new Date()), ahead)
    rows = await (await page.request.get(`/api/appointments/day?day=${day}`)).json()
    rows = rows.filter(({ status }) => isOpen(status))
  }
  expect(rows.length).toBeGreaterThan(0)
  await page.goto(`/placements?day=${day}`)
  const label = await lit(page)
  for (const row of rows) expect(label).toContain(buildingLevelBlock(row))
})
