import { expect } from '@playwright/test'
import { createMailTransport } from '#server/mail/transport.ts'
import { makeUser } from '#test/factories.ts'
import { addHolder, rightOf } from '#test/right-factory.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { makeUrn, moveTogether } from '#test/urn-factory.ts'
import { accessibilityViolations } from './axe.ts'
import { confirmWithPassword } from './confirm-owner.ts'
import { mailedLink } from './letters.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

test('two holders agree that an urn leaves, one by the link and then in My Bookings, one by a signed slip that a clerk records', async ({
  page,
  server,
  openAs,
}) => {
  const { app, context } = server
  const owner = await makeUserWithTwoFactor(server, { fullName: 'Seah Geok Choo' })
  const [one, other] = [await makeUser(context, { role: 'staff' }), await makeUser(context, { role: 'staff' })]
  const callers = [await callAs(app, one), await callAs(app, other)] as const
  const urn = await makeUrn(context, callers[0], { owner, person: { beneficiaryName: 'Seah Kim Huat' } })
  await moveTogether(urn, 'place', callers)
  const { number, rightID } = await rightOf(context, urn.bookingID)
  await addHolder(context, rightID, 'Seah Geok Lan', '1 Hill Street')

  const clerk = await openAs(one)
  await clerk.goto(`/urns/${urn.tag}`)
  await expect(clerk.getByText('Not all holders have agreed')).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'urn whose holders are missing')
  await clerk.getByRole('link', { name: `right ${number}` }).click()
  await clerk.getByRole('button', { name: 'Ask the holders' }).click()
  const dialog = clerk.getByRole('dialog', { name: 'Ask the holders' })
  await dialog.getByRole('button', { name: 'Write to them' }).click()
  await expect(dialog.getByText('Please choose what is to happen.')).toBeVisible()
  await dialog.getByLabel('be given to the family').check()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'ask the holders')
  await dialog.getByRole('button', { name: 'Write to them' }).click()
  await expect(clerk.getByRole('heading', { name: /The urn of Seah Kim Huat is to be given/ })).toBeVisible()
  await expect(clerk.getByText('Not answered yet')).toHaveCount(2)

  await sendDueLetters(context, createMailTransport(context.config))
  const link = await mailedLink(page, owner.email, 'contact-request')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(link)
  await expect(page.getByText('The urn of Seah Kim Huat is to be given to the family')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'holder who is asked')
  await page.getByRole('button', { name: 'I agree' }).click()
  await expect(page.getByText('You have agreed.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'I do not agree' }).click()
  await expect(page.getByText('so the urn stays where it is')).toBeVisible()

  const family = await openAs(owner, { viewport: { width: 390, height: 844 } })
  await family.goto(`/my-bookings/${urn.bookingID}`)
  await expect(family.getByText('You have said that you do not agree.')).toBeVisible()
  expect(await accessibilityViolations(family)).toEqual([])
  await takePictures(family, 'holder who is asked in My Bookings')
  await family.getByRole('button', { name: 'I agree' }).click()
  await family.getByRole('dialog').getByRole('button', { name: 'I agree' }).click()
  await confirmWithPassword(family, memberPassword)
  await expect(family.getByText('You have agreed.')).toBeVisible()
  await expect(family.getByText('Still missing: Seah Geok Lan.')).toBeVisible()

  await clerk.goto('/letters-to-post')
  await expect(clerk.getByText('I, Seah Geok Lan, agree.')).toBeVisible()
  await takePictures(clerk, 'letter to a holder')
  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Record the answer of Seah Geok Lan' }).click()
  await clerk.getByRole('dialog').getByText('The letter came back signed').click()
  await clerk.getByRole('dialog').getByRole('button', { name: 'Record it' }).click()
  await expect(clerk.getByText(/Agreed .*, by letter/)).toBeVisible()
  await expect(clerk.getByText(/Agreed .*, in My Bookings/)).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'right whose holders agree')
  await clerk.goto(`/urns/${urn.tag}`)
  await expect(clerk.getByRole('link', { name: 'Take this urn out' })).toBeVisible()
  await expect(clerk.getByText('Not all holders have agreed')).toHaveCount(0)
})
