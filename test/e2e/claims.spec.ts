import { expect } from '@playwright/test'
import { rightHolders } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { makeRight } from '#test/right-factory.ts'
import { accessibilityViolations } from './axe.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

test('a clerk records a claim after a holder who has died, the family objects with one press and a sentence, and two clerks record that it is settled', async ({
  server: { context },
  openAs,
}) => {
  const mother = await makeUser(context, { fullName: 'Lim Siew Lan' })
  const { number, rightID, bookingID } = await makeRight(context, mother)
  await context.db.insert(rightHolders).values({ rightID, name: 'Tan Ah Kow', addedAt: context.clock() })
  const clerk = await openAs('staff')
  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Record a claim' }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Record and write to the holders' }).click()
  await expect(dialog.getByText('Please choose what has happened.')).toBeVisible()
  await expect(dialog.getByText('Please choose at least one holder.')).toBeVisible()
  await dialog.getByLabel('A holder has died').check()
  await dialog.getByLabel('Tan Ah Kow').check()
  await dialog.getByLabel('Who asks').fill('Tan Mei')
  await dialog.getByLabel('Date of birth').fill('2015-03-14')
  await dialog.getByLabel('Guardian').fill('Lim Siew Lan')
  await dialog.getByLabel('Email address').fill('mei@test.example')
  await dialog.getByLabel('Papers seen').fill('Death certificate and birth certificate.')
  await takePictures(clerk, 'claim-dialog')
  await dialog.getByRole('button', { name: 'Record and write to the holders' }).click()
  await expect(clerk.getByRole('heading', { name: 'Tan Mei asks to follow Tan Ah Kow' })).toBeVisible()
  await expect(clerk.getByText('Written to: 1 by email.')).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'Pass the right on to Tan Mei' })).toBeDisabled()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'right-with-claim')

  const family = await openAs(mother)
  await family.goto(`/my-bookings/${bookingID}`)
  await expect(family.getByText('A claim is open')).toBeVisible()
  await family.getByRole('button', { name: 'I object' }).click()
  await family.getByLabel('Why you object').fill('He left it to me.')
  await family.getByRole('button', { name: 'Object', exact: true }).click()
  await expect(family.getByText('An objection is open')).toBeVisible()
  expect(await accessibilityViolations(family)).toEqual([])
  await takePictures(family, 'objection-of-family')
  await family.goto('/my-bookings')
  await expect(family.getByText('everything stays as it is')).toBeVisible()
  await takePictures(family, 'objection-in-my-bookings')

  await clerk.goto(`/person/${bookingID}`)
  await expect(clerk.getByText('An objection is open')).toBeVisible()
  await takePictures(clerk, 'objection-on-person-page')
  await clerk.getByRole('link', { name: `See right ${number}` }).click()
  await expect(clerk.getByText('He left it to me.')).toBeVisible()
  await expect(clerk.getByText('Somebody objected on')).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'right-with-objection')
  await clerk.getByRole('button', { name: 'Record that the objection of Lim Siew Lan is settled' }).click()
  await clerk.getByLabel('Reason').fill('Both came to the counter.')
  await clerk.getByRole('dialog').getByRole('button', { name: 'Ask a second person' }).click()
  await expect(clerk.getByRole('table', { name: 'Waits for a second person' })).toContainText('Lim Siew Lan')
  await takePictures(clerk, 'objection-waits-for-second-person')
  const colleague = await openAs('staff')
  await colleague.goto(`/rights/${number}`)
  await colleague.getByRole('button', { name: /^Confirm: Right / }).click()
  await colleague.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(colleague.getByText('Confirmed, and done.')).toBeVisible()
  await clerk.reload()
  await expect(clerk.getByText('Settled: Both came to the counter.')).toBeVisible()
  await expect(clerk.getByText('Somebody objected on')).toBeHidden()
})
