import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { and, eq, isNotNull } from 'drizzle-orm'
import { addDays, toDay } from '#contract/dates.ts'
import type { Context } from '#server/core/context.ts'
import { registerEntries, rightClaims, rightHolders, rightLetters, urns } from '#server/database/schema.ts'
import { enterUrns } from '#server/urns/public.ts'
import { makeUser } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { addHolder, makeRight, rightOf } from '#test/right-factory.ts'
import { accessibilityViolations } from './axe.ts'
import { test as ownTest } from './own-admin.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

/** As if all of it had been sixteen days ago, and the days to object were over. */
async function waitToDecide({ db, clock }: Context, rightID: string) {
  const today = toDay(clock())
  const before = new Date(addDays(today, -16))
  await db
    .update(rightClaims)
    .set({ askedAt: before, objectUntil: addDays(today, -2) })
    .where(eq(rightClaims.rightID, rightID))
  await db
    .update(rightLetters)
    .set({ postedAt: before })
    .where(and(eq(rightLetters.rightID, rightID), isNotNull(rightLetters.postedAt)))
}

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

  await waitToDecide(context, rightID)
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

test('nobody objects to a claim: the family reads of it, and the right passes on to a daughter who has only an email address', async ({
  server: { context },
  openAs,
}) => {
  const mother = await makeUser(context, { fullName: 'Lim Siew Lan' })
  const { number, rightID, bookingID } = await makeRight(context, mother)
  await addHolder(context, rightID, 'Tan Ah Kow')
  const clerk = await openAs('staff')
  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Record a claim' }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByLabel('A holder has died').check()
  await dialog.getByLabel('Tan Ah Kow').check()
  await dialog.getByLabel('Who asks').fill('Tan Mei')
  await dialog.getByLabel('Email address').fill('mei@test.example')
  await dialog.getByLabel('Papers seen').fill('Death certificate and birth certificate.')
  await dialog.getByRole('button', { name: 'Record and write to the holders' }).click()
  await expect(clerk.getByText('Written to: 1 by email.')).toBeVisible()
  const family = await openAs(mother)
  await family.goto(`/my-bookings/${bookingID}`)
  await expect(family.getByText('A claim is open')).toBeVisible()

  await waitToDecide(context, rightID)
  await clerk.reload()
  await clerk.getByRole('button', { name: 'Pass the right on to Tan Mei' }).click()
  await dialog.getByLabel('Reason').fill('She is the only child.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  const holders = clerk.getByRole('table', { name: 'Holders' })
  await expect(holders).toContainText('mei@test.example')
  await expect(holders).not.toContainText('Tan Ah Kow')
  await clerk.getByRole('button', { name: 'Correct Tan Mei' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('mei@test.example')
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'holder with an email address')
  await family.reload()
  await expect(family.getByText('A claim is open')).toBeHidden()
  await expect(family.getByRole('listitem').filter({ hasText: 'Tan Mei' })).toBeVisible()
})

test('a living holder hands over: the family reads that each holder has to agree, and a clerk sees where the claimant is written to', async ({
  server: { context },
  openAs,
}) => {
  const mother = await makeUser(context, { fullName: 'Lim Siew Lan' })
  const { number, rightID, bookingID } = await makeRight(context, mother)
  await addHolder(context, rightID, 'Tan Ah Kow')
  const clerk = await openAs('staff')
  await clerk.goto(`/rights/${number}`)
  await clerk.getByRole('button', { name: 'Record a claim' }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByLabel('A living holder hands over').check()
  await dialog.getByLabel('Tan Ah Kow').check()
  await dialog.getByLabel('Who asks').fill('Tan Mei')
  await dialog.getByLabel('Email address').fill('mei@test.example')
  await dialog.getByLabel('Papers seen').fill('A letter that he has signed.')
  await dialog.getByRole('button', { name: 'Record and write to the holders' }).click()
  await expect(clerk.getByRole('button', { name: 'Lim Siew Lan agrees' })).toBeVisible()
  await expect(clerk.getByText('mei@test.example')).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'right with a transfer')
  const family = await openAs(mother)
  await family.goto(`/my-bookings/${bookingID}`)
  await expect(family.getByText('Every holder has to agree, at our counter or by letter')).toBeVisible()
  await expect(family.getByText('please tell us at our counter or by letter')).toBeVisible()
  await takePictures(family, 'transfer on the page of a person')
})

ownTest(
  'a family without any email address: a clerk prints and posts the letter about a claim at the counter, and it is decided once the days are over',
  async ({ server: { context }, openAs }) => {
    const bookingID = await makeImportedBooking(context)
    await context.db.update(registerEntries).set({ holderEmail: '' }).where(eq(registerEntries.bookingID, bookingID))
    const { number, rightID } = await rightOf(context, bookingID)
    await addHolder(context, rightID, 'Ng Siew Eng', '1 Hill Street')
    const clerk = await openAs('staff')
    await clerk.goto(`/rights/${number}`)
    await clerk.getByRole('button', { name: 'Record a claim' }).click()
    const dialog = clerk.getByRole('dialog')
    await dialog.getByLabel('A holder has died').check()
    await dialog.getByLabel('Ng Boon Teck').check()
    await dialog.getByLabel('Who asks').fill('Ng Mei')
    await dialog.getByLabel(/^Address/).fill('2 Hill Street')
    await dialog.getByLabel('Papers seen').fill('Death certificate and will.')
    await dialog.getByRole('button', { name: 'Record and write to the holders' }).click()
    await expect(clerk.getByText('Written to: 1 to be posted.')).toBeVisible()
    await expect(clerk.getByRole('button', { name: 'Pass the right on to Ng Mei' })).toBeDisabled()

    await clerk.goto('/letters-to-post')
    const letter = clerk.locator('[data-sheet]')
    await expect(letter).toHaveCount(1)
    await clerk.emulateMedia({ media: 'print' })
    for (const words of ['To Ng Siew Eng', '1 Hill Street', 'Ng Mei asks to follow Ng Boon Teck', 'If you object'])
      await expect(letter.getByText(words).first()).toBeVisible()
    await clerk.emulateMedia({ media: 'screen' })
    await clerk.getByRole('button', { name: 'Record as posted' }).click()
    await expect(dialog.getByText('The audit log, which admins read, says who recorded it.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Record as posted' }).click()
    await expect(clerk.getByText('No letter waits to be posted.')).toBeVisible()
    await clerk.goto(`/rights/${number}`)
    await expect(clerk.getByText('Written to: 1 by post.')).toBeVisible()
    await expect(clerk.getByRole('button', { name: 'Pass the right on to Ng Mei' })).toBeDisabled()

    await waitToDecide(context, rightID)
    await clerk.reload()
    await clerk.getByRole('button', { name: 'Pass the right on to Ng Mei' }).click()
    await dialog.getByLabel('Reason').fill('The will names her.')
    await dialog.getByRole('button', { name: 'Decide' }).click()
    const holders = clerk.getByRole('table', { name: 'Holders' })
    await expect(holders).toContainText('Ng Mei')
    await expect(holders).not.toContainText('Ng Boon Teck')
    await clerk.goto('/letters-to-post')
    await expect(letter.getByText('To Ng Mei')).toBeVisible()
    await expect(letter.getByText('To Ng Siew Eng')).toBeVisible()
  },
)
