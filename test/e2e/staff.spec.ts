import { expect, type Page, test } from '@playwright/test'
import { type BookedApplicant, bookAtCounter } from './counter-bookings.ts'
import { post, sessionOf } from './demo-sessions.ts'
import { holdRequests, mockReply } from './intercept-requests.ts'

test.use({ storageState: sessionOf('staff') })

const search = (page: Page, number: string) => page.goto(`/search-booking?query=${number}`)
const cardOf = (page: Page, { fullName }: BookedApplicant) => page.getByRole('listitem').filter({ hasText: fullName })

test.describe('search', () => {
  test('the booking search keeps only digits, asks for eight, and is submitted with Enter; the URL keeps the number and the tab', async ({
    page,
  }) => {
    await page.goto('/search-booking')
    const number = page.getByLabel('Contact number')
    const button = page.getByRole('button', { name: 'Search', exact: true })
    await expect(button).toBeDisabled()
    await number.fill('9123 abc')
    await expect(number).toHaveValue('9123')
    await button.click()
    await expect(page.getByText('Please enter a valid 8-digit contact number.')).toBeVisible()
    await number.fill('9123-4567')
    await number.press('Enter')
    await expect(page).toHaveURL('/search-booking?query=91234567&tab=current')
    await expect(page.getByRole('main').getByText('Tan Mei Ling').first()).toBeVisible()
    await expect(page.getByText('Total Bookings')).toBeVisible()
    await expect(page.getByText('Pending Bookings')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Current' })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: 'Archived' }).click()
    await expect(page).toHaveURL('/search-booking?query=91234567&tab=archived')
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Archived' })).toHaveAttribute('aria-selected', 'true')
    await expect(number).toHaveValue('91234567')
  })

  test('the booking search says when it is running, and when it finds nothing', async ({ page }) => {
    const release = await holdRequests(page, '**/api/booking/search*')
    await search(page, '90000000')
    await expect(page.getByText('Searching for bookings...')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled()
    release()
    await expect(page.getByText('No bookings found for this user.')).toBeVisible()
  })

  test('a booking search that fails shows an error and clears the list', async ({ page }) => {
    await search(page, '91234567')
    await expect(page.getByRole('main').getByText('Tan Mei Ling').first()).toBeVisible()
    await mockReply(page, '/api/booking/search', 500)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('Failed to search bookings — please try again.')).toBeVisible()
    await expect(page.getByRole('main').getByText('Tan Mei Ling')).toHaveCount(0)
  })

  test('a booking is approved, the approval is undone from its toast, and it is approved and archived from its search result', async ({
    page,
  }) => {
    const family = await bookAtCounter(page.request)
    await search(page, family.contactNumber)
    const card = cardOf(page, family)
    await expect(card).toContainText(family.nicheCode)
    await expect(card).toContainText(family.beneficiaryName)
    await expect(card).toContainText('Pending')
    await expect(card).toContainText('Cash')
    await expect(card).toContainText(/\$\d+\.\d{2}/)
    await card.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Booking approved successfully!')).toBeVisible()
    const toast = page.getByRole('alert').filter({ hasText: 'Undo' })
    /** Its time stands still while the pointer is on it. */
    await toast.hover()
    await expect(card).toContainText('Confirmed')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Booking reopened.')).toBeVisible()
    await expect(card).toContainText('Pending')

    await card.getByRole('button', { name: 'Approve' }).click()
    await expect(card).toContainText('Confirmed')
    await card.getByRole('button', { name: 'Archive & Free Niche' }).click()
    await expect(page.getByText('Booking archived successfully!')).toBeVisible()
    await expect(
      card.getByText(`Archived just now. Its place in niche ${family.nicheCode} is free again.`),
    ).toBeVisible()
    await expect(card.getByRole('button', { name: 'Archive & Free Niche' })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Archived' }).click()
    await expect(card).toBeVisible()
    await expect(card.getByRole('button', { name: 'Archive & Free Niche' })).toHaveCount(0)
    await page.goto(`/search-booking?query=${family.contactNumber}&tab=current`)
    await expect(page.getByText('This family has bookings under another tab.')).toBeVisible()
    await expect(card).toHaveCount(0)
  })

  test('the toast after archiving names niche and person, and its Undo reopens the booking', async ({ page }) => {
    const family = await bookAtCounter(page.request, { wantsNicheBack: true })
    await post(page.request, '/api/booking/approve', { bookingID: family.bookingID })
    await search(page, family.contactNumber)
    const card = cardOf(page, family)
    const archive = card.getByRole('button', { name: 'Archive & Free Niche' })
    await archive.click()
    const toast = page.getByRole('alert').filter({ hasText: 'Booking archived successfully!' })
    await toast.hover()
    await expect(toast).toContainText(
      `The place of ${family.beneficiaryName} in niche ${family.nicheCode} is free again.`,
    )
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Booking reopened.')).toBeVisible()
    await expect(toast).toHaveCount(0)
    await expect(archive).toBeEnabled()
    await expect(card.getByText('Archived just now.')).toHaveCount(0)
  })

  test('archiving from an outdated search result is refused, says what was done, and reloads the result', async ({
    page,
  }) => {
    const family = await bookAtCounter(page.request)
    const data = { bookingID: family.bookingID, reason: 'A colleague looked again.' }
    await page.request.post('/api/booking/approve', { data })
    await search(page, family.contactNumber)
    const card = cardOf(page, family)
    await expect(card).toContainText('Confirmed')
    await page.request.post('/api/booking/reopen', { data })
    await page.request.post('/api/booking/approve', { data })
    await card.getByRole('button', { name: 'Archive & Free Niche' }).click()
    await expect(page.getByText(/It was approved by Kavitha Nair/)).toBeVisible()
    await expect(page.getByText('Failed to archive booking — please try again.')).toBeVisible()
    await expect(card).toContainText('Confirmed')
    await card.getByRole('button', { name: 'Archive & Free Niche' }).click()
    await expect(page.getByText('Booking archived successfully!')).toBeVisible()
  })

  test('an approval or archiving that fails on the server shows an error and changes nothing', async ({ page }) => {
    const family = await bookAtCounter(page.request)
    await mockReply(page, '/api/booking/approve', 500)
    await mockReply(page, '/api/booking/archive', 500)
    await search(page, family.contactNumber)
    const card = cardOf(page, family)
    await card.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('Failed to approve booking — please try again.')).toBeVisible()
    await expect(card).toContainText('Pending')
    await page.unroute('**/api/booking/approve*')
    await card.getByRole('button', { name: 'Approve' }).click()
    await card.getByRole('button', { name: 'Archive & Free Niche' }).click()
    await expect(page.getByText('Failed to archive booking — please try again.')).toBeVisible()
    await expect(card).toContainText('Confirmed')
  })
})

test.describe('pending approvals', () => {
  test('the queue of pending approvals can be filtered, and the URL keeps the filter', async ({ page }) => {
    const family = await bookAtCounter(page.request, { type: 'PreOrder', paid: false })
    await page.goto('/pending-approvals')
    const row = cardOf(page, family).filter({ hasText: family.bookingID })
    await expect(row).toContainText('Unpaid')
    await expect(row).toContainText(/\d+ minutes?/)
    await page.getByRole('tab', { name: 'Current' }).click()
    await expect(page).toHaveURL('/pending-approvals?kind=Current')
    await expect(row).toHaveCount(0)
    await page.getByRole('tab', { name: 'PreOrder' }).click()
    await row.getByTitle('Read the papers and decide').click()
    await expect(page).toHaveURL(`/booking-approval/${family.bookingID}`)
    await page.goBack()
    await expect(page).toHaveURL('/pending-approvals?kind=PreOrder')
    await page.getByRole('tab', { name: 'Urn requests' }).click()
    await expect(page).toHaveURL('/pending-approvals?kind=Urn')
    await expect(page.getByText('Urn placement').first()).toBeVisible()
  })

  test('the queue of pending approvals says when it is loading, when it is empty, and when loading fails', async ({
    page,
  }) => {
    const release = await holdRequests(page, '**/api/booking/pending*', (route) => route.fulfill({ json: [] }))
    await page.goto('/pending-approvals')
    await expect(page.getByText('Loading pending approvals...')).toBeVisible()
    release()
    await expect(page.getByText('No pending bookings found.')).toBeVisible()
    await page.unroute('**/api/booking/pending*')
    await mockReply(page, '/api/booking/pending', 500)
    await page.reload()
    await expect(page.getByText('Failed to load pending approvals — please try again.')).toBeVisible()
  })

  test('a long queue is loaded in pages, its rows are drawn as they are scrolled to, and show details by choice', async ({
    page,
  }) => {
    const [row] = await (await page.request.get('/api/booking/pending')).json()
    const pageFrom = (start: number) =>
      Array.from({ length: 150 }, (_, index) => ({ ...row, bookingID: `B-${start + index}` }))
    await page.route('**/api/booking/pending*', (route) => {
      const isNext = route.request().url().includes('cursor=')
      const headers: Record<string, string> = isNext ? {} : { link: '</api/booking/pending?cursor=x>; rel="next"' }
      return route.fulfill({ json: pageFrom(isNext ? 2000 : 1000), headers })
    })
    await page.addInitScript(delayIntersectionEvents)
    await page.goto('/pending-approvals')
    await expect(page.getByText('150 and more waiting')).toBeVisible()
    await expect(page.getByText('B-1099')).toBeAttached()
    await expect(page.getByText('B-1100')).toHaveCount(0)
    const waitingSince = page.getByRole('listitem').filter({ hasText: 'B-1000' }).getByRole('time')
    await expect(waitingSince).toBeHidden()
    await page.getByRole('button', { name: 'Details' }).click()
    await expect(waitingSince).toBeVisible()
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(page.getByText('B-2149')).toBeAttached({ timeout: 500 })
    }).toPass()
    await expect(page.getByText('300 waiting')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  })
})

/** Delivers outdated entries together with current ones, as a busy browser does. */
function delayIntersectionEvents() {
  const Original = window.IntersectionObserver
  window.IntersectionObserver = class extends Original {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      let before: IntersectionObserverEntry[] = []
      super((entries, observer) => {
        callback([...before, ...entries], observer)
        before = entries
      }, options)
    }
  }
}
