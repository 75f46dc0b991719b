import { expect, test } from '@playwright/test'
import { adminEmail } from '#test/admin-options.ts'
import { startServer } from '../../scripts/start-test-server.mjs'
import { choosePassword, enterPassword, setUpAndSignIn } from './first-sign-in.ts'
import { createAdmin, prepareProduction, runDoctor } from './production-settings.ts'

test('a new production server: the first admin signs in by a link, nothing of the demo is present, and letters are sent', async ({
  browser,
}) => {
  const { letters, environment, stop } = await prepareProduction()
  const server = await startServer(environment)
  const page = await browser.newPage({ baseURL: environment.PUBLIC_URL })
  try {
    await choosePassword(page, createAdmin(environment))
    await expect(page.getByText('Demo', { exact: true })).toHaveCount(0)
    await enterPassword(page, adminEmail)
    await setUpAndSignIn(page, adminEmail)
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(page.getByText('Returning Clients (%)')).toBeVisible()
    const steps = page.getByRole('heading', { name: 'First steps' }).locator('..').getByRole('listitem')
    const missing = [
      ...['House details', 'First hall', 'Placement hours', 'First clerk'],
      ...['Payment provider answers', 'Open'],
    ]
    await expect(steps.filter({ hasText: '(not done yet)' })).toHaveText(missing.map((name) => new RegExp(`^${name}`)))
    expect(await runDoctor(environment)).toEqual({
      status: 1,
      done: ['Mail works', 'Bills and payments agree'],
      missing,
    })

    await page.goto('/demo/mail')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect.poll(() => letters.accepted.map(({ to }) => to)).toContainEqual([adminEmail])
    const forged = await page.request.post('/api/payment/webhook', { headers: { 'stripe-signature': 't=1,v1=0' } })
    expect(forged.status()).toBe(400)
  } finally {
    await page.close()
    await server.stop()
    await stop()
  }
})
