import { execFileSync } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { onEmbeddedEngine } from './demo-sessions.ts'
import { mailedLink } from './letters.ts'
import { signInAsNewApplicant } from './new-applicant.ts'

test.use(onEmbeddedEngine)

/**
 * The code from an independent program, which our codes must match. Each works once, and one step of 30 seconds before
 * or after its own. So a second sign-in uses the next code: the previous one would end when the clock moves on.
 */
const totpCode = (secret: string, seconds = 0) => {
  const at = new Date(Date.now() + seconds * 1000).toISOString().replace('T', ' ').slice(0, 19)
  return execFileSync('oathtool', ['--totp', '--base32', '--now', `${at} UTC`, secret], { encoding: 'utf8' }).trim()
}

const number = String(Date.now()).slice(-7)
const person = { email: `goh.${number}@test.example`, password: 'quiet rooms 77' }

async function fillRegistration(page: Page) {
  await page.getByLabel('Full name').fill('Goh Li Wen')
  await page.getByLabel('NRIC').fill(`S${number}F`)
  await page.getByLabel('Date of birth').fill('1980-02-29')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Nationality').selectOption('Singaporean')
  await page.getByLabel('Contact number').fill(`9${number}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Username').fill(`goh_${number}`)
  await page.getByLabel('Address', { exact: true }).fill('12 Bishan Street 22')
  await page.getByLabel('Unit number').fill('12-34')
  await page.getByLabel('Postal code').fill('570012')
}

async function logIn(page: Page, password: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

const enterCode = async (page: Page, code: string) => {
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
}

test('a new user registers, sets up two-factor authentication, logs in, resets and changes the password, and logs out', async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await fillRegistration(page)
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Goh Li Wen')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Register' }).click()

  await expect(page).toHaveURL(/\/setup-2fa$/)
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveAttribute('width', '200')
  const secret = (await page.locator('code').first().textContent()) ?? ''
  await page.getByLabel('6-digit code').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Verify & Complete Registration' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Continue to log in' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await logIn(page, 'not the one')
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  await logIn(page, person.password)
  await enterCode(page, '000000')
  await expect(page.getByText('Invalid token. Please try again.')).toBeVisible()
  await enterCode(page, totpCode(secret, 30))
  await expect(page).toHaveURL(/\/my-bookings$/)
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('status').filter({ hasText: 'You are logged out.' })).toBeVisible()

  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByRole('button', { name: 'Send reset link' }).click()
  await expect(dialog.getByText('If that email is registered, a reset link has been sent.')).toBeVisible()
  await page.goto(await mailedLink(page, person.email, '/reset-password'))
  await expect(page).toHaveURL('/reset-password')
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill('another quiet room')
  await page.getByLabel('Confirm password', { exact: true }).fill('another quiet rooms')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page.getByLabel('Confirm password', { exact: true }).fill('another quiet room')
  await page.clock.install()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Password has been reset. Redirecting to login…')).toBeVisible()
  await page.clock.fastForward(3000)
  await expect(page).toHaveURL(/\/login$/)

  await logIn(page, 'another quiet room')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/my-bookings$/)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByLabel('Old password', { exact: true }).fill('another quiet room')
  await page.getByLabel('New password', { exact: true }).fill('a third quiet room')
  await page.getByLabel('Confirm new password', { exact: true }).fill('a fourth quiet room')
  await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('New passwords don’t match')).toBeVisible()
  await page.getByLabel('Confirm new password', { exact: true }).fill('a third quiet room')
  await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Password updated successfully!')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.goto('/logout')
  await expect(page).toHaveURL(/\/login$/)
})

test('an admin finds a user and changes their role, but cannot change their own role', async ({ page, browser }) => {
  const visitor = await browser.newPage()
  const { email } = await signInAsNewApplicant(visitor)
  await visitor.close()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Admin', exact: true }).click()
  await page.getByRole('button', { name: 'Log In' }).click()
  await enterCode(page, (await page.locator('code').first().textContent()) ?? '')
  await expect(page).toHaveURL(/\/admin-dashboard$/)

  await page.goto('/user-management')
  const row = (email: string) => page.getByRole('row').filter({ hasText: email })
  await page.getByRole('searchbox').fill('admin@columba')
  await expect(row('admin@columba.example').getByRole('button', { name: /Edit User/ })).toBeDisabled()
  await expect(row('admin@columba.example').getByRole('combobox')).toBeDisabled()

  await page.getByRole('searchbox').fill(email)
  await expect(page.getByText('Showing 1 of 1')).toBeVisible()
  await row(email)
    .getByRole('button', { name: /Edit User/ })
    .click()
  const details = page.getByRole('dialog', { name: 'User details and two-factor reset' })
  await expect(details.getByRole('textbox')).toHaveCount(1)
  await details.getByRole('button', { name: 'Cancel' }).click()

  await row(email).getByRole('combobox').selectOption('Staff')
  const dialog = page.getByRole('dialog', { name: 'Confirm Role Change' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(email).getByRole('combobox')).toHaveValue('applicant')
  await row(email).getByRole('combobox').selectOption('Staff')
  let refusal = ''
  page.once('dialog', (alert) => {
    refusal = alert.message()
    return alert.accept()
  })
  await dialog.getByRole('button', { name: 'Yes, change role' }).click()
  await expect.poll(() => refusal).toContain('Nobody has confirmed the email address of this account yet.')
  const letter = await browser.newPage()
  await letter.goto(await mailedLink(page, email, '/confirm-email'))
  await letter.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(letter.getByText('Your email address is confirmed.')).toBeVisible()
  await letter.close()
  await row(email).getByRole('combobox').selectOption('Staff')
  await dialog.getByRole('button', { name: 'Yes, change role' }).click()
  await expect(row(email).getByRole('combobox')).toHaveValue('staff')
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(page.getByText('No users in this category.')).toBeVisible()
})

test('the log-in form sends nothing while the bot check does not load, and says why', async ({ page }) => {
  let sent = false
  await page.route('**/api/bot-check/challenge', (route) => route.abort())
  await page.route('**/api/user/login', (route) => {
    sent = true
    return route.abort()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('someone@test.example')
  await page.getByLabel('Password', { exact: true }).fill('a quiet room')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText(/nothing was sent/)).toBeVisible()
  expect(sent).toBe(false)
})
