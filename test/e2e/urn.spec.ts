import { expect, type Page } from '@playwright/test'
import { deathCertFile } from '#test/booking-forms.ts'
import { bookPreOrder, chooseCertificates, goodCard, payBy } from './booking-steps.ts'
import { takeNiche } from './counter-bookings.ts'
import { onEmbeddedEngine, post } from './demo-sessions.ts'
import { failReload, loseAnswer } from './intercept-requests.ts'
import { signInAsNewApplicant } from './new-applicant.ts'
import { type OpenAs, test } from './open-as.ts'

test.use(onEmbeddedEngine)

test('a family with a pre-order requests urn placement, and a clerk approves it', async ({ page, openAs }) => {
  await signInAsNewApplicant(page)
  const bookingID = await bookPreOrder(page, 'C')
  await payBy(page, goodCard)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()

  const clerk = await openAs('staff')
  await clerk.goto(`/booking-approval/${bookingID}`)
  await clerk.getByRole('button', { name: 'Confirm Pre-Order' }).click()
  await expect(clerk.getByText('Pre-order confirmed.')).toBeVisible()

  await page.goto(`/my-bookings?bookingID=${bookingID}`)
  await page.getByRole('button', { name: 'Request Urn Placement' }).click()
  await expect(page).toHaveURL(`/req-urn-placement?bookingID=${bookingID}`)
  await expect(page.getByRole('heading', { name: 'Request Urn Placement' })).toBeVisible()
  await expect(page.getByText('Lim Siew Hong')).toBeVisible()
  await expect(page.getByText(/\(.* Hall, level \d, block C\)/)).toBeVisible()
  await expect(page.getByLabel('Inscription')).toHaveValue('Forever in our hearts. Rest in peace.')
  await expect(page.getByText('The inscription is a sample')).toBeVisible()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByText('Date of death is required')).toBeVisible()
  await expect(page.getByText('Please upload a certificate')).toBeVisible()
  await page.getByLabel('Date of death').fill('2026-01-15')
  await page.reload()
  await expect(page.getByLabel('Date of death')).toHaveValue('2026-01-15')
  await chooseCertificates(page, 'Death certificate')
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByText('Urn placement request submitted!')).toBeVisible()
  await expect(page).toHaveURL('/my-bookings')
  await expect(page.getByText(/^Your request to place the urn of .* has reached us$/)).toBeVisible()
  await expect(page.getByText('Once it is approved, we agree on a day with you.')).toBeVisible()
  await page.getByRole('button', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog')).toContainText('Urn placement requested')

  await clerk.goto(`/booking-approval/${bookingID}`)
  await expect(clerk.getByRole('region', { name: 'Urn placement requested' })).toContainText('15 Jan 2026')
  await clerk.getByRole('button', { name: 'Approve Request' }).click()
  await expect(clerk.getByText('Booking approved!')).toBeVisible()
  await page.goto(`/my-bookings?bookingID=${bookingID}`)
  await expect(page.getByRole('dialog').getByText('15 Jan 2026')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request Urn Placement' })).toHaveCount(0)
})

test('the sample inscription of an urn request can be cleared with its notice; a failed reload leaves the form with the chosen certificate', async ({
  page,
  openAs,
}) => {
  await openRequest(page, openAs)
  await page.getByRole('button', { name: 'Clear sample inscription' }).click()
  await expect(page.getByLabel('Inscription')).toHaveValue('')
  await expect(page.getByLabel('Inscription')).toBeFocused()
  await expect(page.getByText('The inscription is a sample')).toHaveCount(0)
  await chooseCertificates(page, 'Death certificate')
  await failReload(page, '/api/booking/getBookingByBookingID')
  await expect(page.getByRole('link', { name: 'certificate.png' })).toBeVisible()
})

test('an urn request arrives but its answer is lost: sending it again shows that it has been requested', async ({
  page,
  openAs,
}) => {
  const bookingID = await openRequest(page, openAs)
  await page.getByLabel('Date of death').fill('2026-01-15')
  await chooseCertificates(page, 'Death certificate')
  const { name, type, content } = deathCertFile
  const multipart = {
    bookingID,
    nicheID: 'any',
    beneficiaryID: 'any',
    dateOfDeath: '2026-01-15',
    deathCertFile: { name, mimeType: type ?? '', buffer: Buffer.from(content) },
  }
  await loseAnswer(page, '**/place-urn', () => page.request.post('/api/booking/place-urn', { multipart }))
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByText('We do not know whether the request has arrived.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByRole('main')).toContainText('An urn placement has already been requested.')
  await expect(page.getByRole('button', { name: 'Submit request' })).toHaveCount(0)
})

/** Opens the request for a pre-order that the family has booked and paid at the counter. */
async function openRequest(page: Page, openAs: OpenAs) {
  await signInAsNewApplicant(page)
  const { bookingID } = await takeNiche(page.request, 'PreOrder', {})
  const clerk = await openAs('staff')
  await post(clerk.request, '/api/booking/updateBookingTransaction', { bookingID, paymentMethod: 'Cash' })
  await page.goto(`/req-urn-placement?bookingID=${bookingID}`)
  return bookingID
}
