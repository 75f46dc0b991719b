import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { mockReply } from './intercept-requests.ts'
import { signInAsNewApplicant } from './new-applicant.ts'

test.use({ viewport: { width: 390, height: 844 }, permissions: ['clipboard-read', 'clipboard-write'] })

function newPerson() {
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0')
  return { digits, email: `lim${digits}@test.example`, password: 'quiet rooms 77', nric: `S${digits}F` }
}

async function register(page: Page, { digits, ...person }: ReturnType<typeof newPerson>) {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Lim Siew Choo')
  await page.getByLabel('NRIC').pressSequentially(person.nric.toLowerCase())
  await page.getByLabel('Date of birth').fill('1980-02-29')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Nationality').selectOption('Singaporean')
  await page.getByLabel('Contact number').fill(`9${digits}`)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Username').fill(`lim_${digits}`)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Address', { exact: true }).fill('12 Bishan Street 22')
  await page.getByLabel('Unit number').fill('12-34')
  await page.getByLabel('Postal code').fill('570012')
  await expect(page.getByLabel('NRIC')).toHaveValue(person.nric)
  await page.getByRole('button', { name: 'Register' }).click()
}

async function logIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

test('on one phone: the NRIC is upper-cased, the app opens from a link, and the log-in page is filled in afterwards', async ({
  page,
}) => {
  const person = newPerson()
  await register(page, person)
  await expect(page).toHaveURL('/setup-2fa')

  await expect(page.getByRole('link', { name: 'Open in your authenticator app' })).toHaveAttribute(
    'href',
    /^otpauth:\/\//,
  )
  await page.getByRole('button', { name: 'Copy the secret' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  const secret = await page.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^[A-Z2-7]{16,}$/)
  for (const group of secret.match(/.{1,4}/g) ?? [])
    await expect(page.getByText(group, { exact: true }).first()).toBeVisible()

  await page.getByLabel('6-digit code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await page.getByRole('button', { name: 'Verify & Complete Registration' }).click()
  const heading = page.getByRole('heading', { name: 'Keep your recovery codes' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await page.getByRole('button', { name: 'Continue to log in' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your second step is set up. Log in to continue.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})

test('the secret could not be loaded: the page does not say that the session has ended, and tries again', async ({
  page,
}) => {
  const path = '/api/user/generate-2fa-secret'
  await mockReply(page, path, 503)
  await page.goto('/setup-2fa')
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to setup 2FA. Please try again.' })
  await expect(failed).toBeVisible()
  await expect(failed).not.toContainText('Your session has ended.')
  await page.unrouteAll()
  await mockReply(page, path, 200, {
    secret: 'ABCDEFGH',
    otpauthUrl: 'otpauth://totp/Columba',
    email: 'lim@test.example',
  })
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code that it shows' })).toBeVisible()
})

test('a code whose reply was lost: the page does not say that it was wrong, but later how to get recovery codes', async ({
  page,
}) => {
  await mockReply(page, '/api/user/generate-2fa-secret', 200, {
    secret: 'ABCDEFGH',
    otpauthUrl: 'otpauth://totp/Columba',
    email: 'lim@test.example',
  })
  await page.route('**/api/user/verify-2fa', (route) => route.abort(), { times: 1 })
  await page.goto('/setup-2fa')
  await page.getByLabel('6-digit code').fill('123456')
  const verify = page.getByRole('button', { name: 'Verify & Complete Registration' })
  await verify.click()
  await expect(
    page.getByText('Columba cannot be reached. Please check your connection and try again.', { exact: true }),
  ).toBeVisible()
  await mockReply(page, '/api/user/verify-2fa', 401, { code: 'NOT_SIGNED_IN', error: 'Please log in.' })
  await verify.click()
  const ended = page.getByRole('alert').filter({ hasText: 'Your session has ended.' })
  await expect(ended).toContainText('If your code was accepted, log in and make new recovery codes in Profile.')
})

test('a code that was already used says so and counts down to the next one; a wrong recovery code says so', async ({
  page,
}) => {
  const { email, password } = await signInAsNewApplicant(page)
  await page.context().clearCookies()
  await logIn(page, email, password)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await page.clock.install()
  const sentence = 'This code was already used. Please wait for the next one.'
  await mockReply(page, '/api/user/verify-login-2fa', 400, { code: 'CODE_USED', error: sentence })
  await page.getByLabel('6-digit code').fill('123456')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText(/^The next code appears in \d\d s\.$/)).toBeVisible()
  await page.clock.runFor(31_000)
  await expect(page.getByText(/^The next code appears in/)).toHaveCount(0)

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code', { exact: true }).fill('aaaaa-aaaaa')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('This recovery code is wrong or was already used. Please try another.')).toBeVisible()
})

test('a registration left at the second step: trying again brings a letter, and logging in leads back to that step', async ({
  page,
}) => {
  const person = newPerson()
  await register(page, person)
  await expect(page).toHaveURL('/setup-2fa')
  await page.context().clearCookies()

  await register(page, person)
  await expect(page.getByRole('alert').filter({ hasText: 'account' })).toBeVisible()
  await expect(async () => {
    const letters: { to: string; subject: string }[] = await (await page.request.get('/api/demo/mail')).json()
    expect(letters.find(({ to }) => to === person.email)?.subject).toBe('Please finish your registration')
  }).toPass()

  await logIn(page, person.email, person.password)
  await expect(page).toHaveURL('/setup-2fa')
})
