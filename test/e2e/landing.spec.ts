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

test('a page whose program does not come says so, and keeps its words', async ({ page }) => {
  await page.route(/assets\/app-.*\.js/, (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('alert').first()).toHaveText(
    'Loading chunk app failed (missing). Please check your connection and reload the page.',
  )
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('a form whose rules do not come sends nothing and says why; once they come it goes on', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await page.route(/assets\/log-in-.*\.js/, (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('Email').fill('stranger@columba.example')
  await page.getByLabel('Password', { exact: true }).fill('not a password of ours')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Columba cannot be reached. Please check your connection and try again.')).toBeVisible()
  expect(sent).toEqual([])

  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
})
