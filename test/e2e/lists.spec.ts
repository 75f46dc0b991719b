import { expect, type Page, type Route } from '@playwright/test'
import { hallApi } from '#contract/halls/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import type { Role } from '#contract/roles.ts'
import { holdRequests } from './intercept-requests.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-server-test.ts'
import { sweepWidths } from './sweep-widths.ts'
import { takePictures } from './take-picture.ts'

/** Lists of staff that the demo fills. */
const lists: { role: Role; path: string; name: string }[] = [
  { role: 'admin', path: '/user-management', name: 'Users' },
  { role: 'admin', path: '/audit-log', name: 'Entries, newest first' },
  { role: 'admin', path: '/day-book?from=2020-01-01', name: 'Entries, oldest first' },
  { role: 'admin', path: '/halls', name: 'Levels and blocks of Tembusu Hall' },
  { role: 'staff', path: '/urns', name: 'Urns' },
  { role: 'staff', path: '/rights', name: 'Rights, newest first' },
  { role: 'staff', path: '/dashboard', name: 'Refunds' },
]

const listNamed = (page: Page, name: string) => page.getByRole('table', { name, exact: true })

/** Runs in the page. */
const heightsOf = (table: Element) =>
  [...table.querySelectorAll('tr')].map((row) => Math.round(row.getBoundingClientRect().height))

for (const { role, path, name } of lists) {
  test(`the list "${name}" where it has 720 px or more: a table with one line for each row; on a phone two lines for each`, async ({
    page,
    signIn,
  }) => {
    await signIn(role)
    await page.goto(path)
    const list = listNamed(page, name)
    await expect(list).toBeVisible()
    for (const width of [1280, 1120, 1024, 850]) {
      await page.setViewportSize({ width, height: 844 })
      await list.getByRole('columnheader').first().scrollIntoViewIfNeeded()
      const heights = (await list.evaluate(heightsOf)).sort((one, other) => one - other)
      expect(heights[Math.floor(heights.length / 2)], `most rows at ${width} px`).toBeLessThan(40)
      expect(heights.at(-1), `a row with a long name at ${width} px`).toBeLessThan(54)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const [, ...rows] = await list.evaluate(heightsOf)
    expect(Math.max(...rows), 'at 390 px').toBeLessThan(90)
    // With ordinary values; axe looks at these pages in pages.spec.ts.
    expect(await sweepWidths(page)).toEqual([])
    await takePictures(page, `list ${name}`)
  })
}

test('a row that is opened at 850 px and on a phone: what has no column, and what is rare, is there', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/user-management?search=applicant2')
  const row = listNamed(page, 'Users').getByRole('row').filter({ hasText: 'applicant2@columba.example' })
  const details = row.getByRole('button', { name: 'Details' })
  const suspend = row.getByRole('button', { name: /^Suspend / })
  for (const width of [850, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(suspend).toBeHidden()
    await expect(row.getByText(/, \d{6}$/)).toBeHidden()
    await details.click()
    await expect(details).toHaveAttribute('aria-expanded', 'true')
    await expect(suspend).toBeVisible()
    await expect(row.getByText(/, \d{6}$/)).toBeVisible()
    if (width === 390) await lookAt(page, 'list opened')
    await details.click()
  }
})

test('a search of urns that takes long: the rows before stay, and no more of them are loaded meanwhile', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  await page.goto('/urns')
  const more = page.getByRole('button', { name: 'Show more urns' })
  await expect(more).toBeEnabled()
  const release = await holdRequests(page, '**/api/urn/list?*')
  await page.getByLabel('Search by tag').fill('nobody has this name')
  await expect(page.locator('[aria-busy=true]').getByRole('table', { name: 'Urns' })).toBeVisible()
  await expect(more).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('No urn was found.')).toBeHidden()
  release()
  await expect(page.getByText('No urn was found.')).toBeVisible()
  await expect(more).toBeHidden()
})

/** Hides the halls that other tests have added. */
async function leaveOutNewHalls(route: Route) {
  const reply = await route.fetch()
  const halls: { buildingName: string }[] = await reply.json()
  await route.fulfill({ json: halls.filter(({ buildingName }) => /^(Tembusu|Angsana) Hall$/.test(buildingName)) })
}

test('a house of 24 blocks at 1280 px: its picture and all its blocks are within 1,400 px of the top', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.setViewportSize({ width: 1280, height: 844 })
  for (const { path } of [hallApi.list, exploreApi.halls]) await page.route(`**${path}`, leaveOutNewHalls)
  await page.goto('/halls')
  await expect(page.getByRole('link', { name: /^Prices and niches of block / })).toHaveCount(24)
  await expect(page.getByRole('list', { name: 'Picture of the halls' }).getByRole('listitem')).toHaveCount(24)
  for (const last of [page.getByRole('list', { name: 'Picture of the halls' }), page.getByRole('table').last()]) {
    const { y = 0, height = 0 } = (await last.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(1400)
  }
  await lookAt(page, 'halls with 24 blocks')
})
