import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { accountApi } from '#contract/accounts/api.ts'
import { homePathByRole } from '#contract/pages.ts'
import { createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { makeRight } from '#test/right-factory.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import { mockReply } from './intercept-requests.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-admin.ts'

const secret = new Secret().base32
const title = 'Waits for a second person'

test('an admin asks to make a clerk an admin, and another confirms it on the dashboard with a fresh code', async ({
  server,
  openAs,
  admin,
}) => {
  server.context.config.mode = 'production'
  const clerk = await makeUser(server.context, { role: 'staff', fullName: 'Teo Siew Ling' })
  await admin.goto(`/user-management?search=${clerk.contactNumber}`)
  const row = admin.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: clerk.fullName })
  await row.getByRole('combobox').selectOption('Admin')
  await admin.getByRole('button', { name: 'Yes, change role' }).click()
  await expect(admin.getByText('Another admin can confirm it on their dashboard')).toBeVisible()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  const own = admin.getByRole('table', { name: title }).getByRole('row').filter({ hasText: clerk.fullName })
  await expect(own).toContainText('You')
  await expect(own.getByRole('button', { name: /^Withdraw/ })).toBeVisible()
  await lookAt(admin, 'waits for a second person, asked')

  const other = await openAs(await makeUser(server.context, { role: 'admin', totpSecret: secret }))
  server.advanceTime(16 * 60_000)
  await other.goto(homePathByRole.admin)
  const waiting = other.getByRole('table', { name: title }).getByRole('row').filter({ hasText: clerk.fullName })
  await expect(waiting.getByRole('button').first()).toHaveAccessibleName(/^Confirm: Teo Siew Ling/)
  await lookAt(other, 'waits for a second person')
  await waiting.getByRole('button', { name: /^Confirm/ }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  const code = other.getByRole('dialog', { name: 'Enter a code again' })
  const timestamp = server.context.clock().getTime()
  await code.getByLabel('6-digit code').fill(TOTP.generate({ secret: Secret.fromBase32(secret), timestamp }))
  await code.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByText('Confirmed, and done.')).toBeVisible()
  await expect(other.getByRole('table', { name: title })).toHaveCount(0)
  await admin.reload()
  await expect(row.getByRole('combobox')).toHaveValue('admin')
})

test('a witness confirms on their page that a suspension is lifted', async ({ server, openAs }) => {
  server.context.config.mode = 'production'
  const admin = await makeUser(server.context, { role: 'admin' })
  const caller = createCaller(server.app, await startSessionOf(server.app, admin.userID, 'full'))
  const { userID, fullName } = await makeUser(server.context, { role: 'staff', fullName: 'Teo Siew Ling' })
  await caller.call(accountApi.suspend, { body: { userID, reason: 'On leave' } })
  await caller.call(accountApi.liftSuspension, { body: { userID, reason: 'Back from leave' } })
  const page = await openAs('witness')
  await page.goto(homePathByRole.witness)
  await lookAt(page, 'waits for a second person, witness')
  await page.getByRole('button', { name: new RegExp(`^Confirm: .*${fullName}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Confirmed, and done.')).toBeVisible()
})

test('the page of a right says that what waits for it may be among what is not listed', async ({ server, openAs }) => {
  const { number } = await makeRight(server.context, await makeUser(server.context))
  const request = {
    requestID: 'another',
    act: 'changeHolders',
    subject: 'R-another',
    what: 'Somebody becomes a holder.',
    reason: '',
    askedBy: 'Teo Siew Ling',
    isMine: false,
    askedAt: new Date().toISOString(),
    expiresAt: null,
    hasMore: true,
  }
  const page = await openAs('staff')
  await mockReply(page, '/api/second-person/requests', 200, [request])
  await page.goto(`/rights/${number}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('So much waits that only your own requests and the oldest are listed.')).toBeVisible()
  await expect(page.getByRole('table', { name: title })).toHaveCount(0)
})

test('the House page of a small house says what one admin can do alone', async ({ server, admin }) => {
  server.context.config.mode = 'production'
  await admin.route('**/api/second-person/alone', (route) =>
    route.fulfill({ json: [{ act: 'making somebody an admin', why: 'small' }] }),
  )
  await admin.goto('/house')
  await expect(admin.getByText('Fewer than three people are staff or admins here')).toBeVisible()
  await expect(admin.getByRole('listitem').filter({ hasText: 'Making somebody an admin' })).toBeVisible()
  await lookAt(admin, 'house, what one admin can do alone')
})
