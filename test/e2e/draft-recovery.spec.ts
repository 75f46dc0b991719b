import { expect, test } from '@playwright/test'
import { chooseCertificates, chooseNiche, goodCard, makePayment, payBy } from './booking-steps.ts'
import { signInAsNewApplicant } from './new-applicant.ts'

test('a booking form keeps what was entered when the page reloads at any step or goes back from the payment', async ({
  page,
}) => {
  await signInAsNewApplicant(page)
  await chooseNiche(page, 'C')
  await page.getByLabel('Beneficiary Name').fill('Goh Ah Lian')
  await page.reload()
  await expect(page.getByLabel('Beneficiary Name')).toHaveValue('Goh Ah Lian')
  await expect(page.getByText('certificates must be chosen again')).toBeVisible()

  await chooseCertificates(page, 'Birth Certificate')
  const bookingID = await makePayment(page)
  await page.goBack()
  await expect(page.getByLabel('Beneficiary Name')).toHaveValue('Goh Ah Lian')
  await page.getByLabel('Beneficiary Name').fill('Goh Ah Lian Mary')
  expect(await makePayment(page)).toBe(bookingID)
  await expect(page.getByText('Goh Ah Lian Mary')).toBeVisible()

  await page.reload()
  await payBy(page, goodCard)
  await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
})

test('a submission whose connection is lost during the upload keeps the form and works on the second press', async ({
  page,
  context,
}) => {
  await signInAsNewApplicant(page)
  await chooseNiche(page, 'C')
  await chooseCertificates(page, 'Birth Certificate')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByText('Nothing that you wrote is lost.')).toBeVisible()
  await context.setOffline(false)
  await makePayment(page)
})

test('a session that ends over a half-filled form: logging in leads back to the filled form', async ({
  page,
  context,
}) => {
  const person = await signInAsNewApplicant(page)
  await chooseNiche(page, 'D')
  await page.getByLabel('Beneficiary Name').fill('Goh Ah Lian')
  await chooseCertificates(page, 'Birth Certificate')
  const formUrl = page.url()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(person.recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()

  await expect(page).toHaveURL(formUrl)
  await expect(page.getByLabel('Beneficiary Name')).toHaveValue('Goh Ah Lian')
  await expect(page.getByText('certificates must be chosen again')).toBeVisible()
  await chooseCertificates(page, 'Birth Certificate')
  await makePayment(page)
})
