import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect as expectQuickly, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { root } from '#server/project-root.ts'
import { startSMTP } from '#test/fakes/smtp.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { freePort, startServer } from '../../scripts/start-test-server.mjs'

/** Solving the puzzle of the bot check takes long on a busy machine. */
const expect = expectQuickly.configure({ timeout: 45_000 })
test.setTimeout(240_000)

const email = 'head@columba.example'
const password = 'quiet rooms 77'
const details = {
  fullname: 'Wong Mei Fong',
  username: 'head',
  email,
  contactnumber: '91112223',
  nric: 'S7011223D',
  dob: '1970-05-01',
  nationality: 'Singaporean',
  gender: 'Female',
  address: '1 Hill Street',
  unitnumber: '01-01',
  postalcode: '179369',
}

/** A production server, configured as the docs describe, on a new PostgreSQL. */
async function startProductionServer() {
  const [postgres, letters, port] = [await startPostgres({ durable: false }), await startSMTP(), await freePort()]
  const environment = {
    COLUMBA_MODE: 'production',
    DATABASE_URL: postgres.url,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: letters.url,
    MAIL_FROM: 'Columba <care@columba.example>',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    ALLOW_INSECURE: 'PUBLIC_URL,STRIPE_SECRET_KEY,STRIPE_PUBLISHABLE_KEY',
  }
  const server = await startServer(environment)
  const close = async () => {
    await server.stop()
    await letters.close()
    await postgres.stop()
  }
  return { letters, environment, close }
}

/** Creates the first admin and returns the link that sets their password. */
function createAdmin(environment: Record<string, string>): string {
  const command = join(root, 'dist/server/commands/admin-create.js')
  const answers = Object.entries(details).flatMap(([name, value]) => [`--${name}`, value])
  const output = execFileSync(process.execPath, [command, ...answers], { env: { ...process.env, ...environment } })
  return String(output).trim().split('\n').at(-1) ?? ''
}

/** What `npm run doctor` says. */
function runDoctor(environment: Record<string, string>) {
  const command = join(root, 'dist/server/commands/doctor.js')
  const { status, stdout } = spawnSync(process.execPath, [command], { env: { ...process.env, ...environment } })
  const named = (word: string) =>
    [...String(stdout).matchAll(new RegExp(`^${word} +(.+)$`, 'gm'))].map(([, name = '']) => name)
  return { status, done: named('done'), missing: named('missing') }
}

async function logIn(page: Page) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

test('a new production server: the first admin signs in by a link, nothing of the demo is present, and letters are sent', async ({
  browser,
}) => {
  const { letters, environment, close } = await startProductionServer()
  const page = await browser.newPage({ baseURL: environment.PUBLIC_URL })
  try {
    await page.goto(createAdmin(environment))
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Demo', { exact: true })).toHaveCount(0)
    await logIn(page)

    await expect(page).toHaveURL(/\/setup-2fa$/)
    const totp = new TOTP({ secret: Secret.fromBase32((await page.locator('code').first().textContent()) ?? '') })
    await page.getByLabel('6-digit code').fill(totp.generate())
    await page.getByRole('button', { name: 'Verify & Complete Registration' }).click()
    await page.getByRole('button', { name: 'Continue to log in' }).click()
    await logIn(page)
    await page.getByLabel('6-digit code').fill(totp.generate({ timestamp: Date.now() + 30_000 }))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(page.getByText('Returning Clients (%)')).toBeVisible()
    const steps = page.getByRole('heading', { name: 'First steps' }).locator('..').getByRole('listitem')
    await expect(steps.filter({ hasText: '(not done yet)' })).toHaveText([
      /^House details/,
      /^First hall/,
      /^First clerk/,
      /^Payment provider answers/,
      /^Open/,
    ])
    expect(runDoctor(environment)).toEqual({
      status: 1,
      done: ['Mail works'],
      missing: ['House details', 'First hall', 'First clerk', 'Payment provider answers', 'Open'],
    })

    await page.goto('/demo/mail')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect.poll(() => letters.accepted.map(({ to }) => to)).toContainEqual([email])
    const forged = await page.request.post('/api/payment/webhook', { headers: { 'stripe-signature': 't=1,v1=0' } })
    expect(forged.status()).toBe(400)
  } finally {
    await page.close()
    await close()
  }
})
