import { expect, type Page } from '@playwright/test'
import { confirmWithPassword, proofDialog } from './confirm-owner.ts'
import { mailedLink } from './letters.ts'
import { signInAsNewApplicant } from './new-applicant.ts'
import { test } from './open-as.ts'

async function changeEmail(page: Page, email: string, password: string) {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await confirmWithPassword(page, password)
  await expect(page.getByText('Your details were updated.')).toBeVisible()
}

const newAddressOf = (email: string) => `moved.${email}`

test('a changed email is confirmed with the link in the letter to it, and the profile says so', async ({ page }) => {
  const { email, password } = await signInAsNewApplicant(page)
  const newEmail = newAddressOf(email)
  await changeEmail(page, newEmail, password)
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('We have sent you a new link.')).toBeVisible()

  const referrers: string[] = []
  page.on('request', (request) => referrers.push(request.headers().referer ?? ''))
  const link = await mailedLink(page, newEmail, '/confirm-email')
  await page.goto(link)
  await expect(page).toHaveURL('/confirm-email')
  await page.reload()
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  const token = link.split('token=')[1] ?? ''
  expect(referrers.filter((referrer) => referrer.includes(token))).toEqual([])
  expect(referrers.filter(Boolean).length).toBeGreaterThan(0)
  await page.goto('/profile')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByText('Not confirmed yet')).toBeHidden()
})

test('the owner of the old address undoes a change that somebody else made, and chooses a new password', async ({
  page,
  openAs,
}) => {
  const { email, password } = await signInAsNewApplicant(page)
  await changeEmail(page, newAddressOf(email), password)

  const owner = await openAs()
  await owner.goto(await mailedLink(owner, email, '/undo-email-change'))
  await expect(owner).toHaveURL('/undo-email-change')
  await expect(owner.getByRole('button', { name: 'Undo the change' })).toBeVisible()
  await page.reload()
  await expect(page.getByText(newAddressOf(email))).toBeVisible()

  await owner.getByRole('button', { name: 'Undo the change' }).click()
  await expect(owner.getByText('The change was undone.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Unauthorized' })).toBeVisible()

  await owner.goto(await mailedLink(owner, email, '/reset-password'))
  await owner.getByLabel('New password', { exact: true }).fill('another quiet room')
  await owner.getByLabel('Confirm password', { exact: true }).fill('another quiet room')
  await owner.getByRole('button', { name: 'Reset password' }).click()
  await expect(owner.getByText('Password has been reset.')).toBeVisible()
})

test('whoever closes the question for a password has changed nothing, and finds what was entered', async ({ page }) => {
  const { email } = await signInAsNewApplicant(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Account' }).click()
  await page.getByLabel('Email').fill(newAddressOf(email))
  await page.getByRole('button', { name: 'Save changes' }).click()
  const asked = proofDialog(page)
  await asked.getByRole('button', { name: 'Use a code instead' }).click()
  await asked.getByLabel('6-digit code or recovery code').fill('000000')
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expect(asked.getByRole('alert')).toContainText('Invalid token. Please try again.')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toHaveCount(0)
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Please enter your password')
  await expect(page.getByLabel('Email')).toHaveValue(newAddressOf(email))
  await page.reload()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
})

for (const path of ['/confirm-email', '/undo-email-change']) {
  test(`${path} without a token says that the link is not complete, and offers no button`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('This link is not complete.')
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  })
}

test('a link that was already used says so', async ({ page }) => {
  await page.goto('/undo-email-change?token=made-up')
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired or no longer applies.')
})
