import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { addDays, toDay } from '#contract/dates.ts'
import { rightClaims, rightHolders, urns } from '#server/database/schema.ts'
import { enterUrns } from '#server/urns/public.ts'
import { makeUser } from '#test/factories.ts'
import { makeRight } from '#test/right-factory.ts'
import { accessibilityViolations } from './axe.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

test('a clerk records a claim after a holder who has died, the family objects with one press and a sentence, two clerks record that it is settled, and the right passes on', async ({
  server: { context },
  openAs,
}) => {
  const mother = await makeUser(context, { fullName: 'Lim Siew Lan' })
  const { number, rightID, bookingID, nicheID } = await makeRight(context, mother)
  await context.db.insert(rightHolders).values({ rightID, name: 'Tan Ah Kow', addedAt: context.clock() })
  await enterUrns(context, randomUUID(), [{ bookingID, nicheID, nicheCode: '' }])
  const [urn] = await context.db.select().from(urns).where(eq(urns.bookingID, bookingID))
  const clerk = await openAs('staff')
  await clerk.goto(`/booking-approval/${bookingID}`)
  await expect(clerk.getByText('Is this Tan Ah Kow, who holds the right to this niche?')).toBeVisible()
  await clerk.getByRole('link', { name: `right ${number}` }).click()
  await clerk.getByRole('button', { name: 'Tan Ah Kow has died' }).click()
  const death = clerk.getByRole('dialog')
  await death.getByLabel('Who told us').fill('his daughter, with the death certificate')
  await takePictures(clerk, 'death-dialog')
  await death.getByRole('button', { name: 'Record and write to the others' }).click()
  const holders = clerk.getByRole('table', { name: 'Holders' })
  await expect(holders).toContainText('Tan Ah Kow, died, as we were told by his daughter')
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'right-of-a-dead-holder')
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

  for (const path of [`/booking-approval/${bookingID}`, `/urns/${urn?.tag}`, `/urn-check?event=see&tag=${urn?.tag}`]) {
    await clerk.goto(path)
    await expect(clerk.getByText('An objection is open')).toBeVisible()
    expect(await accessibilityViolations(clerk)).toEqual([])
  }
  await takePictures(clerk, 'objection-at-the-wall')
  await clerk.goto(`/person/${bookingID}`)
  await expect(clerk.getByText('An objection is open')).toBeVisible()
  await expect(clerk.getByText('Is this Tan Ah Kow')).toBeHidden()
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

  const today = toDay(context.clock())
  await context.db
    .update(rightClaims)
    .set({ askedAt: new Date(addDays(today, -16)), objectUntil: addDays(today, -1) })
    .where(eq(rightClaims.rightID, rightID))
  await clerk.reload()
  await clerk.getByRole('button', { name: 'Pass the right on to Tan Mei' }).click()
  const decision = clerk.getByRole('dialog')
  await decision.getByLabel('Reason').fill('The will names her.')
  await takePictures(clerk, 'decide-claim')
  await decision.getByRole('button', { name: 'Decide' }).click()
  await expect(holders).toContainText('Tan Mei, under 18: Lim Siew Lan acts')
  await expect(holders).not.toContainText('Tan Ah Kow')
  await expect(clerk.getByText('Decided for')).toBeVisible()
  await family.goto(`/my-bookings/${bookingID}`)
  await expect(family.getByRole('listitem').filter({ hasText: 'Tan Mei' })).toBeVisible()
  await expect(family.getByText('A claim is open')).toBeHidden()
})
