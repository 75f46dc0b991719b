import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { createMailTransport } from '#server/mail/transport.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { sampleHouse } from '#test/sample-house.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { accessibilityViolations } from './axe.ts'
import { mailedLink } from './letters.ts'
import { test } from './own-admin.ts'
import { enterHouseDetails, inviteStaff, saveHouse } from './set-up-house.ts'

const logoOf = (page: Page) =>
  page
    .getByRole('link', { name: sampleHouse.shortName })
    .or(page.getByRole('link', { name: sampleHouse.name }))
    .first()
    .locator('img')

test('an admin changes the details of the house, and visitors read them on every page, also without scripts', async ({
  admin,
  page,
  request,
}) => {
  await admin.goto('/admin-dashboard')
  await admin.getByRole('link', { name: 'House', exact: true }).click()
  await expect(admin.getByLabel('Telephone')).toHaveValue('+65 6000 1234')
  await enterHouseDetails(admin)
  await admin.getByLabel('Exceptions').fill('Christmas')
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByLabel('Exceptions')).toHaveAccessibleDescription(/Please write each line like/)
  await admin.getByLabel('Exceptions').fill(sampleHouse.hourExceptions)
  await saveHouse(admin)
  await expect(admin.getByRole('link', { name: sampleHouse.shortName, exact: true })).toBeVisible()

  await admin.getByLabel('Picture').setInputFiles('test/e2e/certificate.png')
  await expect(admin.getByText('The logo is saved.')).toBeVisible()
  await expect(logoOf(admin)).toHaveJSProperty('complete', true)

  const problems: string[] = []
  page.on('console', (message) => /hydrat/i.test(message.text()) && problems.push(message.text()))
  page.on('pageerror', ({ message }) => problems.push(message))
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'About Hill House & Garden' })).toBeVisible()
  await expect(page.getByText('Good Friday: closed.')).toBeVisible()
  await expect(logoOf(page)).not.toHaveJSProperty('naturalWidth', 0)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '+65 6222 3333' })).toBeVisible()
  await expect(page).toHaveTitle('About - Hill House & Garden')
  await page.goto('/faq')
  // The question is opened by keyboard, because a page that still loads may move under a slow click.
  await page.getByText('When are the halls open?').press('Enter')
  await expect(
    page.getByText(/^Every day, 8 am to 6 pm\. Longer around festivals: 6 am .* Good Friday: closed\./),
  ).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'About Hill House & Garden' })).toBeVisible()
  expect(problems).toEqual([])
  await expect(admin.getByText('The details of the house are saved.')).toBeHidden()

  for (const path of ['/', '/about', '/faq', '/explore', '/login', '/register']) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain('<a href="tel:+6562223333">+65 6222 3333</a>')
    expect(html, path).not.toContain('{{house')
  }
})

test('an invited clerk chooses a password and sets up the second step; another invitation is withdrawn', async ({
  server,
  admin,
  page,
}) => {
  await admin.goto('/user-management')
  await inviteStaff(admin, 'clerk@hill.example', 'Staff')
  await inviteStaff(admin, 'other@hill.example', 'Admin')
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
  await expect(admin.getByRole('row', { name: /^Lim Hui Min clerk@hill/ })).toBeVisible()
  await admin.getByRole('button', { name: 'Withdraw the invitation of other@hill.example' }).click()
  await admin.getByRole('button', { name: 'Yes, withdraw it' }).click()
  await expect(admin.getByText('The invitation was withdrawn.')).toBeVisible()
  await expect(admin.getByRole('table', { name: 'Invitations' })).toBeHidden()
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This invitation has expired, was withdrawn or was already used.')
})

test('an admin suspends the account of somebody who leaves, who is signed out, and lifts it again', async ({
  admin,
  server,
  openAs,
}) => {
  const person = await makeUser(server.context, { role: 'staff' })
  const page = await openAs(person)
  await page.goto('/dashboard')
  await admin.goto(`/user-management?search=${person.email}`)
  await admin.getByRole('row').filter({ hasText: person.email }).getByRole('button', { name: 'Details' }).click()
  await admin.getByRole('button', { name: `Suspend ${person.fullName}` }).click()
  await admin.getByLabel('Reason').fill('Has left the house')
  await admin.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(admin.getByText(`${person.fullName} (suspended)`)).toBeVisible()
  await page.goto('/pending-approvals')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await admin.getByRole('button', { name: `Lift suspension ${person.fullName}` }).click()
  await admin.getByLabel('Reason').fill('Is back')
  await admin.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click()
  await expect(admin.getByRole('button', { name: `Suspend ${person.fullName}` })).toBeVisible()
})

test('an admin saves templates for denials, and a clerk starts a reason from one of them', async ({
  admin,
  openAs,
  server: { context },
}) => {
  await admin.goto('/house')
  await admin
    .getByRole('textbox', { name: 'Templates' })
    .fill('The scan cannot be read.\nThe certificate is of another person.')
  await admin.getByRole('button', { name: 'Save templates' }).click()
  await expect(admin.getByText('The templates are saved.')).toBeVisible()
  const { bookingID } = await makeBooking(context, await makeUser(context))
  const clerk = await openAs('staff')
  await clerk.goto(`/booking-approval/${bookingID}`)
  await clerk.getByLabel('Start from a template').selectOption('The certificate is of another person.')
  await expect(clerk.getByLabel('Reason')).toHaveValue('The certificate is of another person.')
})
