import { expect, type Page, test } from '@playwright/test'
import { chooseCertificates, freeNiche, goodCard, makeBooking, payBy, showBlock } from './booking-steps.ts'
import { sessionOf } from './demo-sessions.ts'
import { lookAt } from './look-at.ts'
import { registerNewApplicant, signInAsNewApplicant } from './new-applicant.ts'

const question = 'Has the person died?'
const answers = (page: Page) => page.getByRole('group', { name: question }).getByRole('radio')
const asked = (page: Page) => page.getByRole('heading', { name: question })
const cardNumber = (page: Page) => page.getByLabel('Card number')

/** Chooses a niche, and leaves the question open. */
async function openForm(page: Page) {
  await page.goto('/book-niche')
  const map = await showBlock(page, String(test.info().parallelIndex + 1), 'D')
  await map.locator(freeNiche).first().click()
  await chooseCertificates(page, 'Birth Certificate')
}

const bookingOf = async (page: Page) => {
  const bookingID = new URL(page.url()).searchParams.get('bookingID')
  const reply = await page.request.get(`/api/booking/getBookingByBookingID?bookingID=${bookingID}`)
  return (await reply.json())[0]
}

test('the form asks first whether the person has died, and neither answer is chosen beforehand', async ({ page }) => {
  const person = await signInAsNewApplicant(page)
  await openForm(page)
  const form = page.getByRole('form', { name: 'Booking application' })
  await expect(form.getByRole('group').first()).toHaveAccessibleName(question)
  await expect(answers(page)).toHaveCount(2)
  for (const answer of await answers(page).all()) await expect(answer).not.toBeChecked()
  await expect(page.getByRole('region', { name: 'Booking type' })).toContainText('0 of 1 complete')
  await page.getByLabel('PreOrder', { exact: true }).check()
  await expect(page.getByRole('region', { name: 'Booking type' })).toContainText('Complete')

  const applicant = page.getByRole('region', { name: 'Applicant' })
  await expect(applicant.getByText(person.fullName)).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue(person.fullName)
  await expect(page.getByLabel('Full Name')).toBeHidden()
  await applicant.getByText(person.fullName).click()
  await expect(page.getByLabel('Full Name')).toBeVisible()
  await lookAt(page, 'the application form')
})

test('a family that leaves the question open sends the form, and pays only once it has answered', async ({ page }) => {
  await signInAsNewApplicant(page)
  await openForm(page)
  await makeBooking(page)
  await expect(asked(page)).toBeVisible()
  await expect(cardNumber(page)).toHaveCount(0)
  await lookAt(page, 'the question before the payment')

  await page.goto('/my-bookings')
  await page.getByRole('link', { name: 'Complete payment' }).click()
  await expect(asked(page)).toBeVisible()
  await expect(cardNumber(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'No, the niche is for later' }).click()
  await payBy(page, goodCard)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  expect(await bookingOf(page)).toMatchObject({ bookingType: 'PreOrder' })
})

test('a family that answers Yes on the payment step is back on its form, and pays the same booking as Current', async ({
  page,
}) => {
  await signInAsNewApplicant(page)
  await openForm(page)
  await page.getByLabel('Beneficiary Name').fill('Goh Ah Lian')
  await makeBooking(page)
  const { bookingID } = await bookingOf(page)
  await page.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect(page.getByLabel('Current', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Beneficiary Name')).toHaveValue('Goh Ah Lian')
  await expect(page.getByRole('link', { name: 'certificate.png' })).toBeVisible()
  await chooseCertificates(page, 'Death Certificate')
  await makeBooking(page)
  await payBy(page, goodCard)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  expect(await bookingOf(page)).toMatchObject({ bookingID, bookingType: 'Current', typeGiven: true })
})

test('a photographed certificate is shown large, turned by a quarter, and sent as it is shown', async ({ page }) => {
  await signInAsNewApplicant(page)
  await openForm(page)
  const picture = page.getByRole('img', { name: /^Preview of certificate/ })
  const sides = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(sides).not.toContain(0)
  const [width, height] = await sides()
  await page.getByRole('button', { name: 'Turn', exact: true }).click()
  await expect(page.getByRole('link', { name: 'certificate-turned.jpg' })).toBeVisible()
  await expect.poll(sides).toEqual([height, width])
  await makeBooking(page)
})

test('a certificate photographed at an angle is straightened by its corners, with the keyboard too, or sent as it was', async ({
  page,
}) => {
  await signInAsNewApplicant(page)
  await openForm(page)
  await page.getByRole('button', { name: 'Straighten', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Corners of the paper' })
  const corner = dialog.getByRole('button', { name: 'Upper left corner' })
  await expect(dialog.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
  const box = await corner.boundingBox()
  await corner.dragTo(dialog.getByRole('img'), { targetPosition: { x: 40, y: 30 } })
  await expect.poll(() => corner.boundingBox()).not.toEqual(box)
  await corner.focus()
  for (let press = 0; press < 100; press++) await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('alert')).toContainText('The lines between the corners must not cross.')
  await expect(dialog.getByRole('button', { name: 'Straighten' })).toBeDisabled()
  for (let press = 0; press < 90; press++) await page.keyboard.press('ArrowLeft')
  await lookAt(page, 'straighten')
  await dialog.getByRole('button', { name: 'Straighten' }).click()
  await expect(page.getByRole('link', { name: 'certificate-straight.jpg' })).toBeVisible()
  await page.getByRole('button', { name: 'Turn', exact: true }).click()
  await expect(page.getByRole('link', { name: 'certificate-turned.jpg' })).toBeVisible()
  await page.getByRole('button', { name: 'Use the photo as it was' }).click()
  await expect(page.getByRole('link', { name: 'certificate.png' })).toBeVisible()
  await makeBooking(page)
})

test.describe('at the counter', () => {
  test.use({ storageState: sessionOf('staff') })

  test('a clerk who leaves the question open records the payment only after answering it, wherever it is recorded; the map is a strip above the form', async ({
    page,
  }) => {
    const person = await registerNewApplicant()
    await page.goto('/niche-booking')
    const map = await showBlock(page, '2', 'D')
    const chosen = map.locator(freeNiche).last()
    await chosen.click()
    await page.getByRole('button', { name: 'Book This Niche' }).click()
    await expect(page.getByLabel('Building', { exact: true })).toBeHidden()
    await expect(map).toHaveAttribute('aria-disabled', 'true')
    const strip = await map.locator('xpath=ancestor::*[@data-folded]').boundingBox()
    expect(strip?.height).toBeLessThan(400)
    await lookAt(page, 'the form at the counter')

    await page.getByLabel('Search by NRIC').fill(person.nric)
    await expect(page.getByLabel('Full Name')).toHaveValue(person.fullName)
    await chooseCertificates(page, 'Birth Certificate')
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(asked(page)).toBeVisible()
    await expect(page.getByLabel('Payment method')).toHaveCount(0)
    const { bookingID } = await bookingOf(page)
    await page.goto(`/booking-approval/${bookingID}`)
    await page.getByRole('button', { name: /^Record (a )?payment/ }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: question })).toBeVisible()
    await expect(page.getByLabel('Payment method')).toHaveCount(0)
    await page.goto(`/person/${bookingID}`)
    await page.getByRole('button', { name: 'Record a payment' }).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: question })).toBeVisible()
    await expect(page.getByLabel('Payment method')).toHaveCount(0)
  })
})
