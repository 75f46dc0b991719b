import { expect, type Page, test } from '@playwright/test'
import { type BookedApplicant, bookAtCounter } from './counter-bookings.ts'
import { sessionOf } from './demo-sessions.ts'
import { holdRequests } from './intercept-requests.ts'

test.use({ storageState: sessionOf('staff') })

/** The page may still be reloading the queue. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

const rowOf = (page: Page, { bookingID }: BookedApplicant) => page.getByRole('listitem').filter({ hasText: bookingID })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Queue' })
const urlOf = ({ bookingID }: BookedApplicant) => `/booking-approval/${bookingID}`

/** Opens the first of several new bookings from a queue that contains only them, because other tests add and decide on others. */
async function openFirst(page: Page, type: 'Current' | 'PreOrder', count: number) {
  const families: BookedApplicant[] = []
  while (families.length < count) families.push(await bookAtCounter(page.request, { type }))
  const own = families.map(({ bookingID }) => bookingID)
  await page.route('**/api/booking/pending*', async (route) => {
    const response = await route.fetch()
    const rows: { bookingID: string }[] = await response.json()
    await route.fulfill({ response, json: rows.filter(({ bookingID }) => own.includes(bookingID)) })
  })
  await page.goto('/pending-approvals')
  const [first, second, third] = families as [BookedApplicant, BookedApplicant, BookedApplicant]
  await rowOf(page, first).getByTitle('Read the papers and decide').click()
  await expect(bar(page)).toContainText(`1 of ${count} waiting`)
  return { first, second, third }
}

async function statusOf(page: Page, { bookingID }: BookedApplicant) {
  const [booking] = await (await page.request.get(`/api/booking/getBookingByBookingID?bookingID=${bookingID}`)).json()
  return `${booking.bookingStatus} ${booking.bookingType}`
}

test('a booking opened from the queue shows its position and leads to its neighbours, by button and by key; opened directly it has no queue bar', async ({
  page,
}) => {
  const { first, second, third } = await openFirst(page, 'Current', 3)
  await expect(bar(page).getByRole('button', { name: 'Previous' })).toBeDisabled()
  await bar(page).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(urlOf(second))
  await expect(bar(page)).toContainText('2 of 3 waiting')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(urlOf(third))
  await expect(bar(page)).toContainText('3 of 3 waiting')
  await expect(bar(page).getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.keyboard.press('k')
  await expect(page).toHaveURL(urlOf(second))
  await expect(bar(page)).toContainText('2 of 3 waiting')
  await bar(page).getByRole('button', { name: 'Previous' }).click()
  await expect(page).toHaveURL(urlOf(first))

  await page.goto(urlOf(second))
  await expect(page.getByRole('button', { name: 'Approve Request' })).toBeEnabled()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /and open next/ })).toHaveCount(0)
})

test('an approval that is answered after the clerk has gone on leaves them at the booking that they read', async ({
  page,
}) => {
  const { first, second, third } = await openFirst(page, 'Current', 3)
  const release = await holdRequests(page, '**/api/booking/approve')
  await page.getByRole('button', { name: 'Approve and open next' }).click()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(urlOf(second))
  await expect(bar(page)).toContainText('2 of 3 waiting')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(urlOf(third))
  release()
  await expect.poll(() => statusOf(page, first)).toBe('Confirmed Current')
  await expect(page.getByText('Booking approved!')).toBeVisible()
  await expect(page).toHaveURL(urlOf(third))
})

test('the keyboard shortcuts are listed and can be turned off', async ({ page }) => {
  const { first, second } = await openFirst(page, 'Current', 3)
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('Approve and open next')
  await list.getByLabel('Use these keys').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await bar(page).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(urlOf(second))
  await expect(bar(page)).toContainText('2 of 3 waiting')

  await bar(page).getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await list.getByLabel('Use these keys').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await expect(page).toHaveURL(urlOf(first))
})

test('"Approve and open next" approves the booking and opens the one after it, by button and by key', async ({
  page,
}) => {
  const { first, second, third } = await openFirst(page, 'Current', 3)
  await page.getByRole('button', { name: 'Approve and open next' }).click()
  await expect(page).toHaveURL(urlOf(second))
  await expect(page.getByText('Booking approved!')).toBeVisible()
  await expect(bar(page)).toContainText('1 of 2 waiting')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(urlOf(third))
  expect(await statusOf(page, first)).toBe('Confirmed Current')
  expect(await statusOf(page, second)).toBe('Confirmed Current')

  await expect(bar(page)).toContainText('1 of 1 waiting')
  await expect(page.getByRole('button', { name: /and open next/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Approve Request' }).click()
  await expect(page).toHaveURL('/pending-approvals')
})

test('"Confirm and open next" confirms the pre-order and opens the one after it, by button and by key', async ({
  page,
}) => {
  const { first, second, third } = await openFirst(page, 'PreOrder', 3)
  await page.getByRole('button', { name: 'Confirm and open next' }).click()
  await expect(page).toHaveURL(urlOf(second))
  await expect(bar(page)).toContainText('1 of 2 waiting')
  await page.keyboard.press('c')
  await expect(page).toHaveURL(urlOf(third))
  expect(await statusOf(page, first)).toBe('Confirmed PreOrder')
  expect(await statusOf(page, second)).toBe('Confirmed PreOrder')
})

test('"Deny and open next" needs a reason, denies the booking and opens the one after it', async ({ page }) => {
  const { first, second } = await openFirst(page, 'Current', 2)
  const deny = page.getByRole('button', { name: 'Deny and open next' })
  await deny.click()
  await expect(page.getByText('Please provide a reason for denial.')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('d')
  const reason = page.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await page.keyboard.type('The scan lacks a back page, just ask')
  await expect(page).toHaveURL(urlOf(first))
  await deny.click()
  await expect(page).toHaveURL(urlOf(second))
  await expect(reason).toHaveValue('')
  expect(await statusOf(page, first)).toBe('Cancelled Current')
})

test('pressing a row of the queue shows at once and starts to load the booking, which opens with one call', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/booking/approval/')) calls.push(new URL(request.url()).pathname)
  })
  /** The window is so tall that nothing scrolls: rows change their height when they come into view, and this one would move away from the pointer. */
  await page.setViewportSize({ width: 1280, height: 20_000 })
  await page.goto('/pending-approvals')
  const row = rowOf(page, family)
  const background = () => row.evaluate((element) => getComputedStyle(element).backgroundColor)
  const plain = await background()
  let hovered = plain
  await expect(async () => {
    await row.hover()
    hovered = await background()
    expect(hovered).not.toBe(plain)
  }).toPass()
  expect(calls).toEqual([])
  await page.mouse.down()
  await expect(row).not.toHaveCSS('background-color', hovered)
  await expect.poll(() => calls).toEqual([`/api/booking/approval/${family.bookingID}`])
  await expect(page).toHaveURL('/pending-approvals')
  await page.mouse.up()
  await expect(page).toHaveURL(urlOf(family))
  await expect(page.getByRole('button', { name: 'Approve Request' })).toBeEnabled()
  expect(calls).toHaveLength(1)
})

test('pointing at a link to the approval page loads its code but not yet the certificates', async ({ page }) => {
  const family = await bookAtCounter(page.request)
  await page.goto(`/search-booking?query=${family.contactNumber}`)
  const code = page.waitForRequest(/BookingApprovalPage[^/]*\.js/)
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  await page.getByRole('link', { name: 'View Details' }).hover()
  await code
  expect(calls.filter((url) => url.includes('/api/booking/approval/'))).toEqual([])
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the offer to undo a decision is replaced by that of the next decision, and closes by itself', async ({
    page,
  }) => {
    const { second, third } = await openFirst(page, 'Current', 3)
    const approve = () => page.getByRole('button', { name: 'Approve and open next' }).press('Enter')
    await approve()
    await expect(page).toHaveURL(urlOf(second))
    await expect(bar(page)).toContainText('1 of 2 waiting')
    await approve()
    await expect(page).toHaveURL(urlOf(third))
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await expect(undo).toHaveCount(1)
    /** The toast closes when its bar, a CSS animation, has run out. The clock of a page does not move it. */
    const timeLeft = page.getByRole('progressbar', { name: 'notification timer' })
    await expect(timeLeft).toHaveCSS('animation-play-state', 'running')
    await timeLeft.evaluate((element) => {
      for (const animation of element.getAnimations()) animation.pause()
    })
    await expect(timeLeft).toHaveCSS('animation-duration', '10s')
    await timeLeft.evaluate((element) => {
      for (const animation of element.getAnimations()) animation.finish()
    })
    await expect(undo).toHaveCount(0)
  })
})

test('each row of the queue names the beneficiary first, then the payer, and shows the code of its niche, at a desk, on half a screen and on a phone', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request)
  await page.goto('/pending-approvals')
  for (const width of [1280, 1000, 768, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(rowOf(page, family).getByText(family.nicheCode, { exact: true })).toBeVisible()
  }
  const names = rowOf(page, family).getByRole('paragraph').filter({ hasText: family.beneficiaryName })
  await expect(names).toHaveText(`${family.beneficiaryName} payer ${family.fullName}`)
})
