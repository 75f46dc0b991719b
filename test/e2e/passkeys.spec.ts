import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { makeUser } from '#test/factories.ts'
import { signInWithoutPassword } from '#test/sign-in-without-password.ts'
import { proofDialog } from './confirm-owner.ts'
import { post } from './demo-sessions.ts'
import { lookAt } from './look-at.ts'
import type { OwnServer } from './own-server.ts'
import { test as ownServerTest } from './own-server-test.ts'

/** Browsers allow passkeys at localhost, but not at 127.0.0.1. */
const test = ownServerTest.extend({
  baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')),
})

/** A device whose fingerprint reader always knows its owner. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** This server is a demo, which never asks; what the server of a house answers is in passkeys.test.ts. */
const askAgainOnce = (page: Page, path: string) => {
  const json = { success: false, code: 'SECOND_FACTOR_AGAIN', error: 'Please enter a code again.' }
  return page.route(path, (route) => route.fulfill({ status: 403, json }), { times: 1 })
}

const secret = 'JBSWY3DPEHPK3PXP'

test('a passkey is added in Profile with a code, confirms where a code is asked again, signs in, and is removed', async ({
  page,
  server,
  signIn,
}) => {
  const { userID } = await makeUser(server.context, { totpSecret: secret })
  await addAuthenticator(page)
  await signIn({ userID })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const asked = proofDialog(page)
  await expect(asked.getByLabel('Password')).toHaveCount(0)
  const codeNow = () =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: server.context.clock().getTime() })
  await asked.getByLabel('6-digit code or recovery code').fill(codeNow())
  await asked.getByRole('button', { name: 'Confirm' }).click()
  const passkey = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Rename' }) })
  await expect(passkey).toContainText('My computer')
  await expect(passkey).toContainText('Not used yet')

  await askAgainOnce(page, '**/api/user/rename-passkey')
  await passkey.getByRole('button', { name: 'Rename' }).click()
  await page.getByLabel('Name of the passkey').fill('Desk')
  await page.getByRole('button', { name: 'Save' }).click()
  const use = page.getByRole('button', { name: 'Use a passkey' })
  await use.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(passkey).toContainText('Desk')

  const waitForFactor = async () => {
    await post(page.request, signInWithoutPassword.path, { userID, stage: 'password' })
    await page.goto('/login-2fa')
  }
  await waitForFactor()
  await use.click()
  await expect(page).toHaveURL('/my-bookings')

  await waitForFactor()
  await expect(use).toBeVisible()
  await lookAt(page, 'passkey at the sign-in')
  await signIn({ userID })
  await page.goto('/profile')
  await expect(passkey).toContainText('Last used')
  await lookAt(page, 'passkeys in Profile')
  await page.getByRole('button', { name: 'Remove Desk' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(use).toBeVisible()
  await lookAt(page, 'passkey in the call')
  /** A code is entered here: after a look at every width, the page no longer has the focus that a device asks for. */
  server.advanceTime(60_000)
  await asked.getByLabel('6-digit code or recovery code').fill(codeNow())
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Passkey removed.')).toBeVisible()
  await expect(passkey).toHaveCount(0)
})

/** Sets up the second step of a new account, up to its recovery codes. Returns the code of a moment that many seconds later. */
async function setUp(page: Page, { context }: OwnServer) {
  const { userID } = await makeUser(context)
  await addAuthenticator(page)
  await post(page.request, signInWithoutPassword.path, { userID, stage: 'setup' })
  await page.goto('/setup-2fa')
  const totp = new TOTP({ secret: Secret.fromBase32((await page.locator('code').first().textContent()) ?? '') })
  const code = (secondsLater: number) => totp.generate({ timestamp: context.clock().getTime() + secondsLater * 1000 })
  await page.getByLabel('6-digit code').fill(code(0))
  await page.getByRole('button', { name: 'Verify & Complete Registration' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  return { userID, code }
}

test('whoever is on the way to a niche reads beside the first recovery codes that a passkey can be added later', async ({
  page,
  server,
}) => {
  const returnPage = JSON.stringify({ path: '/book-niche', openTo: ['user'] })
  await page.addInitScript((saved) => sessionStorage.setItem('return-page', saved), returnPage)
  await setUp(page, server)
  await expect(page.getByText('You can add one later, in Profile.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in and add a passkey' })).toHaveCount(0)
  await lookAt(page, 'the first recovery codes on the way to a niche')
})

test('a passkey is offered beside the first recovery codes, and logging in then leads to where it is added', async ({
  page,
  server,
}) => {
  const { userID, code } = await setUp(page, server)
  await lookAt(page, 'the first recovery codes')
  await page.getByRole('button', { name: 'Log in and add a passkey' }).click()
  await expect(page).toHaveURL('/login')

  await post(page.request, signInWithoutPassword.path, { userID, stage: 'password' })
  await page.goto('/login-2fa')
  await page.getByLabel('6-digit code').fill(code(30))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/profile#passkeys')
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
})
