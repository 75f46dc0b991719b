import { expect, type Page, request } from '@playwright/test'
import { TOTP } from 'otpauth'
import { accessibilityViolations } from './axe.ts'
import { onEmbeddedEngine, sessionOf } from './demo-sessions.ts'
import { test } from './open-as.ts'
import { selectBlock } from './select-block.ts'
import { takePictures } from './take-picture.ts'

test.use(onEmbeddedEngine)

const panel = (page: Page) => page.getByRole('region', { name: 'Chosen niche' })

async function openBlock(page: Page, block: string) {
  await page.goto('/explore')
  await selectBlock(page, 'Angsana Hall', '3', block)
}

test('a visitor walks from the landing page through halls and blocks, and sees free niches and the prices of each row', async ({
  openAs,
}) => {
  const page = await openAs()
  await page.goto('/')
  await page.getByRole('link', { name: 'See niches and prices' }).click()
  await expect(page.getByRole('heading', { name: 'Niches and prices', level: 1 })).toBeVisible()
  await selectBlock(page, 'Angsana Hall', '2', 'D')
  await expect(page).toHaveURL(/block=AH-2D/)
  await expect(page.locator('tr[aria-rowindex="1"] > td').first()).toHaveText('13,200')
  await expect(page.locator('tr[aria-rowindex="4"] > td').first()).toHaveText('44,400')
  const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem')
  await expect(legend).toHaveText([/^available/, /^selected/, /^unavailable/])
  await page.getByRole('gridcell', { name: ', available, SGD' }).first().click()
  await expect(panel(page)).toContainText('SGD')
  expect(await accessibilityViolations(page)).toEqual([])
})

test('a niche that is taken changes on the open map of a visitor, without a reload', async ({ openAs, baseURL }) => {
  const page = await openAs()
  await openBlock(page, 'C')
  const free = page.getByRole('gridcell', { name: ', available, SGD' }).first()
  const nicheID = (await free.getAttribute('data-niche')) ?? ''
  const admin = await request.newContext({ ...(baseURL && { baseURL }), storageState: sessionOf('admin') })
  await admin.post('/api/niche/update-status', { data: { nicheID, newStatus: 'Reserved', reason: 'Kept' } })
  await admin.dispose()
  await expect(page.locator(`[data-niche="${nicheID}"]`)).toHaveAttribute('data-status', 'unavailable')
})

test('a chip marks niches on the map, and the link to a chosen niche opens on it', async ({ openAs }) => {
  const page = await openAs()
  await page.goto('/explore')
  await selectBlock(page, 'Angsana Hall', '2', 'D')
  const chip = page.getByRole('button', { name: /^Eye level \d+$/ })
  await chip.click()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  const marked = page.locator('[data-niche][data-found="true"]')
  await expect(marked).toHaveCount(Number((await chip.textContent())?.match(/\d+/)?.[0]))
  await takePictures(page, 'explore-chips')
  expect(await accessibilityViolations(page)).toEqual([])
  await chip.click()
  await expect(marked).toHaveCount(0)

  const free = page.getByRole('gridcell', { name: ', available, SGD' }).first()
  const nicheID = await free.getAttribute('data-niche')
  await page.locator(`[data-niche="${nicheID}"]`).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel(page).getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await openAs()
  await other.goto(link)
  await expect(other.locator(`[data-niche="${nicheID}"]`)).toHaveAttribute('aria-selected', 'true')
  await takePictures(other, 'explore-link')
})

test('the search finds places for a visitor and selects the one that is picked', async ({ openAs }) => {
  const page = await openAs()
  await openBlock(page, 'B')
  await page.getByText('Find one for me').click()
  await page.getByRole('button', { name: 'Find niches' }).click()
  await expect(page.getByText(/places found, total from SGD/)).toBeVisible()
  await page
    .getByRole('button', { name: /Total SGD/ })
    .nth(2)
    .click()
  await expect(page.getByRole('gridcell', { selected: true })).toBeFocused()
  await expect(panel(page).getByRole('link', { name: 'Create an account' })).toBeVisible()
})

test('a visitor who chooses a niche, registers and logs in comes back to that niche on the booking page', async ({
  openAs,
}) => {
  const page = await openAs()
  await page.setViewportSize({ width: 390, height: 844 })
  await openBlock(page, 'B')
  const free = page.getByRole('gridcell', { name: ', available, SGD' }).last()
  const code = (await free.getAttribute('aria-label'))?.split(', ')[1] ?? ''
  // The niche is found by its code, because another test may take or free a niche in the meantime.
  await page.getByRole('gridcell', { name: code }).click()
  await panel(page).getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/register$/)
  await expect(page.getByText(`You chose ${code}.`)).toBeVisible()

  const email = await register(page)
  await expect(page).toHaveURL(/\/setup-2fa$/)
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '')
  const codeAt = (seconds: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })
  await page.getByLabel('6-digit code').fill(codeAt(0))
  await page.getByRole('button', { name: 'Verify & Complete Registration' }).click()
  await page.getByRole('button', { name: 'Continue to log in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByLabel('6-digit code').fill(codeAt(30))
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page).toHaveURL(/\/book-niche\?.*block=AH-3B/)
  await expect(panel(page)).toContainText(code)
  const cell = page.getByRole('gridcell', { name: code })
  await expect(cell).toHaveAttribute('aria-selected', 'true')
  await expect(cell).toBeInViewport({ ratio: 1 })
})

const password = 'a quiet room 1914'

async function register(page: Page): Promise<string> {
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0')
  const email = `visitor${digits}@columba.example`
  await page.getByLabel('Full name').fill('Lim Siew Hoon')
  await page.getByLabel('NRIC').fill(`S${digits}B`)
  await page.getByLabel('Date of birth').fill('1980-02-29')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Nationality').selectOption('Singaporean')
  await page.getByLabel('Contact number').fill(`8${digits}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill(`visitor_${digits}`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Address', { exact: true }).fill('12 Bishan Street 22')
  await page.getByLabel('Unit number').fill('12-34')
  await page.getByLabel('Postal code').fill('570012')
  await page.getByRole('button', { name: 'Register' }).click()
  return email
}

test('a family that comes back to a niche which was booked meanwhile is told so', async ({ openAs }) => {
  const page = await openAs('applicant2')
  await openBlock(page, 'B')
  const taken = page.locator('[data-niche][data-status=unavailable]').first()
  const nicheID = (await taken.getAttribute('data-niche')) ?? ''
  const code = (await taken.getAttribute('aria-label'))?.split(', ')[1] ?? ''
  await page.goto(`/book-niche?niche=${nicheID}`)
  await expect(page.getByText(`Niche ${code} is no longer free`)).toBeVisible()
})

test('a family that is logged in goes from the public map straight to the chosen niche', async ({ openAs }) => {
  const page = await openAs('applicant2')
  await openBlock(page, 'B')
  const free = page.getByRole('gridcell', { name: ', available, SGD' }).nth(4)
  const code = (await free.getAttribute('aria-label'))?.split(', ')[1] ?? ''
  await free.click()
  await panel(page).getByRole('link', { name: 'Continue to the booking' }).click()
  await expect(page).toHaveURL(/\/book-niche\?/)
  await expect(panel(page)).toContainText(code)
})
