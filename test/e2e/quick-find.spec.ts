import { expect, type Page } from '@playwright/test'
import { accessibilityViolations } from './axe.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { onEmbeddedEngine } from './demo-sessions.ts'
import { findAllOverflows } from './find-overflows.ts'
import { holdRequests, mockReply } from './intercept-requests.ts'
import { test } from './open-as.ts'

test.use(onEmbeddedEngine)

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Quick find' })
const boxOf = (page: Page) => dialogOf(page).getByRole('textbox')
const groupOf = (page: Page, name: string) => dialogOf(page).getByRole('region', { name })

test('a clerk opens a person by the name of the beneficiary, with the keyboard only', async ({ openAs }) => {
  const page = await openAs('staff')
  const family = await bookAtCounter(page.request)
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Quick find' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.type(`kow ${family.contactNumber}`)
  const result = groupOf(page, 'Bookings').getByRole('link', { name: family.beneficiaryName, exact: true })
  await expect(result).toBeVisible()
  await expect(groupOf(page, 'Bookings')).toContainText(`niche ${family.nicheCode}`)
  await page.keyboard.press('Enter')
  await expect(result).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(boxOf(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/person/${family.bookingID}`)
  await expect(dialogOf(page)).toBeHidden()
})

test('a clerk finds a family by email, and from there its bookings; the last search is still there when reopened', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const family = await bookAtCounter(page.request)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Quick find' }).click()
  await boxOf(page).fill(family.email)
  await groupOf(page, 'People').getByRole('link', { name: family.fullName }).click()
  await expect(page).toHaveURL(`/search-booking?query=${family.contactNumber}`)
  await page.getByRole('heading', { level: 1 }).press('/')
  await expect(boxOf(page)).toHaveValue(family.email)
  await expect(groupOf(page, 'Bookings')).toContainText(family.bookingID)
})

test('the slash key does not open the search while someone types', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/user-management')
  const box = page.getByRole('searchbox')
  await box.press('/')
  await expect(box).toHaveValue('/')
  await expect(dialogOf(page)).toBeHidden()
})

test('an admin goes from a niche code to the entries of the niche, and from a person to User Management', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  const clerk = await openAs('staff')
  const family = await bookAtCounter(clerk.request)
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('button', { name: 'Quick find' })).toBeVisible()
  await page.keyboard.press('/')
  await boxOf(page).fill(family.nicheCode.toLowerCase())
  await groupOf(page, 'Niches').getByRole('link', { name: family.nicheCode, exact: true }).click()
  await expect(page).toHaveURL(`/audit-log?niche=${family.nicheCode}`)
  await expect(page.getByRole('table')).toContainText('Booking submitted')

  await page.getByRole('button', { name: 'Quick find' }).click()
  await boxOf(page).fill(family.email)
  await groupOf(page, 'People').getByRole('link', { name: family.fullName, exact: true }).click()
  await expect(page.getByRole('searchbox')).toHaveValue(family.email)
  await expect(page.getByRole('main')).toContainText(family.contactNumber)
})

test('a search that finds nothing says so, an NRIC is not sent, and a failed search can be repeated', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/search')) sent.push(request.url())
  })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Quick find' }).click()
  await boxOf(page).fill('S1234567A')
  await expect(dialogOf(page).getByText('An NRIC cannot be searched for here.')).toBeVisible()
  await boxOf(page).fill('Qqqxyz Nobody')
  await expect(dialogOf(page).getByText('Nothing found for "Qqqxyz Nobody".')).toBeVisible()
  expect(sent.filter((url) => url.includes('S1234567A'))).toEqual([])

  await mockReply(page, '/api/search', 500)
  await boxOf(page).fill('Qqqxyz Somebody')
  await expect(dialogOf(page).getByRole('alert')).toBeVisible()
  await page.unroute('**/api/search*')
  await dialogOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialogOf(page).getByText('Nothing found for "Qqqxyz Somebody".')).toBeVisible()
})

test('results of an earlier text do not replace those of a later one', async ({ openAs }) => {
  const page = await openAs('staff')
  const release = await holdRequests(page, '**/api/search?query=Tan+Mei')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Quick find' }).click()
  const early = page.waitForRequest('**/api/search?query=Tan+Mei')
  await boxOf(page).fill('Tan Mei')
  const held = await early
  await boxOf(page).fill('Lim Wei Jie')
  await expect(groupOf(page, 'People')).toContainText('Lim Wei Jie')
  release()
  await held.response()
  await expect(groupOf(page, 'People')).not.toContainText('Tan Mei Ling')
})

test('search results fit at 1280 and 320 px and have no accessibility violations, light and dark', async ({
  openAs,
}) => {
  const page = await openAs('admin')
  await page.goto('/admin-dashboard')
  await page.getByRole('button', { name: 'Quick find' }).click()
  await boxOf(page).fill('Tan Mei')
  await expect(groupOf(page, 'People')).toContainText('Tan Mei Ling')
  for (const [width, colorScheme] of [
    [1280, 'dark'],
    [320, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    expect(await findAllOverflows(page), `content within ${width} px`).toEqual([])
    expect(await accessibilityViolations(page), `axe at ${width}, ${colorScheme}`).toEqual([])
  }
})
