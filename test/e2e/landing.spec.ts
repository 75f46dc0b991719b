import { expect, test } from '@playwright/test'

test('a newcomer sees the landing page and finds the way to register', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /register|create account|sign up|get started/i }).first()).toBeVisible()
})

test('the page that does not exist says so', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
})
