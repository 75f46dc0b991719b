import { expect, type Locator, type Page } from '@playwright/test'
import { applicantFields } from '#test/booking-forms.ts'
import { makePdf } from '#test/certificate-files.ts'
import { bookAtCounter, sendApplication, takeNiche } from './counter-bookings.ts'
import { post, sessionOf } from './demo-sessions.ts'
import { holdRequests, mockReply } from './intercept-requests.ts'
import { signInAsNewApplicant } from './new-applicant.ts'
import { test } from './open-as.ts'

test.use({ storageState: sessionOf('staff') })

const open = (page: Page, bookingID: string) => page.goto(`/booking-approval/${bookingID}`)
const approve = (page: Page) => page.getByRole('button', { name: 'Approve Request' })
const history = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'History' }) })

const decision = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Decision' }) })

/** A decided booking shows what was decided, and its buttons are disabled with the reason beside them. */
async function expectOutcome(page: Page, ...sentences: string[]) {
  for (const sentence of sentences) await expect(decision(page)).toContainText(sentence)
  for (const name of ['Approve Request', 'Submit Denial'])
    await expect(page.getByRole('button', { name })).toBeDisabled()
}

/** Stops the time, so that a test controls the delayed redirect after a decision. */
async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

test('a clerk reads the facts in the header and the certificates, approves the booking, and is led back to the search', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request)
  await page.goto(`/search-booking?query=${family.contactNumber}&tab=current`)
  await page.getByRole('link', { name: 'View Details' }).click()
  await expect(page.getByRole('main')).toContainText(family.bookingID)
  await expect(page.getByRole('main')).toContainText(family.nicheCode)
  await expect(page.getByRole('main')).toContainText(family.beneficiaryName)
  await expect(page.getByRole('main')).toContainText('Cash')
  const header = page.locator('header').filter({ has: page.getByRole('heading', { name: family.beneficiaryName }) })
  await expect(header).toContainText(`Payer${family.fullName}`)
  await expect(header).toContainText(family.nicheCode)
  await expect(header).toContainText('Current')
  await expect(header).toContainText(/PaidSGD [\d,]+\.\d{2}/)
  await expect(header).toContainText(/Waiting\d minutes?/)
  const picture = page.getByRole('img', { name: 'Death Certificate' })
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Larger' }).click()
  await expect(page.getByText('150%')).toBeVisible()
  const before = (await picture.getAttribute('src')) ?? ''
  await page.getByRole('button', { name: 'Turn to the right' }).click()
  await expect(picture).not.toHaveAttribute('src', before)
  await page.getByRole('tab', { name: 'Birth Certificate' }).click()
  const pdf = page.getByTitle('Birth Certificate')
  await expect(pdf).toHaveAttribute('src', /^blob:/)
  expect((await pdf.boundingBox())?.height).toBe(600)
  await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', /^blob:/)

  await stopClock(page)
  await approve(page).click()
  await expect(page.getByText('Booking approved!')).toBeVisible()
  await page.clock.runFor(1400)
  await expect(page).toHaveURL(`/booking-approval/${family.bookingID}`)
  await page.clock.runFor(200)
  await expect(page).toHaveURL(`/search-booking?query=${family.contactNumber}&tab=current`)
})

test('approving a booking without a contact number shows that it cannot redirect', async ({ page }) => {
  const family = await bookAtCounter(page.request)
  await page.route('**/api/booking/approval/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), contactNumber: '' } })
  })
  await open(page, family.bookingID)
  await approve(page).click()
  await expect(page.getByText('Missing contact number — cannot redirect.')).toBeVisible()
  /** The page may still be reloading the booking through this route. */
  await page.unrouteAll({ behavior: 'wait' })
})

test('an approval that fails shows an error and stays on the page', async ({ page }) => {
  const family = await bookAtCounter(page.request)
  await open(page, family.bookingID)
  await mockReply(page, '/api/booking/approve', 200, { success: false })
  await approve(page).click()
  await expect(page.getByText('Failed to approve booking.')).toBeVisible()
  await page.unroute('**/api/booking/approve*')
  await mockReply(page, '/api/booking/approve', 500)
  await approve(page).click()
  await expect(page.getByText('Server error — could not approve booking.')).toBeVisible()
  await expect(page).toHaveURL(`/booking-approval/${family.bookingID}`)
})

test('a denial needs a reason, is sent to the family, and leads back to the queue', async ({ page }) => {
  const family = await bookAtCounter(page.request)
  await page.goto('/pending-approvals?kind=Current')
  await page
    .getByRole('listitem')
    .filter({ hasText: family.bookingID })
    .getByTitle('Read the papers and decide')
    .click()
  const submit = page.getByRole('button', { name: 'Submit Denial' })
  await submit.click()
  await expect(page.getByText('Please provide a reason for denial.')).toBeVisible()
  await page.getByLabel('Reason').fill('The certificate cannot be read.')

  await mockReply(page, '/api/email/sendDeniedRequest', 200, { success: false })
  await submit.click()
  await expect(page.getByText('Email failed to send.')).toBeVisible()
  await page.unroute('**/api/email/sendDeniedRequest*')
  await mockReply(page, '/api/email/sendDeniedRequest', 500)
  await submit.click()
  await expect(page.getByText('Failed to send email.')).toBeVisible()
  await page.unroute('**/api/email/sendDeniedRequest*')

  await stopClock(page)
  await submit.click()
  await expect(page.getByText('Booking denied. Letter and refund leave in 30 seconds.')).toBeVisible()
  await page.clock.runFor(1600)
  await expect(page).toHaveURL('/pending-approvals?kind=Current')
  await expect(page.getByText('Denial email sent.')).toHaveCount(0)
  await mockReply(page, '/api/booking/denial-letter/', 200, { hasLeft: false })
  const asked = page.waitForResponse('**/api/booking/denial-letter/*')
  await page.clock.runFor(29_000)
  await (await asked).finished()
  await expect(page.getByText('Denial email sent.')).toHaveCount(0)
  await page.unroute('**/api/booking/denial-letter/*')
  await mockReply(page, '/api/booking/denial-letter/', 200, { hasLeft: true })
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(page.getByText('Denial email sent.')).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('a denial that a colleague takes back is not followed by the message that its letter was sent', async ({
  page,
  openAs,
}) => {
  const family = await bookAtCounter(page.request)
  const colleague = await openAs('staff')
  await open(page, family.bookingID)
  await page.getByLabel('Reason').fill('The certificate cannot be read.')
  await stopClock(page)
  await page.getByRole('button', { name: 'Submit Denial' }).click()
  await expect(page.getByText('Booking denied. Letter and refund leave in 30 seconds.')).toBeVisible()
  await post(colleague.request, '/api/booking/undo-denial', { bookingID: family.bookingID })
  const asked = page.waitForResponse('**/api/booking/denial-letter/*')
  await page.clock.runFor(31_000)
  expect(await (await asked).json()).toEqual({ hasLeft: null })
  await page.clock.runFor(100)
  await expect(page.getByText('Denial email sent.')).toHaveCount(0)
})

test('a denial that is taken back is not followed by the message that its letter was sent', async ({ page }) => {
  const family = await bookAtCounter(page.request)
  await open(page, family.bookingID)
  await page.getByLabel('Reason').fill('The certificate cannot be read.')
  await stopClock(page)
  await page.getByRole('button', { name: 'Submit Denial' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The denial is taken back, and no letter was sent.')).toBeVisible()
  await page.clock.runFor(31_000)
  await expect(page.getByText('Denial email sent.')).toHaveCount(0)
})

test('a pre-order shows what it lacks, can be confirmed and released, and its history shows each step', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request, { type: 'PreOrder' })
  await open(page, family.bookingID)
  await expect(page.getByTitle('Birth Certificate')).toHaveAttribute('src', /^blob:/)
  await expect(page.getByText('No Death Certificate Available')).toBeVisible()
  await page.getByRole('tab', { name: 'Death Certificate' }).click()
  await expect(page.getByText('No Death Certificate Available')).toBeVisible()
  await expect(page.getByText('Not assigned').first()).toBeVisible()
  await expect(page.getByText('The niche stays Reserved until the family asks')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Pre-Order' }).click()
  await expect(page).toHaveURL(`/search-booking?query=${family.contactNumber}`)

  await open(page, family.bookingID)
  await expectOutcome(page, 'This booking has already been confirmed.', 'Confirmed as a pre-order by Kavitha Nair')
  await expect(history(page)).toContainText('Confirmed as a pre-order by Kavitha Nair')
  await page.getByRole('button', { name: 'Release' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The family moved away.')
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(page.getByText('Booking released.')).toBeVisible()
  await expect(history(page)).toContainText('The family moved away.')
})

test('a pre-order offers Confirm first and as the primary button; approving it can be undone from the toast', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request, { type: 'PreOrder' })
  await open(page, family.bookingID)
  const buttons = page.getByRole('region', { name: 'Approve' }).getByRole('button')
  await expect(buttons.nth(0)).toHaveText('Confirm Pre-Order')
  await expect(buttons.nth(1)).toHaveText('Approve Request')
  const fill = (button: Locator) => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  const plain = await fill(page.getByRole('button', { name: 'Ask for another certificate' }))
  expect(await fill(approve(page))).toBe(plain)
  expect(await fill(buttons.nth(0))).not.toBe(plain)
  await expect(page.getByText('Only if the urn is to be placed now')).toBeVisible()

  await approve(page).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Booking approved!' })
  await expect(toast).toContainText(`Niche ${family.nicheCode} for ${family.beneficiaryName} is now Occupied.`)
  /** Its time stands still while the pointer is on it. */
  await toast.hover()
  await expect(page).toHaveURL(`/search-booking?query=${family.contactNumber}`)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Booking reopened.')).toBeVisible()
  await open(page, family.bookingID)
  await expect(page.getByRole('button', { name: 'Confirm Pre-Order' })).toBeEnabled()
  await expect(history(page)).toContainText('Undone right after the decision')
})

test('two certificates are shown side by side when the clerk wishes it, on the next booking too', async ({ page }) => {
  const family = await bookAtCounter(page.request)
  const next = await bookAtCounter(page.request)
  await open(page, family.bookingID)
  await page.getByRole('button', { name: 'Side by side' }).click()
  const [death, birth] = [page.getByRole('img', { name: 'Death Certificate' }), page.getByTitle('Birth Certificate')]
  const expectSideBySide = async () => {
    await expect(death).toBeVisible()
    await expect(birth).toBeVisible()
    const [one, other] = [await death.boundingBox(), await birth.boundingBox()]
    expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThan(other?.x ?? 0)
  }
  await expectSideBySide()
  await open(page, next.bookingID)
  await expectSideBySide()
  await page.getByRole('button', { name: 'One at a time' }).click()
  await expect(birth).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Side by side' })).toBeHidden()
})

test('a denied booking shows who denied it, when and why', async ({ page }) => {
  const { bookingID, email } = await bookAtCounter(page.request)
  const reason = 'The certificates do not match.'
  await open(page, bookingID)
  await page.request.post('/api/email/sendDeniedRequest', { data: { bookingID, to: email, reason } })
  await page.reload()
  /** Both are shown for 30 seconds after the denial. */
  await expect(decision(page).getByRole('button', { name: 'Take the denial back' })).toBeEnabled()
  await expect(decision(page)).toContainText('The letter leaves in')
  await expectOutcome(page, 'This booking has been cancelled.', 'Denied by Kavitha Nair', reason)
  await expect(decision(page)).toContainText(/\d+ \w+ \d+, \d\d:\d\d/)
})

test('an approval made by mistake is reopened with a reason', async ({ page }) => {
  const family = await bookAtCounter(page.request)
  await page.request.post('/api/booking/approve', { data: { bookingID: family.bookingID } })
  await open(page, family.bookingID)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The wrong booking was open.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('Booking reopened.')).toBeVisible()
  await expect(approve(page)).toBeEnabled()
  await expect(history(page)).toContainText('The wrong booking was open.')
})

test('an unpaid booking is not called paid and cannot be approved; recording its payment makes its niche Occupied', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request, { paid: false })
  await page.goto(`/payment-success?bookingID=${family.bookingID}`)
  await expect(page.getByRole('heading', { name: 'Payment not confirmed' })).toBeVisible()
  await expect(page.getByText('This booking has not been paid yet.')).toBeVisible()

  await open(page, family.bookingID)
  await expect(approve(page)).toBeDisabled()
  await expect(page.getByText('This booking has not been paid yet.')).toBeVisible()
  const facts = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Booking', exact: true }) })
  const rows = facts.locator('dl > div')
  await expect(rows.filter({ hasText: /^Status/ })).toHaveText('StatusPending')
  await expect(rows.filter({ hasText: 'Niche status' })).toHaveText('Niche statusPending')
  await page.getByRole('button', { name: 'Record a payment' }).click()
  await page.getByLabel('Payment method').selectOption('Waived')
  const record = page.getByRole('dialog').getByRole('button', { name: 'Record payment' })
  await record.click()
  await expect(page.getByText('Please give a reason for the waiver.')).toBeVisible()
  const reason = page.getByLabel('Reason for the waiver')
  await reason.fill('Decided by the committee')
  await record.click()
  await expect(page.getByRole('dialog', { name: 'Waive the payment?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Waive the payment?' })).toHaveCount(0)
  await expect(reason).toHaveValue('Decided by the committee')
  await record.click()
  await page.getByRole('button', { name: 'Yes, waive it' }).click()
  await expect(page.getByText('Payment recorded.')).toBeVisible()
  await expect(history(page)).toContainText('Paid at the counter by Kavitha Nair')
  await page.reload()
  await expect(rows.filter({ hasText: 'Niche status' })).toHaveText('Niche statusOccupied')
})

test('an urn request is shown on the approval page with its date of death and inscription', async ({ page }) => {
  const [requested] = await (await page.request.get('/api/booking/pending?kind=Urn')).json()
  await open(page, requested.bookingID)
  const request = page.getByRole('region', { name: 'Urn placement requested' })
  await expect(request).toContainText('Date of death')
  await expect(request).toContainText('Inscription')
  await expect(approve(page)).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Confirm Pre-Order' })).toHaveCount(0)
  await expect(page.getByText('The booking stays as it was before the request, and no money moves.')).toBeVisible()
})

test('the approval page points out another current beneficiary with the same name', async ({ page }) => {
  const beneficiaryName = `Lim Ah Hock ${Date.now()}`
  const one = await bookAtCounter(page.request, { beneficiaryName })
  const other = await bookAtCounter(page.request, { beneficiaryName })
  await open(page, one.bookingID)
  await expect(page.getByText('Another current beneficiary has the same name')).toBeVisible()
  await page.getByRole('link', { name: other.bookingID }).click()
  await expect(page).toHaveURL(`/booking-approval/${other.bookingID}`)
})

test('the second of two clerks who decide on one booking is told what was done, by whom and when', async ({
  page,
  openAs,
}) => {
  const family = await bookAtCounter(page.request)
  const second = await openAs('staff')
  await open(page, family.bookingID)
  await open(second, family.bookingID)
  await expect(approve(second)).toBeEnabled()
  await approve(page).click()
  await expect(page.getByText('Booking approved!')).toBeVisible()
  await second.getByLabel('Reason').fill('Too late.')
  await second.getByRole('button', { name: 'Submit Denial' }).click()
  const notice = second.getByRole('alert').filter({ hasText: 'This booking has changed' })
  await expect(notice).toContainText(/It was approved by Kavitha Nair, \d+ \w+ \d+, \d\d:\d\d\./)
  await expectOutcome(second, 'This booking has already been confirmed.', 'Approved by Kavitha Nair')
  await expect(history(second)).toContainText('Approved by Kavitha Nair')
})

test.describe('a family that changes its application while a clerk reads it', () => {
  /** The family books and the clerk opens the booking. Returns the function with which the family amends it. */
  async function openThenAmend(page: Page, family: Page) {
    await signInAsNewApplicant(family)
    const booked = await takeNiche(family.request, 'Current', { beneficiaryName: 'Lim Ah Seng' })
    await open(page, booked.bookingID)
    await expect(page.getByRole('link', { name: 'Lim Ah Seng', exact: true })).toBeVisible()
    const birth = { name: 'birth.pdf', type: 'application/pdf', content: makePdf('Another birth') }
    const fields = { beneficiaryName: 'Lim Ah Sing' }
    return () => sendApplication(family.request, booked.nicheID, 'PreOrder', fields, birth)
  }
  const expectChanges = async (notice: Locator) => {
    await expect(notice).toContainText('This booking has changed since you looked at it.')
    await expect(notice).toContainText(/It was amended by Tan Hui Min, \d+ \w+ \d+, \d\d:\d\d\./)
    for (const change of [
      'Type: was Current, now PreOrder',
      'Beneficiary name: was Lim Ah Seng, now Lim Ah Sing',
      'Date of death: was 31 Jan 2026, now Not assigned',
      'Inscription: was At rest, now Not assigned',
      'Birth certificate: was the file you saw, now another file',
      'Death certificate: was the file you saw, now none',
    ])
      await expect(notice.getByRole('listitem').filter({ hasText: change })).toBeVisible()
    await expect(notice.getByRole('listitem')).toHaveCount(6)
  }

  test('denying a booking that was amended meanwhile shows the clerk what changed, keeps the reason, and works on the second press', async ({
    page,
    openAs,
  }) => {
    const amend = await openThenAmend(page, await openAs())
    expect((await amend()).ok()).toBe(true)
    await page.getByLabel('Reason').fill('The certificate cannot be read.')
    await page.getByRole('button', { name: 'Submit Denial' }).click()
    await expect(page.getByText('Email failed to send.')).toBeVisible()
    await expectChanges(page.getByRole('alert').filter({ hasText: 'changed' }))
    await expect(page.getByLabel('Reason')).toHaveValue('The certificate cannot be read.')
    await page.getByRole('button', { name: 'Submit Denial' }).click()
    await expect(page.getByText('Denial email sent.')).toBeVisible()
  })

  test('recording a payment for a booking that was amended meanwhile shows what changed and works on the second press', async ({
    page,
    openAs,
  }) => {
    const amend = await openThenAmend(page, await openAs())
    await page.getByRole('button', { name: 'Record a payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Payment method').selectOption('Card')
    await dialog.getByLabel('Note').fill('Terminal 2')
    expect((await amend()).ok()).toBe(true)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expectChanges(dialog.getByRole('alert'))
    await expect(dialog.getByLabel('Note')).toHaveValue('Terminal 2')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await expect(page.getByText('Payment recorded.')).toBeVisible()
    await expect(page.getByText('This booking has changed')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Confirm Pre-Order' })).toBeEnabled()
  })
})

test('reopening a booking that a colleague changed meanwhile keeps the reason for the next attempt', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request)
  const data = { bookingID: family.bookingID }
  await page.request.post('/api/booking/approve', { data })
  await open(page, family.bookingID)
  await page.getByRole('button', { name: 'Reopen' }).click()
  const reason = page.getByRole('dialog').getByLabel('Reason')
  await reason.fill('The wrong booking was open.')
  await page.request.post('/api/booking/reopen', { data: { ...data, reason: 'A colleague was quicker.' } })
  await page.request.post('/api/booking/approve', { data })
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'changed' })).toContainText('It was approved by Kavitha Nair')
  /** This entry shows that the page has reloaded the booking. */
  await expect(history(page)).toContainText('A colleague was quicker.')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(reason).toHaveValue('The wrong booking was open.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('Booking reopened.')).toBeVisible()
  await expect(approve(page)).toBeEnabled()
})

test('the payment step at the counter shows what a colleague changed, and records the payment on the second press', async ({
  page,
}) => {
  const family = await bookAtCounter(page.request, { paid: false })
  await page.goto(`/niche-booking?bookingID=${family.bookingID}`)
  await page.getByLabel('Payment method').selectOption('Card')
  const fields = { ...applicantFields(family), beneficiaryName: 'Lim Ah Sing' }
  expect((await sendApplication(page.request, family.nicheID, 'PreOrder', fields)).ok()).toBe(true)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const notice = page.getByRole('form', { name: 'Payment at the counter' }).getByRole('alert')
  await expect(notice).toContainText('It was amended by Kavitha Nair')
  await expect(notice).toContainText('Type: was Current, now PreOrder')
  await expect(notice).toContainText('now Lim Ah Sing')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page).toHaveURL(`/payment-success?bookingID=${family.bookingID}`)
})

test('the approval page says when it is loading, and when the booking does not exist', async ({ page }) => {
  const release = await holdRequests(page, '**/api/booking/approval/*')
  await open(page, 'B-0000000000')
  await expect(page.getByText('Loading booking details...')).toBeVisible()
  release()
  await expect(page.getByText('Booking not found.')).toBeVisible()
})
