import { expect, type Page } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { findLayoutProblems } from './find-layout-problems.ts'
import { findAllOverflows } from './find-overflows.ts'
import { mockReply } from './intercept-requests.ts'
import { type Longest, test } from './longest-server.ts'
import { longest as values } from './seed-longest-values.ts'
import { takePicture } from './take-picture.ts'

interface Screen {
  name: string
  role?: Role
  path: (seeded: Longest) => string
  open?: (page: Page, seeded: Longest) => Promise<void>
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const toast = (page: Page) => page.locator('.Toastify__toast').first()
const approvalOf =
  (booking: keyof Longest['bookings']) =>
  ({ bookings }: Longest) =>
    `/booking-approval/${bookings[booking]}`

/** The states that `pages.spec.ts` does not reach by only opening pages: dialogs, other page states, and messages that name somebody. */
const screens: Screen[] = [
  { name: 'the details of a booking', role: 'user', path: () => '/my-bookings', open: press('View Details') },
  { name: 'the payment of a booking', role: 'user', path: () => '/my-bookings', open: press('Payment Info') },
  {
    name: 'the confirmation before cancelling',
    role: 'user',
    path: () => '/my-bookings',
    open: press('Cancel booking'),
  },
  {
    name: 'an urn request link',
    role: 'user',
    path: ({ bookings }) => `/my-bookings?bookingID=${bookings.urnRequested}`,
  },
  {
    name: 'a search among my bookings',
    role: 'user',
    path: () => '/my-bookings',
    open: (page) => page.getByRole('searchbox').fill(values.name),
  },
  {
    name: 'the details of a denied booking',
    role: 'user',
    path: ({ bookings }) => `/my-bookings?bookingID=${bookings.denied}`,
    open: (page) => expect(page.getByRole('dialog').getByText(/^Our staff wrote: W/)).toBeVisible(),
  },
  { name: 'the card payment', role: 'user', path: ({ bookings }) => `/book-niche?bookingID=${bookings.unpaid}` },
  {
    name: 'the booking form with its errors',
    role: 'user',
    path: ({ blockID }) => `/book-niche?block=${blockID}`,
    open: async (page) => {
      await page.locator('[data-niche][data-status=available]').first().click()
      await page.getByRole('button', { name: 'Make Payment' }).click()
    },
  },
  ...(['user', 'staff'] as const).map((role) => ({
    name: `Edit Account of ${role}`,
    role,
    path: () => '/profile',
    open: press('Edit Account'),
  })),
  { name: 'the change of password', role: 'user', path: () => '/profile', open: press('Change Password') },
  { name: 'new recovery codes', role: 'user', path: () => '/profile', open: press('New recovery codes') },
  { name: 'the download of all data', role: 'user', path: () => '/profile', open: press('Download my data') },
  { name: 'closing an account', role: 'staff', path: () => '/profile', open: press('Close my account') },
  { name: 'an approval with an urn request', role: 'staff', path: approvalOf('urnRequested') },
  { name: 'an approval from the counter, unpaid', role: 'staff', path: approvalOf('atCounter') },
  { name: 'a denied booking', role: 'staff', path: approvalOf('denied') },
  { name: 'the reason for a release', role: 'staff', path: approvalOf('confirmed'), open: press('Release') },
  { name: 'the reason for reopening', role: 'staff', path: approvalOf('confirmed'), open: press('Reopen') },
  {
    name: 'the toast of an approval, with Undo',
    role: 'staff',
    path: approvalOf('urnRequested'),
    open: async (page) => {
      await mockReply(page, '/api/booking/approve', 200, { success: true })
      await page.getByRole('button', { name: 'Approve Request' }).click()
      await expect(toast(page).getByText(/^[A-Z]{1,4}(-[\dA-Z]+)+$/), 'the code of the niche').toHaveCSS(
        'display',
        'inline-block',
      )
    },
  },
  {
    name: 'archived bookings',
    role: 'staff',
    path: () => '/search-booking?query=90000001&tab=archived',
  },
  { name: 'a refund to record', role: 'staff', path: () => '/dashboard', open: press('Mark as given') },
  { name: 'a payment to settle by hand', role: 'staff', path: () => '/dashboard', open: press('Settle by hand') },
  { name: 'an account to close', role: 'staff', path: () => '/dashboard', open: press('Close account') },
  { name: 'a request to close refused', role: 'staff', path: () => '/dashboard', open: press('Refuse') },
  {
    name: 'a known applicant at the counter',
    role: 'staff',
    path: ({ blockID }) => `/niche-booking?block=${blockID}`,
    open: async (page) => {
      await page.locator('[data-niche][data-status=available]').first().click()
      await page.getByRole('button', { name: 'Book This Niche' }).click()
      await page.getByLabel('Email').fill(`user${'w'.repeat(95)}@${'w'.repeat(95)}.test`)
      await page.getByRole('button', { name: 'Use these details' }).click()
    },
  },
  { name: 'the result of a stock-take', role: 'staff', path: ({ counts }) => `/stock-take/${counts.done}` },
  { name: 'a difference to settle', role: 'staff', path: () => '/stock-take', open: press(/^Settle/) },
  {
    name: 'Edit User',
    role: 'admin',
    path: () => '/user-management',
    open: async (page) => {
      await page.getByRole('searchbox').fill('90000001')
      await expect(page.getByText('Showing 1 of 1')).toBeVisible()
      await page.getByRole('button', { name: /Edit User/ }).click()
    },
  },
  {
    name: 'the confirmation before a change of role',
    role: 'admin',
    path: () => '/user-management',
    open: async (page) => {
      await page.getByRole('searchbox').fill('90000004')
      await expect(page.getByText('Showing 1 of 1')).toBeVisible()
      await page.getByRole('row').getByRole('combobox').selectOption('Staff')
    },
  },
  {
    name: 'the history of a niche',
    role: 'admin',
    path: ({ blockID }) => `/niche-management?block=${blockID}`,
    open: async (page, { overridden }) => {
      await page.getByRole('gridcell', { name: overridden }).click()
      await expect(page.getByRole('dialog').getByText(values.text)).toBeVisible()
    },
  },
  { name: 'the hall of a new block', role: 'admin', path: ({ hall }) => `/halls?level=${hall.levelID}` },
  { name: 'the draft of a block', role: 'admin', path: ({ hall }) => `/halls?draft=${hall.draftID}` },
  { name: 'the publishing of a block', role: 'admin', path: () => '/halls', open: press(/^Publish/) },
  {
    name: 'the prices of a block',
    role: 'admin',
    path: ({ hall }) => `/halls?block=${hall.blockID}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Select the whole block' }).click()
      await page.getByLabel('Value').fill('0.01')
      await expect(page.getByRole('button', { name: /^Withdraw/ })).toBeVisible()
    },
  },
  {
    name: 'a block that is not open yet',
    role: 'user',
    path: ({ hall }) => `/book-niche?building=${hall.buildingID}&level=${hall.levelID}&block=${hall.blockID}`,
    open: (page) => expect(page.getByText(/This block opens on/)).toBeVisible(),
  },
  {
    name: 'the niche that a visitor has chosen',
    path: ({ blockID }) => `/explore?block=${blockID}`,
    open: (page) => page.locator('[data-niche][data-status=available]').first().click(),
  },
  { name: 'a forgotten password', path: () => '/login', open: press('Forgot password?') },
  {
    name: 'a letter as plain text',
    path: () => '/demo/mail',
    open: (page) => page.getByRole('tab', { name: 'Plain text' }).click(),
  },
]

for (const { name, role, path, open } of screens) {
  test(`${name}, with the longest values: nothing sticks out from 320 to 1280 px`, async ({
    page,
    longest,
    signIn,
  }) => {
    if (role) await signIn(longest.people[role])
    await page.goto(path(longest))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await open?.(page, longest)
    for (const width of [1280, 768, 390, 320]) await expectWithin(page, width, name)
    if (name.startsWith('the toast')) await expect(toast(page), 'the toast that was looked at').toBeVisible()
  })
}

test('every letter with the longest values: nothing sticks out at 320 px, and the page has one first-level heading', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto('/demo/mail')
  const letters = page.getByRole('list').filter({ hasText: 'To user' }).getByRole('button')
  await expect(letters.first()).toBeVisible()
  const shown = await letters.evaluateAll((buttons) => buttons.map((button) => button.textContent ?? ''))
  const kinds = new Map(shown.map((text, index) => [text.replaceAll(/[BP]-\w{10}/g, '').slice(0, 25), index]))
  expect(kinds.size).toBeGreaterThan(6)
  for (const [kind, index] of kinds) {
    await letters.nth(index).click()
    await expect(page.getByRole('heading', { level: 3 })).toBeVisible()
    await expect(page.locator('h1')).toHaveText(['Demo mailbox'])
    expect.soft(await findAllOverflows(page), kind).toEqual([])
  }
})

async function expectWithin(page: Page, width: number, name: string) {
  await page.setViewportSize({ width, height: 844 })
  /** A toast stays while the pointer is on it. */
  if (await toast(page).isVisible()) await toast(page).hover()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(/^(Loading|Drawing) /)).toHaveCount(0)
  await takePicture(page, `longest-${name}-${width}`)
  const problems = [...(await findAllOverflows(page)), ...(await page.evaluate(findLayoutProblems))]
  expect.soft(problems, `content within ${width} px`).toEqual([])
}
