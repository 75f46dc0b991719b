import { expect, type Page, test } from '@playwright/test'
import { adminEmail } from '#test/admin-options.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { accessibilityViolations } from './axe.ts'
import { chooseCertificates, freeNiche, makeBooking, sayForLater } from './booking-steps.ts'
import { choosePassword, enterPassword, newPassword, setUpAndSignIn } from './first-sign-in.ts'
import { lettersTo, startProductionServer } from './production-server.ts'
import { createAdmin } from './production-settings.ts'
import { fakeProviderScripts } from './providers.ts'
import { enterHouseDetails, inviteStaff, saveHouse } from './set-up-house.ts'

test.setTimeout(600_000)

const clerk = { email: 'clerk@hill.example', name: 'Lim Hui Min' }
const family = { email: 'family@hill.example', name: 'Tan Mei Ling' }
const openingSoon = (page: Page) => page.getByText('We are opening soon.')

/** The names of the first steps that are not done yet. */
async function expectMissingSteps(admin: Page, ...names: string[]) {
  await admin.getByRole('link', { name: 'Admin Dashboard' }).click()
  const steps = admin.getByRole('heading', { name: 'First steps' }).locator('..').getByRole('listitem')
  await expect(steps).toHaveCount(8)
  const missing = steps.filter({ hasText: '(not done yet)' })
  await expect(missing).toHaveText(names.map((name) => new RegExp(`^${name}`)))
}

async function addHall(admin: Page, name: string) {
  await admin.getByRole('button', { name: 'Add a hall' }).click()
  await admin.getByRole('dialog').getByLabel('Name').fill(name)
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('button', { name: `Add a level to ${name}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
}

const rowOf = (admin: Page, block: string) => admin.getByRole('row', { name: new RegExp(`^${block} `) })

async function layOutBlock(admin: Page, block: string, [rows, columns, price]: readonly [string, string, string]) {
  await admin.getByRole('link', { name: /^Lay out a block/ }).click()
  const fields = { 'Name of the block': block, Rows: rows, Columns: columns, 'Price of row 1': price }
  for (const [label, value] of Object.entries(fields)) await admin.getByLabel(label, { exact: true }).fill(value)
  await admin.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(rowOf(admin, block)).toContainText(`Draft, ${Number(rows) * Number(columns)} niches`)
}

async function publishBlock(admin: Page, block: string, agreement?: string) {
  await admin.getByRole('button', { name: `Publish block ${block}` }).click()
  if (agreement) await admin.getByRole('dialog').getByLabel(agreement).check()
  await admin.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(rowOf(admin, block)).not.toContainText('Draft')
}

async function registerFamily(page: Page) {
  await page.getByRole('link', { name: 'Create an account' }).first().click()
  const fields = {
    'Full name': family.name,
    NRIC: 'S8011223D',
    'Date of birth': '1980-05-01',
    'Contact number': '91234567',
    Email: family.email,
    Username: 'mei_ling',
    Address: '12 Tiong Bahru Road',
    'Unit number': '05-118',
    'Postal code': '168732',
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Nationality').selectOption('Singaporean')
  await page.getByRole('button', { name: 'Register' }).click()
  await setUpAndSignIn(page, family.email)
}

async function bookPreOrder(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Make a Booking' }).click()
  await page.locator(freeNiche).first().click()
  const beneficiary = page.getByRole('region', { name: 'Beneficiary' })
  await beneficiary.getByLabel('Relationship with Applicant').selectOption('Father')
  const fields = {
    'Beneficiary Name': 'Tan Ah Kow',
    NRIC: 'S0123456A',
    'Date of Birth': '1940-02-29',
    Address: '2 Test Street',
    'Unit Number': '02-02',
    'Postal Code': '234567',
  }
  for (const [label, value] of Object.entries(fields)) await beneficiary.getByLabel(label, { exact: true }).fill(value)
  await sayForLater(page)
  await chooseCertificates(page, 'Birth Certificate')
  await makeBooking(page)
  return new URL(page.url()).searchParams.get('bookingID') ?? ''
}

test('from an empty production database to the first sale, with a command and the screens alone', async ({
  browser,
}) => {
  const server = await startProductionServer()
  const newPage = () => browser.newPage({ baseURL: server.url })
  const [admin, visitor, staff] = [await newPage(), await newPage(), await newPage()]
  try {
    await choosePassword(admin, createAdmin(server.environment))
    await enterPassword(admin, adminEmail)
    await setUpAndSignIn(admin, adminEmail)
    await expectMissingSteps(admin, 'House details', 'First hall', 'Placement hours', 'First clerk', 'Open')
    await visitor.goto('/')
    await expect(openingSoon(visitor)).toBeVisible()
    await expect(visitor.getByRole('heading', { name: 'What families say' })).toHaveCount(0)
    for (const page of [admin, visitor]) expect(await accessibilityViolations(page)).toEqual([])

    await admin.getByRole('link', { name: 'Enter name, address and opening hours' }).click()
    await enterHouseDetails(admin)
    await saveHouse(admin)
    await expectMissingSteps(admin, 'First hall', 'Placement hours', 'First clerk', 'Open')

    await admin.getByRole('link', { name: 'Add a hall and lay out its first block' }).click()
    await addHall(admin, 'Garden Hall')
    const blocks = { A: ['4', '6', '3800'], B: ['3', '5', '4200'], C: ['2', '4', '5000'] } as const
    for (const [block, layout] of Object.entries(blocks)) await layOutBlock(admin, block, layout)
    await expectMissingSteps(admin, 'Placement hours', 'First clerk', 'Open')

    await admin.getByRole('link', { name: 'Invite a clerk' }).click()
    await inviteStaff(admin, clerk.email, 'Staff')
    const findLink = () =>
      /\S+\/accept-invitation\?token=[\w-]+/.exec(lettersTo(server.letters, clerk.email).join())?.[0]
    await expect.poll(findLink).toBeTruthy()
    await staff.goto(findLink() ?? '')
    await staff.getByLabel('Full name').fill(clerk.name)
    await staff.getByLabel('Contact number').fill('98765432')
    await staff.getByLabel('Password', { exact: true }).fill(newPassword)
    await staff.getByRole('button', { name: 'Continue' }).click()
    await setUpAndSignIn(staff, clerk.email)
    await expectMissingSteps(admin, 'Placement hours', 'Open')

    await visitor.goto('/explore')
    await expect(openingSoon(visitor)).toBeVisible()
    await admin.getByRole('link', { name: 'Publish a block' }).click()
    await admin.getByRole('button', { name: 'Publish block A' }).click()
    await expect(admin.getByRole('dialog')).toContainText('Please first finish what is missing: Placement hours.')
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await admin.getByRole('button', { name: 'Placement hours of Garden Hall' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await publishBlock(admin, 'A', 'Open the house')
    for (const block of ['B', 'C']) await publishBlock(admin, block)
    await expectMissingSteps(admin)
    await expect(admin.getByText('Families can book.')).toBeVisible()

    await expect(async () => {
      await visitor.goto('/')
      await expect(visitor.getByRole('heading', { name: `About ${sampleHouse.name}` })).toBeVisible()
      await expect(openingSoon(visitor)).toBeHidden({ timeout: 100 })
    }).toPass()
    await fakeProviderScripts(visitor, (secret) => ({
      paymentIntent: server.stripe.pay(secret.replace(/_secret.*/, '')),
    }))
    await registerFamily(visitor)
    const bookingID = await bookPreOrder(visitor)
    await visitor.getByRole('button', { name: 'Pay SGD 3,800.00' }).click()
    await expect(visitor.getByRole('heading', { name: 'Payment received' })).toBeVisible()

    await staff.getByRole('link', { name: 'Pending Approvals' }).first().click()
    await staff.getByRole('link', { name: family.name }).click()
    await expect(staff.getByRole('main')).toContainText(bookingID)
    await staff.getByRole('button', { name: 'Approve Request' }).click()
    await expect(staff.getByText('Booking approved!')).toBeVisible()

    await visitor.goto('/my-bookings')
    await expect(visitor.getByRole('main')).toContainText(bookingID)
    await expect(visitor.getByRole('main').getByText('Approved', { exact: true })).toBeVisible()
    await expect
      .poll(() => lettersTo(server.letters, family.email).some((letter) => letter.includes('T11SS1111B')))
      .toBe(true)
    await expect(async () => {
      await admin.reload()
      await expect(admin.getByRole('heading', { name: 'Occupancy by building' })).toBeVisible()
      await expect(admin.getByRole('heading', { name: 'First steps' })).toBeHidden({ timeout: 100 })
    }).toPass()
  } finally {
    for (const page of [admin, visitor, staff]) await page.close()
    await server.stop()
  }
})
