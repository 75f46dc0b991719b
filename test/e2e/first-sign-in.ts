import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

export const newPassword = 'quiet rooms 77'

export async function choosePassword(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByRole('link', { name: 'Log in now' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

export async function enterPassword(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Sets up the second factor and then signs in with it. A code works once, so the sign-in uses the next one. */
export async function setUpAndSignIn(page: Page, email: string) {
  await expect(page).toHaveURL(/\/setup-2fa$/)
  const totp = new TOTP({ secret: Secret.fromBase32((await page.locator('code').first().textContent()) ?? '') })
  await page.getByLabel('6-digit code').fill(totp.generate())
  await page.getByRole('button', { name: 'Verify & Complete Registration' }).click()
  await page.getByRole('button', { name: 'Continue to log in' }).click()
  await enterPassword(page, email)
  await page.getByLabel('6-digit code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/(admin-dashboard|dashboard|my-bookings)$/)
}
