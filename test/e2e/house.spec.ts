import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { house } from '#server/database/schema.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { accessibilityViolations } from './axe.ts'
import { mailedLink } from './letters.ts'
import { test } from './own-admin.ts'

async function enterDetails(page: Page) {
  const fields = {
    Name: sampleHouse.name,
    Address: sampleHouse.address,
    Telephone: sampleHouse.telephone,
    'E-mail': sampleHouse.email,
    'The halls': sampleHouse.visitingHours,
    'The counter': sampleHouse.counterHours,
    Exceptions: sampleHouse.hourExceptions,
    'Registration number': sampleHouse.registrationNumber,
    'Sentence about taxes': sampleHouse.taxNote,
    'Hold minutes': String(sampleHouse.holdMinutes),
  }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
}

test('an admin changes the details of the house, and visitors read them on every page, also without scripts', async ({
  admin,
  page,
  request,
}) => {
  await admin.goto('/admin-dashboard')
  await admin.getByRole('link', { name: 'House', exact: true }).click()
  await expect(admin.getByLabel('Telephone')).toHaveValue('+65 6000 1234')
  await enterDetails(admin)
  await admin.getByLabel('Exceptions').fill('Christmas')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByLabel('Exceptions')).toHaveAccessibleDescription(/Please write each line like/)
  await admin.getByLabel('Exceptions').fill(sampleHouse.hourExceptions)
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('The details of the house are saved.')).toBeVisible()
  await expect(admin.getByRole('link', { name: sampleHouse.name })).toBeVisible()

  const problems: string[] = []
  page.on('console', (message) => /hydrat/i.test(message.text()) && problems.push(message.text()))
  page.on('pageerror', ({ message }) => problems.push(message))
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'About Hill House & Garden' })).toBeVisible()
  await expect(page.getByText('Good Friday: closed.')).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '+65 6222 3333' })).toBeVisible()
  await expect(page).toHaveTitle('About - Hill House & Garden')
  await page.goto('/faq')
  await page.getByText('When are the halls open?').click()
  await expect(page.getByText('Every day, 8 am to 6 pm. Good Friday: closed.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'About Hill House & Garden' })).toBeVisible()
  expect(problems).toEqual([])

  for (const path of ['/', '/about', '/faq', '/explore', '/login', '/register']) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain('<a href="tel:+6562223333">+65 6222 3333</a>')
    expect(html, path).not.toContain('{{house')
  }
})

test('a new house shows its admin the first steps, and visitors that it opens soon, until it is opened', async ({
  server,
  admin,
  page,
}) => {
  await server.context.db.delete(house)
  await page.goto('/')
  await expect(page.getByText('We are opening soon.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])

  await admin.goto('/admin-dashboard')
  const steps = admin.getByRole('heading', { name: 'First steps' }).locator('..').getByRole('listitem')
  await expect(steps).toHaveCount(6)
  await expect(steps.filter({ hasText: '(not done yet)' })).toHaveText([/^House details/, /^Open/])
  expect(await accessibilityViolations(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Open the house' }).click()
  await expect(admin.getByText('Please enter the details of the house before you open it.')).toBeVisible()

  await admin.getByRole('link', { name: 'Enter name, address and opening hours' }).click()
  await enterDetails(admin)
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('The details of the house are saved.')).toBeVisible()
  await admin.getByRole('link', { name: 'Admin Dashboard' }).click()
  await admin.getByRole('button', { name: 'Open the house' }).click()
  await expect(admin.getByText('The house is open.')).toBeVisible()
  await expect(admin.getByRole('heading', { name: 'First steps' })).toBeHidden()

  await page.reload()
  await expect(page.getByText('We are opening soon.')).toBeHidden()
})

async function invite(admin: Page, email: string, role: string) {
  await admin.getByRole('button', { name: 'Invite staff' }).click()
  await admin.getByLabel('E-mail').fill(email)
  await admin.getByRole('dialog').getByLabel('Role').selectOption(role)
  await admin.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(admin.getByText('The invitation is on its way.')).toBeVisible()
}

test('an invited clerk chooses a password and sets up the second step; another invitation is withdrawn', async ({
  server,
  admin,
  page,
}) => {
  await admin.goto('/user-management')
  await invite(admin, 'clerk@hill.example', 'Staff')
  await invite(admin, 'other@hill.example', 'Admin')
  await expect(admin.getByRole('table', { name: 'Invitations' }).getByRole('row')).toHaveCount(3)

  /** A server of a test has no background jobs. */
  await sendDueLetters(server.context, createMailTransport(server.context.config))
  await page.goto(await mailedLink(page, 'clerk@hill.example', '/accept-invitation'))
  await expect(page).toHaveURL('/accept-invitation')
  await expect(page.getByText('For clerk@hill.example, as Staff.')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel('Full name').fill('Lim Hui Min')
  await page.getByLabel('Contact number').fill('91234567')
  await page.getByLabel('Password', { exact: true }).fill('password123')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This password is too common. Please choose another')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('quiet rooms 77')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/setup-2fa')
  const totp = new TOTP({ secret: Secret.fromBase32((await page.locator('code').first().textContent()) ?? '') })
  await page.getByLabel('6-digit code').fill(totp.generate())
  await page.getByRole('button', { name: 'Verify & Complete Registration' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()

  const link = await mailedLink(page, 'other@hill.example', '/accept-invitation')
  await admin.reload()
  await expect(admin.getByRole('row', { name: /Lim Hui Min/ })).toBeVisible()
  await admin.getByRole('button', { name: 'Withdraw the invitation of other@hill.example' }).click()
  await admin.getByRole('button', { name: 'Yes, withdraw it' }).click()
  await expect(admin.getByText('The invitation was withdrawn.')).toBeVisible()
  await expect(admin.getByRole('table', { name: 'Invitations' })).toBeHidden()
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This invitation has expired, was withdrawn or was already used.')
})
