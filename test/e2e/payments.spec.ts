import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { payments } from '#server/database/schema.ts'
import { applyDispute } from '#server/payments/public.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { accessibilityViolations } from './axe.ts'
import {
  chooseCertificates,
  freeNiche,
  goodCard,
  openPaymentStep,
  payBy,
  paymentBadge,
  sayForLater,
  showBlock,
} from './booking-steps.ts'
import { bookAtCounter } from './counter-bookings.ts'
import { post } from './demo-sessions.ts'
import { failReload, holdRequests, mockReply, reconnect } from './intercept-requests.ts'
import { signInAsNewApplicant } from './new-applicant.ts'
import { test } from './open-as.ts'
import { test as ownServerTest } from './own-admin.ts'
import { takePictures } from './take-picture.ts'

/** The values that this tab keeps for the success page. */
const paymentSession = (page: Page) =>
  page.evaluate(() => ['paymentMethod', 'paymentAmount', 'userEmail'].map((key) => sessionStorage.getItem(key)))
const nothing = [null, null, null]

async function goToPaymentStep(page: Page) {
  const person = await signInAsNewApplicant(page)
  const bookingID = await openPaymentStep(page)
  await expect
    .poll(() => paymentSession(page))
    .toEqual(['Credit Card', expect.stringMatching(/^\d+\.\d{2}$/), person.email])
  return { ...person, bookingID }
}

test("the staff's lists, the approval page and the refunds show the payment status as a badge", async ({ openAs }) => {
  const page = await openAs('staff')
  const unpaid = await bookAtCounter(page.request, { paid: false })
  await page.goto('/pending-approvals')
  const row = page.getByRole('listitem').filter({ hasText: unpaid.bookingID })
  await expect(paymentBadge(row, 'Pending')).toHaveText('Unpaid')

  const family = await bookAtCounter(page.request)
  await page.goto(`/search-booking?query=${family.contactNumber}`)
  await expect(paymentBadge(page.getByRole('listitem').filter({ hasText: family.bookingID }), 'Paid')).toHaveText(
    'Paid',
  )
  await page.goto(`/booking-approval/${family.bookingID}`)
  await expect(paymentBadge(page, 'Paid')).toHaveText('Paid')

  const { bookingID, email } = family
  await post(page.request, '/api/email/sendDeniedRequest', {
    to: email,
    reason: 'The certificates do not match.',
    bookingID,
  })
  await page.goto('/dashboard')
  const [booking] = await (await page.request.get(`/api/booking/getBookingByBookingID?bookingID=${bookingID}`)).json()
  const refund = page.getByRole('row').filter({ hasText: booking.paymentID })
  await expect(paymentBadge(refund, 'Refunding')).toHaveText('Refunding')
})

test("the receipt of a booking at the counter is sent to the applicant's email, even after a reload", async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const family = await bookAtCounter(page.request)
  await page.goto('/niche-booking')
  const map = await showBlock(page, '3', 'D')
  await map.locator(freeNiche).last().click()
  await page.getByRole('button', { name: 'Book This Niche' }).click()
  await page.getByLabel('Mobile Number').fill(family.contactNumber)
  await page.getByRole('button', { name: 'Use these details' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(family.email)
  await sayForLater(page)
  await chooseCertificates(page, 'Birth Certificate')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeVisible()
  expect(await paymentSession(page)).toEqual(['Credit Card', expect.stringMatching(/^\d+\.\d{2}$/), family.email])
  await page.reload()
  await page.getByLabel('Payment method').selectOption('Cash')
  const sent = page.waitForRequest('**/api/email/sendReceipt')
  await page.getByRole('button', { name: 'Record payment' }).click()
  const bookingID = new URL(page.url()).searchParams.get('bookingID')
  expect((await sent).postDataJSON()).toEqual({ to: family.email, bookingID })
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  expect(await paymentSession(page)).toEqual(nothing)
})

test('typed card details stay if the payment cannot be loaded again after a lost connection', async ({ page }) => {
  await goToPaymentStep(page)
  await page.getByLabel('Card number').fill(goodCard)
  await failReload(page, '/api/payment/create-payment-intent')
  await expect(page.getByLabel('Card number')).toHaveValue(goodCard)
})

test('a payment that could not be finalised is finalised on request, or once the connection is back', async ({
  page,
}) => {
  await goToPaymentStep(page)
  await mockReply(page, '/api/booking/updateBookingTransaction', 503)
  await payBy(page, goodCard)
  await expect(page.getByText('Server error while updating transaction.')).toBeVisible()
  const again = page.waitForRequest('**/updateBookingTransaction')
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  await expect(page.getByText('Server error while updating transaction.')).toBeVisible()
  await page.unrouteAll()
  await reconnect(page)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
})

test('a clerk whose payment could not be looked up is not told that none is recorded, and tries again', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const { bookingID } = await bookAtCounter(page.request)
  await mockReply(page, '/api/payment/receipt', 503)
  await page.goto(`/payment-success?bookingID=${bookingID}`)
  await expect(page.getByText('It could not be checked whether the payment is recorded.')).toBeVisible()
  await expect(page.getByText('No payment is recorded for this booking.')).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
})

test.describe('the payment details in sessionStorage', () => {
  test('the payment details in sessionStorage stay on a reload and are removed by logging out in the same tab', async ({
    page,
  }) => {
    const { email } = await goToPaymentStep(page)
    await page.reload()
    await expect(page.getByLabel('Card number')).toBeVisible()
    expect((await paymentSession(page))[2]).toBe(email)
    await page.goto('/logout')
    await expect(page).toHaveURL('/login')
    expect(await paymentSession(page)).toEqual(nothing)
  })

  test('the payment details in sessionStorage are removed by logging out in another tab', async ({ page, context }) => {
    await goToPaymentStep(page)
    const second = await context.newPage()
    await second.goto('/logout')
    await expect(second).toHaveURL('/login')
    await expect.poll(() => paymentSession(page)).toEqual(nothing)
  })

  test('the payment details in sessionStorage are removed when another person signs in after the session ended', async ({
    page,
    context,
  }) => {
    await goToPaymentStep(page)
    await context.clearCookies()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible()
    await signInAsNewApplicant(page)
    await page.goto('/my-bookings')
    await expect(page.getByText('You have no bookings.')).toBeVisible()
    expect(await paymentSession(page)).toEqual(nothing)
  })
})

const refundOf = (paymentID: string) => ({
  paymentID,
  bookingID: `of ${paymentID}`,
  beneficiaryName: 'Ong Ah Hock',
  customerName: 'Ong Siew Hoon',
  amount: '3000.00',
  failed: false,
  paymentDate: new Date().toISOString(),
  paymentStatus: 'Refunding',
  paymentMethod: 'Cash',
  needsAnother: false,
})

test('a second refund that is confirmed while the lists still reload after the first is recorded too', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  const refunds = ['first', 'second'].map(refundOf)
  await page.route('**/api/payment/refunds*', (route) => route.fulfill({ json: refunds }))
  const settled: object[] = []
  await page.route('**/api/payment/settle-refund', (route) => {
    settled.push(route.request().postDataJSON())
    return route.fulfill({ json: { success: true } })
  })
  await page.goto('/dashboard')
  const button = (paymentID: string) =>
    page.getByRole('row').filter({ hasText: paymentID }).getByRole('button', { name: 'Mark as given' })
  await expect(button('second')).toBeVisible()
  const release = await holdRequests(page, '**/api/payment/refunds*', (route) => route.fulfill({ json: refunds }))
  for (const paymentID of ['first', 'second']) {
    await button(paymentID).click()
    const method = page.getByLabel('How the money went back')
    await expect(method).toHaveValue('Cash')
    if (paymentID === 'second') await method.selectOption('Bank transfer')
    await page.getByRole('button', { name: 'Yes, it was given back' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect
    .poll(() => settled)
    .toEqual([
      { paymentID: 'first', returnedBy: 'Cash' },
      { paymentID: 'second', returnedBy: 'Bank transfer' },
    ])
  release()
})

test('the money of an organisation goes back by bank transfer, and the dialog offers nothing else', async ({
  openAs,
}) => {
  const page = await openAs('staff')
  await page.route('**/api/payment/refunds*', (route) =>
    route.fulfill({ json: [{ ...refundOf('of a parish'), paymentMethod: 'Bank transfer' }] }),
  )
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Mark as given' }).click()
  const method = page.getByLabel('How the money went back')
  await expect(method).toHaveValue('Bank transfer')
  await expect(method.getByRole('option')).toHaveCount(1)
})

test('a cash-up that could not be signed says why', async ({ openAs }) => {
  const page = await openAs('staff')
  const open = {
    cashUpNumber: 7,
    state: 'counted',
    countedByID: 'another',
    countedBy: 'Tan Wei Ming',
    lines: [],
    countedAt: new Date().toISOString(),
    endedBy: null,
    endedAt: null,
    withdrawnReason: '',
  }
  await mockReply(page, '/api/cash-up/drawer', 200, { through: 1, lines: [], open })
  await mockReply(page, '/api/cash-up/sign', 503)
  await page.goto('/cash-up')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong. Please try again.' })).toBeVisible()
})

ownServerTest(
  'staff see a disputed payment with what the cardholder says, and then that it is lost',
  async ({ openAs, server }) => {
    const { context } = server
    const person = await makeUser(context)
    const { bookingID } = await makeBooking(context, person, { status: 'Confirmed' })
    const intentID = `pi_${bookingID}`
    await context.db.update(payments).set({ intentID }).where(eq(payments.bookingID, bookingID))
    const dispute = { disputeID: `dp_${bookingID}`, intentID, amountCents: 380_000, currency: 'sgd', moves: [] }
    await applyDispute(context, { ...dispute, status: 'open', reason: 'fraudulent' })
    const staff = await openAs('staff')
    await staff.goto('/dashboard')
    const problem = staff
      .getByRole('table', { name: 'Payments to settle by hand' })
      .getByRole('row')
      .filter({ hasText: bookingID })
    await expect(problem).toContainText('Payment disputed')
    await expect(problem).toContainText('Please answer at the card provider, which says until when.')
    expect(await accessibilityViolations(staff)).toEqual([])
    await takePictures(staff, 'payment-disputed')
    await applyDispute(context, { ...dispute, status: 'lost', reason: 'fraudulent' })
    await staff.reload()
    await expect(problem).toContainText('Dispute lost')
    await problem.getByRole('button', { name: 'Settle by hand' }).click()
    await expect(staff.getByRole('dialog')).toContainText('The bill stays, and the day book says')
    await takePictures(staff, 'dispute-lost')
  },
)

ownServerTest.describe('a refund that fails', () => {
  ownServerTest(
    'staff see it on the dashboard with its reason, and another clerk settles it by hand with a reason',
    async ({ page, openAs }) => {
      const { bookingID, fullName } = await goToPaymentStep(page)
      await payBy(page, '4000 0000 0000 5126')
      await expect(paymentBadge(page, 'Paid')).toHaveText('Paid')

      const { request } = await openAs('staff')
      await post(request, '/api/booking/confirm', { bookingID })
      await post(request, '/api/booking/release', { bookingID, reason: 'The family moves away.' })
      const staff = await openAs('staff')
      await staff.goto('/dashboard')
      const problem = staff
        .getByRole('table', { name: 'Payments to settle by hand' })
        .getByRole('row')
        .filter({ hasText: bookingID })
      await expect(problem.getByRole('cell').first().getByRole('link')).toHaveAttribute('href', `/person/${bookingID}`)
      await expect(problem).toContainText(fullName)
      await expect(problem).toContainText('Refund failed')
      await expect(problem).toContainText('The card was reported lost or stolen.')
      expect(await accessibilityViolations(staff)).toEqual([])

      await problem.getByRole('button', { name: 'Settle by hand' }).click()
      const dialog = staff.getByRole('dialog')
      await expect(dialog).toContainText(`the payer is ${fullName}`)
      await dialog.getByRole('button', { name: 'Settle by hand' }).click()
      await expect(dialog.getByText('Please choose how the money went back.')).toBeVisible()
      await expect(dialog.getByText('Please give a reason.')).toBeVisible()
      await dialog.getByLabel('How the money went back').selectOption('Bank transfer')
      await dialog.getByLabel('Reason').fill('Paid back by bank transfer')
      await dialog.getByRole('button', { name: 'Settle by hand' }).click()
      await expect(staff.getByText('Settled by hand.')).toBeVisible()
      await expect(problem).toHaveCount(0)

      await page.goto('/my-payments')
      await expect(paymentBadge(page.getByRole('row').last(), 'Refunded')).toHaveText('Refunded')
    },
  )
})
