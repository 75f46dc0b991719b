import { expect, type Page, test } from '@playwright/test'
import { formatAmount } from '#contract/money.ts'
import { applicantFields } from '#test/booking-forms.ts'
import { chooseCertificates, sayForLater, showBlock } from './booking-steps.ts'
import { bookAtCounter, sendApplication } from './counter-bookings.ts'
import { sessionOf } from './demo-sessions.ts'
import { holdRequests, loseAnswer } from './intercept-requests.ts'
import { registerNewApplicant } from './new-applicant.ts'
import { nextDigits } from './next-digits.ts'

test.use({ storageState: sessionOf('staff') })

/** Opens the form for a free niche of the newer hall; each test uses its own column. */
async function openForm(page: Page, column: string) {
  await page.goto('/niche-booking')
  await page.getByLabel('Building', { exact: true }).selectOption('Angsana Hall')
  const map = await showBlock(page, '3', 'D')
  await map.locator(`[data-niche][data-status=available][aria-label*="AH-3D-${column}-"]`).first().click()
  await book(page).click()
  await sayForLater(page)
}
const book = (page: Page) => page.getByRole('button', { name: 'Book This Niche' })
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true })
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Booking' })
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')))

async function lookUp(page: Page, nric: string) {
  await page.getByLabel('Search by NRIC').fill(nric)
  await page.getByLabel('Search by NRIC').press('Enter')
  await expect(page.getByLabel('NRIC', { exact: true }).first()).toHaveValue(nric)
}

async function recordCash(page: Page) {
  await page.getByLabel('Payment method').selectOption('Cash')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
}

test('the counter form offers Spouse and Child, and Other last; Cancel closes it at once if untouched, and asks first if only a certificate was chosen', async ({
  page,
}) => {
  await openForm(page, '01')
  const options = page.getByLabel('Relationship with Applicant').getByRole('option')
  await expect(options).toHaveText([
    'Please choose',
    'Mother',
    'Father',
    'Spouse',
    'Child',
    'Sibling',
    'Relative',
    'Other',
  ])
  await cancel(page).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(book(page)).toBeVisible()
  await expect(page.getByRole('grid')).not.toHaveAttribute('aria-disabled', 'true')

  await book(page).click()
  await chooseCertificates(page, 'Birth Certificate')
  await cancel(page).click()
  await expect(page.getByRole('dialog', { name: 'Discard this application?' })).toBeVisible()
})

test('Cancel at the counter asks first when something was entered, then removes form, draft and files', async ({
  page,
}) => {
  await openForm(page, '02')
  await page.getByLabel('Full Name').fill('Goh Ah Lian')
  await page.getByLabel('Search by NRIC').fill('S1234567A')
  await chooseCertificates(page, 'Birth Certificate')
  await expect.poll(() => drafts(page)).toEqual(['draft:application'])

  await cancel(page).click()
  const dialog = page.getByRole('dialog', { name: 'Discard this application?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Goh Ah Lian')

  await cancel(page).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await drafts(page)).toEqual([])
  await book(page).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('')
  await expect(page.getByLabel('Search by NRIC')).toHaveValue('')
  await expect(page.getByRole('link', { name: 'certificate.png' })).toHaveCount(0)
  await page.reload()
  await book(page).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('')
})

test('a complete NRIC in the search fills in the applicant without a press', async ({ page }) => {
  const person = await registerNewApplicant()
  await openForm(page, '04')
  await page.getByLabel('Search by NRIC').fill(person.nric)
  await expect(page.getByLabel('Full Name')).toHaveValue(person.fullName)
})

test('a mistyped NRIC of somebody new is replaced in the form when the search is corrected', async ({ page }) => {
  await openForm(page, '04')
  const search = page.getByLabel('Search by NRIC')
  const inForm = page.getByLabel('NRIC', { exact: true }).first()
  const [mistyped, corrected] = [`S${nextDigits()}A`, `S${nextDigits()}D`]
  await search.fill(mistyped)
  await expect(inForm).toHaveValue(mistyped)
  await search.fill(corrected)
  await expect(inForm).toHaveValue(corrected)
})

test('the counter form is empty after a payment is recorded, even if it was changed after submission', async ({
  page,
}) => {
  const person = await registerNewApplicant()
  await openForm(page, '09')
  await lookUp(page, person.nric)
  await chooseCertificates(page, 'Birth Certificate')
  await confirm(page).click()
  await expect(page.getByLabel('Payment method')).toBeVisible()
  await page.goBack()
  await page.getByLabel('Beneficiary Name').fill('Goh Ah Lian')
  await page.goForward()
  await recordCash(page)
  expect(await drafts(page)).toEqual([])
  await openForm(page, '10')
  await expect(page.getByLabel('Full Name')).toHaveValue('')
  await expect(page.getByLabel('Beneficiary Name')).not.toHaveValue('Goh Ah Lian')
})

test('the amount at the counter is the one due; another needs a reason and a confirmation, which the history keeps', async ({
  page,
}) => {
  const { bookingID } = await bookAtCounter(page.request, { paid: false })
  const [{ paymentAmount }] = await (
    await page.request.get(`/api/booking/getBookingByBookingID?bookingID=${bookingID}`)
  ).json()
  const due = formatAmount(paymentAmount)
  await page.goto(`/niche-booking?bookingID=${bookingID}`)
  await page.getByLabel('Payment method').selectOption('Cash')
  const amount = page.getByLabel('Amount (SGD)')
  await expect(amount).toHaveValue(paymentAmount)
  await amount.fill('100')
  await expect(page.getByText(`The amount due is ${due}.`)).toBeVisible()
  const record = page.getByRole('button', { name: 'Record payment' })
  await record.click()
  await expect(page.getByText('Please give a reason for the other amount.')).toBeVisible()
  await expect(page.getByLabel('Reason for the other amount')).toBeFocused()
  await page.getByLabel('Reason for the other amount').fill('The rest follows by cheque.')
  await record.click()
  const dialog = page.getByRole('dialog', { name: 'Record another amount?' })
  await expect(dialog).toContainText(`The amount due is ${due}. You entered SGD 100.00.`)
  await dialog.getByRole('button', { name: 'Check the amount' }).click()
  await expect(amount).toHaveValue('100')
  await record.click()
  await dialog.getByRole('button', { name: 'Record SGD 100.00' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.goto(`/booking-approval/${bookingID}`)
  const history = page.locator('section').filter({ has: page.getByRole('heading', { name: 'History' }) })
  await expect(history).toContainText(`SGD 100.00 instead of ${due}. The rest follows by cheque.`)
})

for (const [shape, column] of [
  ['6', '11'],
  ['+60 12 3', '12'],
] as const) {
  test(`a clerk books for a registered person whose number begins with ${shape}`, async ({ page }) => {
    const person = await registerNewApplicant({ contactNumber: `${shape}${nextDigits()}` })
    await openForm(page, column)
    await lookUp(page, person.nric)
    await expect(page.getByLabel('Mobile Number')).toHaveValue(person.contactNumber)
    await page.reload()
    await book(page).click()
    await expect(page.getByLabel('Mobile Number')).toHaveValue(person.contactNumber)

    await chooseCertificates(page, 'Birth Certificate')
    await confirm(page).click()
    await recordCash(page)
    await expect(page.getByRole('link', { name: 'View My Bookings' })).toHaveAttribute(
      'href',
      shape === '6' ? `/search-booking?query=${person.contactNumber}` : '/search-booking',
    )
  })
}

test('a contact number that several people have suggests nobody until an email or NRIC is entered', async ({
  page,
}) => {
  const contactNumber = `9${nextDigits()}`
  const mother = await registerNewApplicant({ contactNumber, fullName: 'Lim Mei Fong' })
  await registerNewApplicant({ contactNumber: `+65${contactNumber}`, fullName: 'Lim Ah Hock' })
  await openForm(page, '06')
  await page.getByLabel('Mobile Number').fill(contactNumber)
  await expect(page.getByText('Several people have this number')).toBeVisible()
  await expect(page.getByText('Please enter the NRIC or the email to find the right person.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use these details' })).toHaveCount(0)

  await page.getByLabel('Email').fill(mother.email)
  await page.getByRole('button', { name: 'Use these details' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Lim Mei Fong')
  await expect(page.getByLabel('NRIC', { exact: true }).first()).toBeFocused()
  await expect(page.getByText('Several people have this number')).toHaveCount(0)
})

test('a booking for an account with another email is made once the clerk confirms the account', async ({ page }) => {
  const person = await registerNewApplicant()
  await openForm(page, '07')
  await lookUp(page, person.nric)
  await page.getByLabel('Email').fill('another@columba.example')
  await chooseCertificates(page, 'Birth Certificate')
  await confirm(page).click()
  const dialog = page.getByRole('dialog', { name: 'Is this the right account?' })
  await expect(dialog).toContainText('f***@columba.example')
  await expect(dialog).toContainText(person.fullName)
  await expect(page.getByText(person.email)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Check the details' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('another@columba.example')

  await confirm(page).click()
  await dialog.getByRole('button', { name: 'Book for this account' }).click()
  await expect(page.getByLabel('Payment method')).toBeVisible()
})

test('a booking at the counter is made but its answer is lost: the form stays, and confirming again leads to the payment', async ({
  page,
}) => {
  const person = await registerNewApplicant()
  await openForm(page, '05')
  await lookUp(page, person.nric)
  await chooseCertificates(page, 'Birth Certificate')
  const nicheID = new URL(page.url()).searchParams.get('niche') ?? ''
  const fields = { ...applicantFields({ ...person, userID: '', role: 'user' }), dob: '1980-05-01' }
  await loseAnswer(page, '**/submitBooking', () => sendApplication(page.request, nicheID, 'PreOrder', fields))
  await confirm(page).click()
  await expect(page.getByText('Booking failed: Columba cannot be reached.')).toBeVisible()
  await expect(page.getByLabel('Chosen niche')).toContainText('Pending')
  await confirm(page).click()
  await expect(page.getByLabel('Payment method')).toBeVisible()
})

test('a search result shows the ID and the code of the niche under separate labels; searching again shows that the search is running', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request)
  await page.goto(`/search-booking?query=${family.contactNumber}`)
  const [row] = await (await page.request.get(`/api/booking/search?query=${family.contactNumber}`)).json()
  const factOf = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  await expect(factOf('Niche ID').locator('dd')).toHaveText(row.nicheID)
  await expect(factOf('Niche code').locator('dd')).toHaveText(family.nicheCode)

  await expect(page.getByRole('heading', { name: family.beneficiaryName })).toBeVisible()
  const release = await holdRequests(page, '**/api/booking/search*')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText('Searching for bookings...')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: family.beneficiaryName })).toBeVisible()
  await expect(page.getByText('Searching for bookings...')).toHaveCount(0)
})
