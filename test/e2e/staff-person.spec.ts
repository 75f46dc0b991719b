import { expect, type Page } from '@playwright/test'
import { accessibilityViolations } from './axe.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { test } from './open-as.ts'
import { selectBlock } from './select-block.ts'
import { takePictures } from './take-picture.ts'
import { receiveUrn } from './urn-steps.ts'

const pathOf = ({ bookingID }: { bookingID: string }) => `/person/${bookingID}`
const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })

test('a clerk with a queue finds a person with the keyboard, decides from there, and comes back to what is due next', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const family = await bookAtCounter(page.request)
  await page.goto('/pending-approvals')
  await expect(page.getByRole('button', { name: 'Quick find' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(family.beneficiaryName)
  const found = page.getByRole('dialog').getByRole('link', { name: family.beneficiaryName, exact: true })
  await expect(found).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pathOf(family))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(family.beneficiaryName)
  await expect(heading(page, 'Decide on the booking')).toBeVisible()
  const decide = page.getByRole('link', { name: 'Read the papers and decide' })
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Tab')
  await expect(decide).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Approve Request' }).click()
  await expect(page).toHaveURL(pathOf(family))
  await expect(heading(page, 'Choose a day for the urn')).toBeVisible()
  await expect(page.getByText('Approved by Kavitha Nair')).toBeVisible()
  await expect(page.getByText(`Letter: Your booking ${family.bookingID} is approved`).first()).toBeVisible()
  await page.getByRole('link', { name: 'Choose a day' }).click()
  await expect(page).toHaveURL(`/appointment?bookingID=${family.bookingID}`)
})

test('a clerk takes a payment on the page of the person, which then says what is due next', async ({ openAs }) => {
  const page = await openAs('staff')
  const family = await bookAtCounter(page.request, { paid: false })
  await page.goto(pathOf(family))
  await page.getByRole('button', { name: 'Record a payment' }).click()
  await page.getByLabel('Payment method').selectOption('Cash')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(heading(page, 'Choose a day for the urn')).toBeVisible()
  await expect(page.getByText('Paid at the counter by Kavitha Nair')).toBeVisible()
})

test('the page of a person is read in the order due, booking, person, payment, papers, urn, family, history; an admin decides nothing there', async ({
  openAs,
}) => {
  const clerk = await openAs('staff')
  const urn = await receiveUrn(clerk.request)
  await clerk.goto(pathOf(urn))
  await expect(heading(clerk, 'Urn')).toBeVisible()
  await expect(heading(clerk, 'Find someone')).toBeVisible()
  expect(await clerk.getByRole('main').getByRole('heading').allTextContents()).toEqual([
    expect.stringContaining(urn.beneficiaryName),
    ...['Choose a day for the urn', 'Booking', 'Beneficiary', 'Payment', 'Charges', 'Papers', 'Urn'],
    ...['Family and contacts', 'Find someone', 'History'],
  ])
  await expect(clerk.getByRole('main').getByText('$')).toHaveCount(0)
  await takePictures(clerk, 'staff-person')
  const admin = await openAs('admin')
  await admin.goto(pathOf(urn))
  await expect(heading(admin, 'Urn')).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Audit log of this booking' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Choose a day' })).toHaveCount(0)
  await expect(admin.locator('a[href^="/booking-approval"], a[href^="/receipt"]')).toHaveCount(0)
  for (const page of [clerk, admin]) {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await accessibilityViolations(page), `axe at ${width}`).toEqual([])
    }
  }
})

test('the queue and the list of urns lead to the person by the name', async ({ openAs }) => {
  const page = await openAs('staff')
  const family = await bookAtCounter(page.request)
  await page.goto('/pending-approvals')
  await page.getByRole('searchbox').fill(family.bookingID)
  await page.getByRole('link', { name: family.beneficiaryName, exact: true }).click()
  await expect(page).toHaveURL(pathOf(family))

  const urn = await receiveUrn(page.request)
  await page.goto(`/urns?query=${urn.tag}`)
  await page.getByRole('link', { name: urn.beneficiaryName, exact: true }).click()
  await expect(page).toHaveURL(pathOf(urn))
})

test('the search, the placements, the day book and the wall lead to the person', async ({ openAs }) => {
  const clerk = await openAs('staff')
  const family = await bookAtCounter(clerk.request)
  await clerk.goto(`/search-booking?query=${family.contactNumber}`)
  await clerk.getByRole('link', { name: family.beneficiaryName, exact: true }).click()
  await expect(clerk).toHaveURL(pathOf(family))
  await clerk.goto('/placements')
  await clerk.getByRole('main').locator('a[href^="/person/"]:visible').first().click()
  await expect(clerk).toHaveURL(/\/person\/B-/)

  const admin = await openAs('admin')
  await admin.goto('/day-book')
  await admin.getByRole('link', { name: family.bookingID, exact: true }).first().click()
  await expect(admin).toHaveURL(pathOf(family))
  await admin.goto('/niche-management')
  await selectBlock(admin, 'Tembusu Hall', '1', 'A')
  await admin.locator('[data-niche][data-status=occupied]').first().click()
  await admin.getByRole('dialog').locator('a[href^="/person/"]').first().click()
  await expect(admin).toHaveURL(/\/person\/B-/)
})

const missing: { role: 'staff' | 'applicant'; path: string; words: string; way: string }[] = [
  { role: 'staff', path: '/person/B-0000000000', words: 'Booking not found.', way: 'Back to Home' },
  { role: 'staff', path: '/person/B-12', words: 'Booking not found.', way: 'Back to Home' },
  { role: 'staff', path: '/booking-approval/B-12', words: 'Booking not found.', way: 'Search by contact number' },
  { role: 'staff', path: '/rights/R-999999', words: 'Right not found.', way: 'See all rights' },
  { role: 'staff', path: '/stock-take/x', words: 'We could not find this stock-take.', way: 'Back to Home' },
  { role: 'applicant', path: '/my-bookings/B-12', words: 'Booking not found.', way: 'Back to Home' },
  { role: 'applicant', path: '/statement/B-12', words: 'We could not find a booking B-12.', way: 'Back to Home' },
  { role: 'applicant', path: '/pay-charges?bookingID=B-12', words: 'Booking not found.', way: 'Back to Home' },
  {
    role: 'applicant',
    path: '/placement-certificate?bookingID=B-12',
    words: 'There is no certificate',
    way: 'Back to Home',
  },
]

for (const { role, path, words, way } of missing) {
  test(`${path}, which does not exist: the page says so, with a way back and without a button that tries again`, async ({
    openAs,
  }) => {
    const page = await openAs(role)
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('link', { name: way })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })
}
