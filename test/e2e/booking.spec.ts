import { expect, type Page, test } from '@playwright/test'
import { issuerLine } from '#contract/house/house-texts.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { demoHouse } from '#server/seed/demo-columbarium.ts'
import { startBackgroundJobs } from '#server/start/background-jobs.ts'
import { makeUser } from '#test/factories.ts'
import {
  bookPreOrder,
  certificate,
  chooseCertificates,
  chooseNiche,
  declinedCard,
  freeNiche,
  goodCard,
  makeBooking,
  makePayment,
  openPaymentStep,
  payBy,
  paymentBadge,
  sayForLater,
  showBlock,
} from './booking-steps.ts'
import { sendApplication } from './counter-bookings.ts'
import { onEmbeddedEngine, sessionOf } from './demo-sessions.ts'
import { mockReply } from './intercept-requests.ts'
import { signInAsNewApplicant } from './new-applicant.ts'
import { startOwnServer } from './own-server.ts'
import { signIn } from './own-server-test.ts'

test.use(onEmbeddedEngine)

test('a family books a pre-order, pays after a declined card, gets a receipt, and finds payment and booking again, each with the badge Paid', async ({
  page,
}) => {
  const person = await signInAsNewApplicant(page)
  await chooseNiche(page)
  await expect(page.getByText('These are sample details')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue(person.fullName)
  await expect(page.getByLabel('Full Name')).toHaveAttribute('readonly')
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByText('Please correct the errors before proceeding')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Beneficiary: Birth Certificate is required' })).toBeVisible()

  await chooseCertificates(page, 'Birth Certificate')
  const bookingID = await makePayment(page)
  await payBy(page, declinedCard)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  const declined = page.getByRole('alert').filter({ hasText: 'Your card was declined' })
  const advice = declined.getByRole('listitem')
  await expect(advice.filter({ hasText: /another card|your bank|our counter/ })).toHaveCount(3)
  await payBy(page, goodCard)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(page.getByText('Your card was declined')).toHaveCount(0)
  await expect(page).toHaveURL(`/payment-success?bookingID=${bookingID}`)
  await expect(paymentBadge(page, 'Paid')).toHaveText('Paid')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await page.getByRole('link', { name: 'View and print the receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(paymentBadge(page, 'Paid')).toHaveText('Paid')
  await expect(page.getByText(bookingID, { exact: true })).toBeVisible()
  await expect(page.getByText('Ending in 4242')).toBeVisible()
  await expect(page.getByText(`${issuerLine(demoHouse)} ${demoHouse.taxNote}`)).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code that opens this booking' })).toBeVisible()

  await page.goto('/my-payments')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(paymentBadge(page.getByRole('row').last(), 'Paid')).toHaveText('Paid')
  await expect(page.getByRole('row').last()).toContainText('Lim Siew Hong')
  await page.goto('/my-bookings')
  await expect(page.getByText('Showing 1 of 1 bookings')).toBeVisible()
  await expect(page.getByText('Complete payment')).toHaveCount(0)
  await page.getByRole('button', { name: 'Payment Info' }).click()
  await expect(paymentBadge(page.getByRole('dialog'), 'Paid')).toHaveText('Paid')
  await expect.poll(() => letterCount(page, person.email, bookingID, /receipt/i)).toBe(1)
})

test('a family whose account cannot be read is told so, and gets the form when they try again', async ({ page }) => {
  const person = await signInAsNewApplicant(page)
  await mockReply(page, '/api/user/getUserByID', 500)
  await page.goto('/book-niche')
  await expect(page.getByText('Failed to find user in session')).toBeVisible()
  const map = await showBlock(page, String(test.info().parallelIndex + 1), 'B')
  await map.locator(freeNiche).first().click()
  const failed = page.getByRole('alert').filter({ hasText: 'Your details could not be read just now.' })
  await expect(failed).toBeVisible()
  await page.unroute('**/api/user/getUserByID*')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue(person.fullName)
})

test('a payment that the page could not record is not called received, and is after a reload', async ({ page }) => {
  await signInAsNewApplicant(page)
  await openPaymentStep(page)
  await mockReply(page, '/api/booking/updateBookingTransaction', 200, { success: false })
  await payBy(page, goodCard)
  await expect(page.getByText('Failed to update transaction.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toHaveCount(0)
  await page.unroute('**/api/booking/updateBookingTransaction*')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
})

test('a family books for someone who has died, with both certificates', async ({ page }) => {
  await signInAsNewApplicant(page)
  await chooseNiche(page, 'B')
  await page.getByLabel('Current').check()
  await page.getByRole('button', { name: 'Clear sample details' }).click()
  await expect(page.getByLabel('Beneficiary Name')).toBeFocused()
  await page.getByLabel('Beneficiary Name').fill('Ong Bee Leng')
  await page.getByLabel('Relationship with Applicant').selectOption('Mother')
  await page.getByLabel('Gender').last().selectOption('Female')
  await page.getByLabel('Nationality').last().selectOption('Malaysian')
  await page.getByLabel('NRIC').last().fill('a1234567')
  await expect(page.getByText('This does not look like a Singapore NRIC.')).toBeVisible()
  await page.getByLabel('Date of Birth').last().fill('1950-03-14')
  await page.getByLabel('Date of Death').fill('1949-03-14')
  await page.getByRole('button', { name: 'Same address as the applicant' }).click()
  await chooseCertificates(page, 'Birth Certificate', 'Death Certificate')
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByRole('button', { name: 'Date of Death cannot be before Date of Birth' })).toBeVisible()
  await page.getByLabel('Date of Death').fill('2024-11-02')
  await makePayment(page)
  await payBy(page, goodCard)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
})

test('beside the form are the niche, its place with the level, its price, and after submission until when it is kept', async ({
  page,
}) => {
  await signInAsNewApplicant(page)
  await chooseNiche(page, 'C')
  const aside = page.getByRole('complementary', { name: 'Niche of this booking' })
  const level = test.info().parallelIndex + 1
  await expect(aside).toContainText(new RegExp(`, level ${level}, block C, column \\d+, row \\d+`))
  await expect(aside).toContainText(/SGD [\d,]+\.\d{2}/)
  await expect(aside).toContainText('Not kept yet. Make Payment keeps it for 30 minutes.')
  const [asideBox, formBox] = await Promise.all([aside.boundingBox(), page.getByRole('form').last().boundingBox()])
  expect(asideBox?.x).toBeGreaterThan((formBox?.x ?? 0) + (formBox?.width ?? 0))

  const price = /SGD [\d,]+\.\d{2}/.exec((await aside.textContent()) ?? '')?.[0] ?? ''
  const makePayment = page.getByRole('button', { name: 'Make Payment', exact: true })
  await expect(makePayment).toHaveAccessibleDescription(new RegExp(`^${price} to pay`))
  await page.getByLabel('Beneficiary Name').fill('Tan Ah Kow 陈亚九')
  await page.getByLabel('Date of Birth').last().fill('1950-03-14')
  await chooseCertificates(page, 'Birth Certificate')
  await makeBooking(page)
  await expect(page.getByText('Tan Ah Kow', { exact: true })).toBeVisible()
  await expect(page.getByText('14 Mar 1950', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Pay ${price}`, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await expect(aside).toContainText(/Kept until .*\d\d:\d\d/)
})

test('a family that leaves before paying can return to the payment from My Bookings, or cancel', async ({ page }) => {
  await signInAsNewApplicant(page)
  await openPaymentStep(page)
  await page.goto('/my-payments')
  await expect(page.getByText('You have made no payments yet.')).toBeVisible()
  await page.goto('/my-bookings')
  await expect(page.getByText(/^Kept until .*\d\d:\d\d/)).toBeVisible()
  await page.getByRole('link', { name: 'Complete payment' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await page.getByRole('link', { name: 'Back to My Bookings' }).click()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText('The booking is cancelled, and nothing was charged.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Complete payment' })).toHaveCount(0)
})

test('paying for one booking in two tabs makes one payment and one receipt', async ({ page, context }) => {
  const person = await signInAsNewApplicant(page)
  const bookingID = await openPaymentStep(page)
  const second = await context.newPage()
  await second.goto(`/book-niche?bookingID=${bookingID}`)
  await expect(second.getByLabel('Card number')).toBeVisible()
  await payBy(page, goodCard)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await payBy(second, goodCard)
  await expect(second.getByRole('main')).toContainText(/Payment received|already been paid/)
  await second.goto('/my-payments')
  await expect(second.getByRole('row')).toHaveCount(2)
  await expect.poll(() => letterCount(page, person.email, bookingID, /receipt/i)).toBe(1)
})

test('a certificate of the wrong type or size is refused before it is sent, and a smaller copy is accepted', async ({
  page,
}) => {
  await signInAsNewApplicant(page)
  await chooseNiche(page)
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.accept()
  })
  const field = page.getByLabel('Birth Certificate')
  await field.setInputFiles({ name: 'certificate.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
  await expect(page.getByText('Invalid file type. Only PDF, PNG, JPG allowed.')).toBeVisible()
  const large = Buffer.concat([certificate().buffer, Buffer.alloc(5 * 1024 * 1024)])
  await field.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: large })
  await expect(page.getByText('File too large. Max 5MB.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a smaller copy' }).click()
  await expect(page.getByRole('link', { name: 'photo-smaller.jpg' })).toBeVisible()
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(field).toBeFocused()
  await chooseCertificates(page, 'Birth Certificate')
  expect(alerts).toEqual(['Invalid file type. Only PDF, PNG, JPG allowed.', 'File too large. Max 5MB.'])
  await makePayment(page)
})

test('a family whose niche has just been taken chooses another and keeps what was entered', async ({ page }) => {
  await signInAsNewApplicant(page)
  await chooseNiche(page, 'D')
  await page.getByLabel('Beneficiary Name').fill('Goh Ah Lian')
  await chooseCertificates(page, 'Birth Certificate')
  const error = 'This niche is no longer available. Please choose another.'
  const body = JSON.stringify({ error, code: 'NICHE_TAKEN', success: false })
  await page.route(
    '**/submitBooking',
    (route) => route.fulfill({ status: 409, contentType: 'application/json', body }),
    {
      times: 1,
    },
  )
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByText(`Booking failed: ${error}`)).toBeVisible()
  await expect(page.getByRole('alert').getByText(error, { exact: true })).toBeVisible()
  await page.locator('[data-niche][data-status=available]').last().click()
  await expect(page.getByLabel('Beneficiary Name')).toHaveValue('Goh Ah Lian')
  await makePayment(page)
})

test('a family that has booked the chosen niche in another tab is not told that someone took it, and goes on', async ({
  page,
}) => {
  await signInAsNewApplicant(page)
  await chooseNiche(page, 'C')
  await chooseCertificates(page, 'Birth Certificate')
  const nicheID = new URL(page.url()).searchParams.get('niche') ?? ''
  const { bookingID } = await (await sendApplication(page.request, nicheID, 'PreOrder')).json()
  await expect(page.getByText('You have a booking to pay for')).toBeVisible()
  await expect(page.getByText('Someone has just taken niche')).toHaveCount(0)
  expect(await makePayment(page)).toBe(bookingID)
})

test.describe('at the counter', () => {
  test.use({ storageState: sessionOf('staff') })

  test('a clerk books for someone at the counter and records the cash', async ({ page }) => {
    await page.goto('/niche-booking')
    const map = await showBlock(page, '3', 'D')
    await map.locator(freeNiche).first().click()
    await page.getByRole('button', { name: 'Book This Niche' }).click()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Search by NRIC').press('Enter')
    await expect(page.getByText('Please enter a valid NRIC.')).toBeVisible()
    await page.getByLabel('Mobile Number').fill('91234567')
    await page.getByRole('button', { name: 'Use these details' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('applicant@columba.example')
    await sayForLater(page)
    await chooseCertificates(page, 'Birth Certificate')
    await page.getByRole('button', { name: 'Confirm Booking' }).click()

    const alerts: string[] = []
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message())
      void dialog.accept()
    })
    await page.getByRole('button', { name: 'Record payment' }).click()
    expect(alerts).toEqual(['Please enter both payment method and amount.'])
    await page.getByLabel('Payment method').selectOption('Cash')
    await expect(page.getByLabel('Amount (SGD)')).toHaveValue(/^\d+\.\d{2}$/)
    await page.getByLabel('Amount (SGD)').fill('3,500.50')
    await page.getByRole('button', { name: 'Record payment' }).click()
    await expect(page.getByText('Please give a reason for the other amount.')).toBeVisible()
    await page.getByLabel('Reason for the other amount').fill('The rest was paid by cheque')
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByRole('button', { name: 'Record SGD 3,500.50' }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expect(page.getByText('SGD 3,500.50')).toBeVisible()
    await expect(page.getByRole('link', { name: 'View My Bookings' })).toHaveAttribute(
      'href',
      '/search-booking?query=91234567',
    )
  })
})

test('when a hold lapses on the payment step, the family is told on the page and by email', async ({ browser }) => {
  const server = await startOwnServer({ holdMinutes: 2 })
  const jobs = await startBackgroundJobs(server.app.services, createMailTransport(server.context.config))
  const page = await browser.newPage({ baseURL: server.url })
  try {
    await page.clock.install()
    const person = await makeUser(server.context)
    await signIn(page, server, person)
    const bookingID = await bookPreOrder(page)
    await page.clock.fastForward(150_000)
    server.advanceTime(150_000)
    await expect(page.getByText('The time to pay is over')).toBeVisible()
    await page.getByRole('link', { name: 'Choose a niche' }).click()
    await expect(page.getByRole('heading', { name: 'Book a Niche' })).toBeVisible()
    await expect.poll(() => letterCount(page, person.email, bookingID, /^The time to pay/)).toBe(1)
  } finally {
    await page.close()
    await jobs.stop()
    await server.stop()
  }
})

test('a family whose phone is an hour fast has all the time to pay', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 3_600_000 })
  await signInAsNewApplicant(page)
  await bookPreOrder(page)
  await expect(page.getByText(/^Kept until/).filter({ visible: true })).toHaveCount(1)
  await payBy(page, goodCard)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
})

/** The number of letters about this booking to this address. */
async function letterCount(page: Page, email: string, bookingID: string, about: RegExp): Promise<number> {
  const letters = (await (await page.request.get('/api/demo/mail')).json()) as {
    to: string
    subject: string
    text: string
  }[]
  return letters.filter(
    ({ to, subject, text }) => to === email && about.test(subject) && `${subject} ${text}`.includes(bookingID),
  ).length
}
