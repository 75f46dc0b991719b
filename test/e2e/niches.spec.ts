import { expect, type Page, request } from '@playwright/test'
import type { DemoAccount } from '#contract/accounts/demo-accounts.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { startCuttableProxy } from '../cuttable-proxy.ts'
import { accessibilityViolations, contrastViolations } from './axe.ts'
import { sessionOf } from './demo-sessions.ts'
import { holdRequests } from './intercept-requests.ts'
import { signInAsNewApplicant } from './new-applicant.ts'
import { type OpenAs, test } from './open-as.ts'
import { openEventStreams } from './open-event-streams.ts'
import { chooseBlock, selectBlock } from './select-block.ts'
import { receiveUrn } from './urn-steps.ts'

const pageOf = { applicant2: '/book-niche', staff: '/niche-booking', admin: '/niche-management' }

/** Each test has its own block in the newer hall, so that tests do not affect each other. */
async function openMap(
  openAs: OpenAs,
  who: keyof typeof pageOf & DemoAccount,
  level: string,
  block: string,
  through = '',
) {
  const page = await openAs(who)
  await page.goto(through + pageOf[who])
  await selectBlock(page, 'Angsana Hall', level, block)
  return page
}

const cells = (page: Page, status: string) => page.locator(`td[data-status="${status}"]`)
const cell = (page: Page, code: string) => page.getByRole('gridcell', { name: code })

async function nicheCodeAt(page: Page, status: string, index = 0) {
  return (await cells(page, status).nth(index).getAttribute('aria-label'))?.split(', ')[1] ?? ''
}

async function override(baseURL: string, code: string, newStatus: string) {
  const admin = await request.newContext({ baseURL, storageState: sessionOf('admin') })
  const blockID = code.split('-').slice(0, 2).join('-')
  const niches: Niche[] = await (await admin.get(`/api/niche/niches/${blockID}`)).json()
  const nicheID = niches.find(({ nicheCode }) => nicheCode === code)?.nicheID
  const answer = await admin.post('/api/niche/update-status', { data: { nicheID, newStatus, reason: 'Repairs' } })
  expect(answer.ok()).toBe(true)
  await admin.dispose()
}

test('a niche that an admin overrides changes on the open map of a family', async ({ openAs }) => {
  const family = await openMap(openAs, 'applicant2', '3', 'A')
  const admin = await openMap(openAs, 'admin', '3', 'A')
  const code = await nicheCodeAt(admin, 'available')
  await cell(admin, code).click()

  const dialog = admin.getByRole('dialog', { name: `Niche ${code}` })
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('New status').selectOption('Reserved')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Reason').fill('Kept for the temple')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('I confirm this change').check()
  expect(await accessibilityViolations(admin)).toEqual([])
  const saved = admin.waitForResponse('**/api/niche/update-status')
  await save.click()
  await saved
  await expect(cell(family, code)).toHaveAttribute('data-status', 'reserved')
  await expect(cell(admin, code)).toHaveAttribute('data-status', 'reserved')

  await cell(admin, code).click()
  await expect(dialog.getByText('Kept for the temple')).toBeVisible()
})

const failure = 'Failed to update status. Please try again.'
const refusal = {
  code: 'URN_IN_NICHE',
  error: 'Urn U-7K2M9QX4 is in this niche. Two members of staff take it out first.',
}
test('an override that fails or is refused alerts, keeps the dialog open and says why in it, once', async ({
  openAs,
}) => {
  const admin = await openMap(openAs, 'admin', '3', 'B')
  await cells(admin, 'occupied').first().click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Moved')
  await dialog.getByLabel('I confirm this change').check()
  for (const [answer, sentence] of [
    [{ status: 503, json: {} }, failure],
    [{ status: 409, json: refusal }, refusal.error],
  ] as const) {
    await admin.route('**/api/niche/update-status', (route) => route.fulfill(answer))
    const message = new Promise<string>((resolve) =>
      admin.once('dialog', (alert) => {
        resolve(alert.message())
        void alert.accept()
      }),
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(await message).toBe(failure)
    await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toHaveText([sentence])
  }
})

test('a family whose chosen niche is taken is told so, and no niche is chosen any more', async ({
  openAs,
  baseURL,
}) => {
  const family = await openMap(openAs, 'applicant2', '2', 'A')
  const code = await nicheCodeAt(family, 'available', 3)
  await cell(family, code).click()
  await expect(cell(family, code)).toHaveAttribute('aria-selected', 'true')
  await expect(family.getByRole('region', { name: 'Chosen niche' })).toContainText(code)
  const told = expect(family.getByText(`Someone has just taken niche ${code}.`)).toBeVisible()
  await Promise.all([override(baseURL ?? '', code, 'Pending'), told])
  await expect(cells(family, 'selected')).toHaveCount(0)
  await expect(cell(family, code)).toHaveAttribute('data-status', 'pending')
})

test('a map whose event stream was cut shows the changes it missed once it is connected again', async ({
  openAs,
  baseURL,
}) => {
  const proxy = await startCuttableProxy(Number(new URL(baseURL ?? '').port))
  const family = await openMap(openAs, 'applicant2', '2', 'B', proxy.url)
  const code = await nicheCodeAt(family, 'available', 5)
  await proxy.cut()
  await expect(family.getByText('Connecting', { exact: true })).toBeVisible()
  await override(baseURL ?? '', code, 'Blocked')
  await proxy.reconnect()
  await expect(cell(family, code)).toHaveAttribute('data-status', 'blocked')
  await expect(family.getByText('Live', { exact: true })).toBeVisible()
  await proxy.close()
})

test('beside six other open maps of one person, a seventh polls and shows changes', async ({ page, baseURL }) => {
  await signInAsNewApplicant(page)
  const closeStreams = await openEventStreams(page, 6)
  const refused = page.waitForResponse(
    (answer) => answer.url().includes('/api/niche/events/') && answer.status() === 429,
  )
  await page.clock.install()
  const afterPolls = (check: () => Promise<void>) => expect(() => page.clock.fastForward(5000).then(check)).toPass()
  await page.goto('/book-niche')
  await refused
  await chooseBlock(page, 'Angsana Hall', '3', 'C')
  await afterPolls(() => expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 500 }))
  const code = await nicheCodeAt(page, 'available', 5)
  await override(baseURL ?? '', code, 'Blocked')
  await afterPolls(() => expect(cell(page, code)).toHaveAttribute('data-status', 'blocked', { timeout: 500 }))
  closeStreams()
})

test('clicking a niche offers booking to a clerk and an override to an admin', async ({ openAs }) => {
  const clerk = await openMap(openAs, 'staff', '2', 'C')
  const code = await nicheCodeAt(clerk, 'available', 1)
  await cells(clerk, 'occupied').first().click()
  await expect(cells(clerk, 'selected')).toHaveCount(0)
  await expect(clerk.getByRole('button', { name: 'Book This Niche' })).toBeHidden()
  await cell(clerk, code).click()
  await expect(clerk.getByRole('button', { name: 'Book This Niche' })).toBeVisible()
  await cell(clerk, code).click()
  await expect(cells(clerk, 'selected')).toHaveCount(0)

  const admin = await openMap(openAs, 'admin', '2', 'C')
  await cell(admin, code).click()
  await expect(admin.getByRole('dialog', { name: `Niche ${code}` })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Book This Niche' })).toHaveCount(0)
})

test('a niche can be chosen with the keyboard alone after its block is opened by URL', async ({ openAs }) => {
  const page = await openMap(openAs, 'applicant2', '1', 'A')
  const code = await nicheCodeAt(page, 'available', 10)
  const [, , column, row] = code.split('-').map(Number)
  await page.reload()
  await expect(page.getByLabel('Block', { exact: true })).toHaveValue('AH-1A')
  await expect(page.getByRole('grid')).toBeVisible()

  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.setAttribute('tabindex', '-1')
    heading.focus()
  })
  const focused = page.locator(':focus')
  const role = () => focused.getAttribute('role')
  for (let stops = 0; stops < 20 && (await role()) !== 'gridcell'; stops++) await page.keyboard.press('Tab')
  await expect(focused).toHaveAttribute('aria-label', /^1-1, /)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('aria-label', /^2-2, /)
  await page.keyboard.press('Control+End')
  await expect(focused).toHaveAttribute('aria-label', /^12-8, /)
  await page.keyboard.press('Home')
  await expect(focused).toHaveAttribute('aria-label', /^1-8, /)
  await page.keyboard.type(`${column}-${row}`)
  await expect(focused).toHaveAttribute('aria-label', new RegExp(code))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `Niche ${code} is chosen` })).toBeAttached()
  await expect(page.getByRole('region', { name: 'Chosen niche' })).toContainText('SGD')
})

test('the search for niches limits the total, says how many more there are than it lists, and shows three side by side on the map', async ({
  openAs,
}) => {
  const page = await openMap(openAs, 'applicant2', '1', 'B')
  await page.getByText('Find one for me').click()
  const howMany = page.getByLabel('How many')
  const where = page.getByLabel('Where')
  const find = page.getByRole('button', { name: 'Find niches' })
  const summary = page.getByText(/places found, total from SGD/)
  const first = page.getByRole('button', { name: /to .*Total SGD/ }).first()

  await howMany.selectOption('2 side by side')
  await page.getByLabel('Total from (SGD)').fill('6,300.00')
  await page.getByLabel('Total up to (SGD)').fill('6,500')
  await find.click()
  await expect(first).toContainText('Total SGD 6,400.00')

  await howMany.selectOption('One niche')
  await where.selectOption('Every building')
  for (const limit of ['Total from (SGD)', 'Total up to (SGD)']) await page.getByLabel(limit).clear()
  await find.click()
  await expect(summary).toContainText('The cheapest 50 are listed.')
  expect(Number.parseInt((await summary.textContent()) ?? '', 10)).toBeGreaterThan(500)

  await howMany.selectOption('3 side by side')
  // No other test takes a niche on this level between the search and the map.
  await where.selectOption('This level')
  await find.click()
  await expect(summary).toBeVisible()
  const code = (await first.textContent())?.split(' to ')[0] ?? ''
  await first.click()
  await expect(cell(page, code)).toBeFocused()
  await expect(cell(page, code)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: 'Chosen niche' })).toContainText(code)
  await expect(page.locator('td[data-found]')).toHaveCount(3)
  await expect(page).toHaveURL(new RegExp(`block=${code.split('-').slice(0, 2).join('-')}`))
})

test('a result in another block that a clerk picks is selected there', async ({ openAs }) => {
  const page = await openMap(openAs, 'staff', '2', 'D')
  await page.getByText('Find one for me').click()
  await page.getByRole('button', { name: 'Find niches' }).click()
  const result = page.getByRole('button', { name: /Total SGD.*level 1/ }).first()
  const code = (await result.textContent())?.split('Total')[0] ?? ''
  await result.click()
  await expect(page.getByRole('grid', { name: /level 1/ })).toBeVisible()
  await expect(cell(page, code)).toBeFocused()
  await expect(cell(page, code)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: 'Book This Niche' })).toBeVisible()
})

test('the dialog that overrides a niche says who has a place in it', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const { nicheCode, beneficiaryName } = await receiveUrn(clerk.request)
  const [hall = '', block = ''] = nicheCode.split('-')
  const page = await openAs('admin')
  await page.goto('/niche-management')
  await selectBlock(page, hall === 'TH' ? 'Tembusu Hall' : 'Angsana Hall', block.slice(0, 1), block.slice(1))
  await cell(page, nicheCode).click()
  const dialog = page.getByRole('dialog', { name: `Niche ${nicheCode}` })
  await expect(dialog.getByRole('listitem').filter({ hasText: beneficiaryName })).toBeVisible()
  await expect(dialog.getByText('Who has a place in this niche')).toBeVisible()
})

test('a niche that an admin overrides to Occupied has an urn without a name at once, as the dialog says', async ({
  openAs,
}) => {
  const admin = await openMap(openAs, 'admin', '2', 'B')
  const code = await nicheCodeAt(admin, 'available')
  await cell(admin, code).click()
  const dialog = admin.getByRole('dialog', { name: `Niche ${code}` })
  await dialog.getByLabel('New status').selectOption('Occupied')
  await expect(dialog.getByText('an urn without a name is entered')).toBeVisible()
  await dialog.getByLabel('Reason').fill('An old urn')
  await dialog.getByLabel('I confirm this change').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await cell(admin, code).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'An urn without a name' })).toBeVisible()
})

test('the map with its search panel is accessible, light and dark; at 320 px it scrolls inside its frame, and its cells are never smaller than 24 px', async ({
  openAs,
}) => {
  const page = await openMap(openAs, 'admin', '1', 'C')
  await page.getByText('Find one for me').click()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastViolations(page)).toEqual([])

  await page.getByText('Find one for me').click()
  await page.setViewportSize({ width: 320, height: 640 })
  const smaller = page.getByRole('button', { name: 'Smaller' })
  while ((await smaller.getAttribute('aria-disabled')) !== 'true') await smaller.click()
  const box = await cells(page, 'available').first().boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test.describe('as a family', () => {
  test.use({ storageState: sessionOf('applicant') })

  test('navigating away while the map is still loading opens the other page', async ({ page }) => {
    const releaseBlocks = await holdRequests(page, '**/api/niche/blocks/*')
    const releasePage = await holdRequests(page, '**/assets/MyPaymentsPage*.js')
    await page.goto('/book-niche')
    await expect(page.getByLabel('Level', { exact: true })).not.toHaveValue('')
    const asked = page.waitForRequest('**/assets/MyPaymentsPage*.js')
    await page.getByRole('link', { name: 'My Payments' }).click()
    await asked
    const answered = page.waitForResponse('**/api/niche/niches/*')
    releaseBlocks()
    await answered
    releasePage()
    await expect(page.getByRole('heading', { name: 'My Payments', level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/my-payments')
  })
})
