import { expect, type Page } from '@playwright/test'
import { makeRestingPerson } from '#test/resting-person.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import { test } from './own-server-test.ts'
import { longest } from './seed-longest-values.ts'
import { takePicture } from './take-picture.ts'

const recently = String(new Date().getFullYear() - 1)
const died = { dateOfDeath: `${recently}-02-03` }

async function find(page: Page, name: string, year: string) {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Year of death').fill(year)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
}
const notShown = (page: Page) => page.getByText('Nobody was found with this name and year of death')
const slips = (page: Page) => page.getByRole('article')

test('a visitor finds a person once the holder agrees, and no longer once staff withhold the person', async ({
  page,
  server,
  openAs,
}) => {
  const { bookingID, holder } = await makeRestingPerson(server.context, { name: 'Seah Geok Choo', ...died })
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Find someone' }).click()
  await find(page, 'geokchoo SEAH', recently)
  await expect(notShown(page)).toBeVisible()

  const family = await openAs(holder)
  await family.goto(`/my-bookings/${bookingID}`)
  const choice = family.getByRole('switch', { name: 'Let visitors find this person' })
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(family.getByText('Your choice is saved.')).toBeVisible()
  await expect(choice).toBeChecked()
  expect(await accessibilityViolations(family)).toEqual([])

  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(slips(page)).toContainText('Seah Geok Choo')
  await expect(slips(page)).toContainText('the 3rd niche from the left, in the 5th row from the top')
  await expect(slips(page).getByRole('img', { name: 'niche 3-5 is marked' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  const clerk = await openAs('staff')
  await clerk.goto(`/booking-approval/${bookingID}`)
  await expect(clerk.getByText('Visitors find this person. The holder has agreed.')).toBeVisible()
  await clerk.getByRole('button', { name: 'Withhold' }).click()
  await clerk.getByLabel('Reason').fill('The son asked us to.')
  await clerk.getByRole('dialog').getByRole('button', { name: 'Withhold' }).click()
  await expect(clerk.getByText(/^Withheld by .*: The son asked us to\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(notShown(page)).toBeVisible()

  await family.reload()
  await expect(family.getByText('Our staff have withheld this person from visitors')).toBeVisible()
})

test('two people of the same name are both shown, and the slip of one is printed without the other', async ({
  page,
  server,
}) => {
  const name = 'Lim Shu Fen'
  await makeRestingPerson(server.context, { name, ...died, dateOfBirth: '1951-01-01', shared: true })
  await makeRestingPerson(server.context, { name, ...died, dateOfBirth: '1932-01-01', shared: true })
  await page.goto('/find')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await find(page, name, recently)
  await expect(page.getByText('2 people have this name and year of death')).toBeVisible()
  await expect(slips(page)).toHaveText([/1932 – /, /1951 – /])
  await takePicture(page, 'find-two', { fullPage: true })

  await slips(page).nth(1).getByRole('button', { name: 'Print a slip' }).click()
  await expect(page.locator('body[data-printed]')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(slips(page).filter({ hasText: '1951 – ' })).toBeVisible()
  await expect(slips(page).filter({ hasText: '1932 – ' })).toBeHidden()
  await expect(page.getByLabel('Full name')).toBeHidden()
  await takePicture(page, 'find-slip', { fullPage: true })
})

test('a search without a year says what is missing and sends nothing', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/api/find') && sent.push(request.url())))
  await page.goto('/find')
  await find(page, 'Tan Mei Ling', '20')
  await expect(page.getByLabel('Year of death')).toHaveAccessibleDescription(/such as 2019/)
  expect(sent).toEqual([])
})

test('search engines are told not to list the page', async ({ request }) => {
  const answer = await request.get('/find')
  expect(answer.headers()['x-robots-tag']).toBe('noindex')
  expect(await answer.text()).toContain('<meta name="robots" content="noindex" />')
  expect(await (await request.get('/about')).text()).not.toContain('noindex')
})

test('a found person with the longest name fits every width, light and dark', async ({ page, server }) => {
  await makeRestingPerson(server.context, { name: longest.name, ...died, shared: true })
  await page.goto('/find')
  await find(page, longest.name, recently)
  await expect(slips(page)).toHaveCount(1)
  await expect(page.getByText('Drawing the map')).toHaveCount(0)
  for (const [width, colorScheme] of [
    [1280, 'dark'],
    [390, 'light'],
    [320, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(page), `content within ${width} px`).toEqual([])
    expect(await accessibilityViolations(page), `axe at ${width}, ${colorScheme}`).toEqual([])
    await takePicture(page, `find-${width}-${colorScheme}`, { fullPage: true })
  }
})
