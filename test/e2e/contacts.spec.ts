import { expect } from '@playwright/test'
import { createMailTransport } from '#server/mail/transport.ts'
import { makeRight } from '#test/right-factory.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { accessibilityViolations } from './axe.ts'
import { confirmWithPassword } from './confirm-owner.ts'
import { mailedLink } from './letters.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

test('a holder names a contact on a phone after the password, who accepts by the link of the letter without an account', async ({
  page,
  server,
  openAs,
}) => {
  const { context } = server
  const owner = await makeUserWithTwoFactor(server, { fullName: 'Seah Geok Choo' })
  const { bookingID } = await makeRight(server.context, owner)
  const family = await openAs(owner, { viewport: { width: 390, height: 844 } })
  await family.goto(`/my-bookings/${bookingID}`)
  await expect(family.getByText('Nobody is named yet.')).toBeVisible()
  await family.getByRole('button', { name: 'Add a contact' }).click()
  const dialog = family.getByRole('dialog', { name: 'Add a contact' })
  await dialog.getByLabel('Name').fill('Seah Geok Lan')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please enter an email address or a postal address.')).toBeVisible()
  await dialog.getByLabel('Email').fill('lan@test.example')
  expect(await accessibilityViolations(family)).toEqual([])
  await takePictures(family, 'contact of a holder')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await confirmWithPassword(family, memberPassword)
  await expect(family.getByText('1st successor')).toBeVisible()
  await takePictures(family, 'contacts of a holder')

  await sendDueLetters(context, createMailTransport(context.config))
  await page.goto(await mailedLink(page, 'lan@test.example', 'contact-request'))
  await expect(page.getByText('Seah Geok Choo named Seah Geok Lan as a contact')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'contact request')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('You are a contact now.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This link has ended')).toBeVisible()

  await family.reload()
  await expect(family.getByText(/Accepted .*, by our link/)).toBeVisible()
  await takePictures(family, 'contact who accepted')
})

test('a clerk adds a contact who is asked by post, records a letter that came back, prints it again and then the signed slip', async ({
  server,
  openAs,
}) => {
  const { number } = await makeRight(server.context, await makeUserWithTwoFactor(server))
  const clerk = await openAs('staff')
  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Add a contact' }).click()
  const dialog = clerk.getByRole('dialog', { name: 'Add a contact' })
  await dialog.getByLabel('What for').selectOption('Gets notices only')
  await dialog.getByLabel('Name').fill('Tan Ah Lian')
  await dialog.getByLabel('Postal address').fill('1 Hill Street')
  await dialog.getByLabel('Reason').fill('The holder asked at the counter.')
  await takePictures(clerk, 'contact dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(clerk.getByText('Tan Ah Lian is named: gets notices only.')).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'right with a contact')

  await clerk.goto('/letters-to-post')
  await expect(clerk.getByText('I, Tan Ah Lian, agree.')).toBeVisible()
  await clerk.getByRole('button', { name: 'Record as posted' }).click()
  await clerk.getByRole('dialog').getByRole('button', { name: 'Record as posted' }).click()
  await clerk.getByLabel('Right').fill(number)
  const row = clerk.getByRole('row', { name: /Tan Ah Lian/ })
  await clerk.getByRole('button', { name: 'Came back: the letter to Tan Ah Lian' }).click()
  await clerk.getByRole('dialog').getByRole('button', { name: 'It came back' }).click()
  const again = clerk.getByRole('button', { name: 'Print again the letter to Tan Ah Lian' })
  await expect(again).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'letter that came back')
  await clerk.goto('/dashboard')
  await clerk.getByRole('link', { name: /Returned letters/ }).click()
  await row.getByRole('button', { name: 'Details' }).click()
  await expect(row.getByRole('button', { name: 'Dismiss the letter to Tan Ah Lian' })).toBeVisible()
  await again.click()
  const printing = clerk.getByRole('dialog')
  await printing.getByRole('button', { name: 'Print again' }).click()
  await expect(printing.getByText('Please check the address, or correct it first.')).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'letter to print again')
  await printing.getByLabel('I have checked where they live').check()
  await printing.getByRole('button', { name: 'Print again' }).click()
  await expect(again).toHaveCount(0)
  await expect(clerk.getByText('I, Tan Ah Lian, agree.')).toBeVisible()

  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Record that Tan Ah Lian has accepted' }).click()
  await clerk.getByRole('dialog').getByText('The letter came back signed').click()
  await clerk.getByRole('dialog').getByRole('button', { name: 'Record it' }).click()
  await expect(clerk.getByText(/Accepted .*, by letter/)).toBeVisible()
})
