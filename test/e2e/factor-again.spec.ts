import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { makeUser } from '#test/factories.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-server-test.ts'

const secret = new Secret().base32

test('an admin whose last code is old enters one in a dialog, and the invitation is sent without filling in the form again', async ({
  server: { context },
  openAs,
}) => {
  const admin = await makeUser(context, { role: 'admin', totpSecret: secret })
  const page = await openAs(admin)
  // Lists only the admin, because a check of the layout takes long with everybody.
  await page.goto(`/user-management?search=${admin.contactNumber}`)
  /** This server is a demo, which never asks; what the server of a house answers is in fresh-factor.test.ts. */
  const refusal = { success: false, code: 'SECOND_FACTOR_AGAIN', error: 'Please enter a code again.' }
  await page.route('**/api/user/invite', (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
  await page.getByRole('button', { name: 'Invite staff' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(`clerk-${admin.userID}@house.example`)
  await page.getByLabel('Role', { exact: true }).selectOption('Witness')
  await page.getByRole('button', { name: 'Send the invitation' }).click()

  const dialog = page.getByRole('dialog', { name: 'Enter a code again' })
  const code = dialog.getByLabel('6-digit code or recovery code')
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).not.toBeEmpty()
  await lookAt(page, 'code again')
  /** The code as the app shows it. */
  const shown = new TOTP({ secret: Secret.fromBase32(secret) }).generate().replace(/^\d{3}/, '$& ')
  await code.fill(shown)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: `clerk-${admin.userID}` })).toContainText('Witness')
})
