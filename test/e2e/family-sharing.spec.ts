import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { formatAppointment } from '#contract/appointments/appointment.ts'
import { addDays, toDay, toInstant } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { demoHouse } from '#server/seed/demo-columbarium.ts'
import { makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { makeUser } from '#test/factories.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { accessibilityViolations } from './axe.ts'
import { confirmWithPassword } from './confirm-owner.ts'
import { mailedLink } from './letters.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-server-test.ts'
import { takePicture } from './take-picture.ts'

test('a holder shares the page of a person by a link, and lets a sister help who logs in from the letter', async ({
  page,
  server,
  openAs,
}) => {
  const { context } = server
  const holder = await makeUserWithTwoFactor(server)
  const died = { name: 'Seah Geok Choo', dateOfDeath: '2025-02-03' }
  const { bookingID } = await makeRestingPerson(context, { ...died, holder })
  const sister = await makeUserWithTwoFactor(server, { fullName: 'Seah Geok Lan' })
  const family = await openAs(holder, { viewport: { width: 390, height: 844 } })
  await family.goto(`/my-bookings/${bookingID}`)

  await family.getByRole('button', { name: 'Make a link' }).click()
  const made = family.getByRole('dialog', { name: 'Your link' })
  const url = (await made.locator('code').textContent()) ?? ''
  await takePicture(family, 'family-link-390-light')
  expect(await accessibilityViolations(family)).toEqual([])
  await made.getByRole('button', { name: 'Done' }).click()
  await page.goto(new URL(url).pathname + new URL(url).hash)
  await expect(page.getByRole('heading', { name: 'Seah Geok Choo' })).toBeVisible()
  await expect(page.getByText('the 3rd niche from the left, in the 5th row from the top')).toBeVisible()

  await family.getByRole('button', { name: 'Invite someone' }).click()
  await family.getByLabel('Email').fill('sister@test.example')
  await takePicture(family, 'family-invite-390-light')
  await family.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(family.getByText('The invitation can be accepted until')).toBeVisible()
  await sendDueLetters(context, createMailTransport(context.config))
  await page.goto(await mailedLink(page, 'sister@test.example', 'family-invitation'))
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('Email').fill(sister.email)
  await page.getByLabel('Password', { exact: true }).fill(memberPassword)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByLabel('6-digit code').fill(new TOTP({ secret: Secret.fromBase32(sister.secret) }).generate())
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText(`${holder.fullName} is asked to agree.`)).toBeVisible()

  await family.reload()
  await takePicture(family, 'family-accepted-390-light', { fullPage: true })
  await family.getByRole('button', { name: 'Yes, let them help' }).click()
  await confirmWithPassword(family, memberPassword)
  await expect(family.getByText(`${sister.email}, can choose, change or cancel the day.`)).toBeVisible()

  await page.goto(`/my-bookings/${bookingID}`)
  await expect(page.getByText(`${holder.fullName} has asked you to help`)).toBeVisible()
  await expect(page.getByText('Your family')).toHaveCount(0)
  await lookAt(page, 'the page of a person for whom a sister acts')
  await page.getByRole('button', { name: 'Stop helping' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop helping' }).click()
  await expect(page).toHaveURL('/my-bookings')
  await expect(page.getByText('Seah Geok Choo')).toHaveCount(0)
})

test('the page behind a family link has the way, the opening hours and the house on a map, and the share sheet gets the name', async ({
  page,
  server,
  openAs,
}) => {
  const { context } = server
  const { bookingID, holder } = await makeRestingPerson(context, { name: 'Seah Geok Choo', dateOfDeath: '2025-02-03' })
  const family = await openAs(holder)
  await family.addInitScript(() => {
    const sheet: { last?: ShareData } = {}
    Object.assign(window, { sheet })
    navigator.share = async (data?: ShareData) => void Object.assign(sheet, { last: data })
  })
  await family.goto(`/my-bookings/${bookingID}`)
  await expect(family.getByRole('heading', { name: 'Your family' })).toBeVisible()
  await expect(family.getByRole('heading', { name: 'A link to look at' })).toBeVisible()
  await expect(family.getByRole('heading', { name: 'Someone to help you' })).toBeVisible()
  await family.getByRole('button', { name: 'Make a link' }).click()
  const made = family.getByRole('dialog', { name: 'Your link' })
  const url = (await made.locator('code').textContent()) ?? ''
  await made.getByRole('button', { name: 'Send it' }).click()
  const shared = await family.evaluate(() => (window as unknown as { sheet: { last: ShareData } }).sheet.last)
  expect(shared).toEqual({
    title: 'Seah Geok Choo',
    text: 'Seah Geok Choo: the day, and the way to the niche.',
    url,
  })

  await page.goto(new URL(url).pathname + new URL(url).hash)
  const visit = page.locator('section').filter({ has: page.getByRole('heading', { name: 'When you visit' }) })
  await expect(visit).toContainText(demoHouse.visitingHours)
  const map = new URL((await visit.getByRole('link', { name: 'Open in a map' }).getAttribute('href')) ?? '')
  expect(map.searchParams.get('query')).toBe(`${demoHouse.name}, ${demoHouse.address}`)
  await expect(page.getByText('the 3rd niche from the left, in the 5th row from the top')).toBeVisible()
  await lookAt(page, 'the page behind a family link')
})

test('the page behind the link of a family that has chosen a day says that day', async ({ page, server }) => {
  const { context } = server
  const owner = await makeUser(context)
  const booking = await makeApproved(context, owner)
  const day = addDays(toDay(context.clock()), 3)
  await makeAppointment(context, booking, 'confirmed', toInstant(day, '09:00'))
  const caller = await callAs(server.app, owner)
  const { url } = (await caller.call(familyApi.makeLink, { body: { bookingID: booking.bookingID } })).body
  await page.goto(new URL(url).pathname + new URL(url).hash)
  const placed = page
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: 'The urn is placed on' }) })
    .last()
  await expect(placed).toContainText(formatAppointment(toInstant(day, '09:00'), toInstant(day, '10:00')))
})
