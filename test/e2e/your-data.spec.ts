import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { accessibilityViolations } from './axe.ts'
import { confirmWithPassword, proofDialog } from './confirm-owner.ts'
import { takeNiche } from './counter-bookings.ts'
import { onEmbeddedEngine, post } from './demo-sessions.ts'
import { holdRequests } from './intercept-requests.ts'
import { signInAsNewApplicant } from './new-applicant.ts'
import { test } from './open-as.ts'

test.use(onEmbeddedEngine)

const dialog = (page: Page) => page.getByRole('dialog')

async function askToClose(page: Page, password: string) {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Close my account' }).click()
  await dialog(page).getByLabel('Message to our staff').fill('We move abroad')
  await dialog(page).getByRole('button', { name: 'Close my account' }).click()
  await confirmWithPassword(page, password)
}

test('an applicant downloads all data in Profile after entering the password', async ({ page }) => {
  const person = await signInAsNewApplicant(page)
  const { bookingID } = await takeNiche(page.request, 'PreOrder', {})
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  const asked = proofDialog(page)
  const confirm = asked.getByRole('button', { name: 'Confirm' })
  await confirm.click()
  await expect(asked.getByText('Please enter your password.')).toBeVisible()
  await asked.getByLabel('Password', { exact: true }).fill('not the one')
  await confirm.click()
  await expect(asked.getByText('Your password is not correct.')).toBeVisible()

  const [saved] = await Promise.all([page.waitForEvent('download'), confirmWithPassword(page, person.password)])
  await expect(page.getByText('Your data was downloaded.')).toBeVisible()
  expect(saved.suggestedFilename()).toMatch(/^columba-my-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(readFileSync(await saved.path()))
  expect(JSON.parse(strFromU8(files['account.json'] ?? new Uint8Array())).account).toMatchObject({ nric: person.nric })
  expect(Object.keys(files)).toContain(`certificates/${bookingID}-birth.pdf`)
  await expect(dialog(page)).toHaveCount(0)
})

test('an applicant without bookings closes the account, is signed out and can no longer log in', async ({ page }) => {
  const person = await signInAsNewApplicant(page)
  await askToClose(page, person.password)
  await expect(page.getByText('Your account is closed. We have confirmed it by email.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
})

test('staff refuse to close the account of a family with a booking, who read the reason in Profile, ask again and withdraw the request', async ({
  page,
  openAs,
}) => {
  const person = await signInAsNewApplicant(page)
  const { bookingID } = await takeNiche(page.request, 'PreOrder', {})
  const staff = await openAs('staff')
  await post(staff.request, '/api/booking/updateBookingTransaction', { bookingID, paymentMethod: 'Cash' })
  await askToClose(page, person.password)
  await expect(page.getByText('You asked us to close your account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close my account' })).toHaveCount(0)

  const release = await holdRequests(staff, '**/dashboard/stats')
  const requests = staff.waitForResponse('**/closing-requests*')
  await staff.goto('/dashboard')
  const row = staff.getByRole('table', { name: 'Accounts to close' }).getByRole('row').filter({ hasText: bookingID })
  await requests
  await expect(staff.getByText('Loading the dashboard...')).toBeVisible()
  await expect(row).toBeHidden()
  release()
  await expect(row).toContainText('We move abroad')
  await row.getByRole('button', { name: 'Close account' }).click()
  await dialog(staff).getByRole('button', { name: 'Yes, close it' }).click()
  await expect(
    staff.getByText(/This account cannot be closed yet\. Please first finish what is open: B-/),
  ).toBeVisible()
  await row.getByRole('button', { name: 'Refuse' }).click()
  await dialog(staff).getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog(staff).getByText('Please give a reason.')).toBeVisible()
  await dialog(staff).getByLabel('Reason').fill('Your booking is still being decided.')
  await dialog(staff).getByRole('button', { name: 'Refuse' }).click()
  await expect(staff.getByText('The account stays open.')).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('Your booking is still being decided.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close my account' })).toBeVisible()

  await askToClose(page, person.password)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account stays open.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close my account' })).toBeVisible()
})
