import { expect, test } from '@playwright/test'

test('the landing page has a heading and a link to register', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /register|create account|sign up|get started/i }).first()).toBeVisible()
})

test('an unknown path shows the 404 page', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByText('404 Page Not Found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible()
})

test('a page whose main script does not load says so and keeps its content', async ({ page }) => {
  await page.route(/assets\/app-.*\.js/, (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByRole('alert').first()).toHaveText(
    'Loading chunk app failed (missing). Please check your connection and reload the page.',
  )
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('a form whose script does not load sends nothing and says why; once it loads, the form works', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
  await page.route(/assets\/login-form-.*\.js/, (route) => route.abort())
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
