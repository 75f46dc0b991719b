import { expect } from '@playwright/test'
import type { Role } from '#contract/roles.ts'
import { urnApi } from '#contract/urns/api.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { makeUser } from '#test/factories.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import { mockReply } from './intercept-requests.ts'
import { lookAt } from './look-at.ts'
import type { OwnServer } from './own-server.ts'
import { test } from './own-server-test.ts'
import { takePicture } from './take-picture.ts'

const signIn = async ({ app, context }: OwnServer, role: Role) => callAs(app, await makeUser(context, { role }))

test('a family sees where its urn is and prints a certificate, which a visitor verifies until the urn is taken out', async ({
  page: visitor,
  server,
  openAs,
}) => {
  const clerk = await signIn(server, 'staff')
  const both = [clerk, await signIn(server, 'admin')] as const
  const urn = await makeUrn(server.context, clerk)
  const family = await openAs(urn.owner)
  await family.goto('/my-bookings')
  await expect(family.getByText(/^The urn is with our staff, since /)).toBeVisible()
  await expect(family.getByText('Please choose a day')).toHaveCount(0)
  await expect(family.getByRole('link', { name: 'Choose a day for the urn' })).toBeVisible()

  await moveTogether(urn, 'place', both)
  await family.reload()
  await expect(
    family.getByText(new RegExp(`^The urn is in niche ${urn.nicheCode}, .+, level \\d+, block .+, since `)),
  ).toBeVisible()
  await expect(family.getByRole('link', { name: 'Choose a day for the urn' })).toHaveCount(0)
  await family.getByRole('button', { name: 'View Details' }).click()
  await family.getByRole('dialog').getByRole('link', { name: 'Placement certificate' }).click()
  const certificate = family.getByRole('article')
  await expect(certificate).toContainText(urn.name)
  await expect(certificate).toContainText(`was placed in niche ${urn.nicheCode} on `)
  await expect(certificate).toContainText('Registration number')
  await expect(certificate.getByRole('img', { name: 'QR code that verifies this certificate' })).toBeVisible()
  const address = (await certificate.getByRole('link').getAttribute('href')) ?? ''
  await family.emulateMedia({ media: 'print' })
  await expect(family.getByRole('button', { name: 'Print certificate' })).toBeHidden()
  await expect(certificate).toBeVisible()
  await family.emulateMedia({ media: 'screen' })

  const answer = await visitor.goto(address)
  expect(answer?.headers()['x-robots-tag']).toBe('noindex')
  await expect(visitor.getByText('This certificate is genuine and applies')).toBeVisible()
  await expect(visitor.getByRole('main')).toContainText(urn.name)
  await expect(visitor.getByRole('main')).toContainText(urn.nicheCode)

  await moveTogether(urn, 'takeOut', both)
  await visitor.reload()
  await expect(visitor.getByText('This certificate no longer applies')).toBeVisible()
  await family.goto(`/placement-certificate?bookingID=${urn.bookingID}`)
  await expect(family.getByText('There is no certificate for this booking')).toBeVisible()
  await mockReply(family, urnApi.certificate.path, 503)
  await family.reload()
  await expect(family.getByText('The certificate could not be loaded just now.')).toBeVisible()
})

test('the certificate has both scripts of the name and the seal of the house, and with the receipt fills one sheet of A4 each', async ({
  server,
  openAs,
}) => {
  const clerk = await signIn(server, 'staff')
  const urn = await makeUrn(server.context, clerk, { person: { beneficiaryName: 'Tan Ah Kow 陳亞九' } })
  await moveTogether(urn, 'place', [clerk, await signIn(server, 'staff')])
  const family = await openAs(urn.owner)
  for (const path of ['/placement-certificate', '/receipt']) {
    await family.goto(`${path}?bookingID=${urn.bookingID}`)
    const sheet = family.getByRole('article')
    await expect(sheet.locator('[lang=zh]')).toHaveText('陳亞九')
    await expect(sheet.locator('footer svg circle')).toHaveCount(3)
    await lookAt(family, `paper ${path.slice(1)}`)
    const pdf = (await family.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(pdf).toMatch(/\/MediaBox \[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/)
  }
})

test('the letter in the demo mailbox says that the urn is placed, and leads to the certificate', async ({
  server,
  openAs,
}) => {
  const clerk = await signIn(server, 'staff')
  const urn = await makeUrn(server.context, clerk)
  await moveTogether(urn, 'place', [clerk, await signIn(server, 'staff')])
  const family = await openAs(urn.owner)
  await sendDueLetters(server.context, createMailTransport(server.context.config))
  await family.goto('/demo/mail')
  await family.getByRole('button', { name: urn.owner.email }).click()
  await expect(family.getByRole('heading', { name: `The urn of ${urn.name} has been placed` }).first()).toBeVisible()
  await family.getByRole('link', { name: 'See the placement certificate' }).click()
  await expect(family.getByRole('article')).toContainText(`was placed in niche ${urn.nicheCode} on `)
})

test('a visitor types the code from paper, and is told if no certificate has it', async ({ page }) => {
  await page.goto('/verify-placement')
  await page.getByLabel('Code', { exact: true }).fill('7K2M')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Please enter the 16 characters of the code.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill('7k2m 9qx4 tr5w 0a1b')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No certificate has this code')).toBeVisible()
  for (const [width, colorScheme] of [
    [1280, 'dark'],
    [390, 'light'],
    [320, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await takePicture(page, `verify-unknown-${width}-${colorScheme}`)
    expect(await findAllOverflows(page)).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
  }
})
