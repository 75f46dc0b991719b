import { expect } from '@playwright/test'
import { hashToken } from '#server/core/link-token.ts'
import { remembrances } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

/** The 1st day of the leap 2nd lunar month is 22 March 2023. */
const inLeapMonth = '2023-04-10'

test('a family asks to be reminded of an anniversary by the lunar calendar, and ends it with one press', async ({
  server,
  openAs,
}) => {
  const holder = await makeUser(server.context)
  const name = 'Tan Ah Kow 陳亞九'
  const { bookingID } = await makeRestingPerson(server.context, { name, dateOfDeath: inLeapMonth, holder })
  const family = await openAs(holder)
  await family.goto(`/my-bookings/${bookingID}`)
  await family.getByRole('button', { name: 'Remind me' }).click()
  const dialog = family.getByRole('dialog', { name: 'Remind me of the anniversary' })
  await expect(dialog.getByRole('radio', { name: 'Solar', exact: true })).toBeChecked()
  await expect(dialog.getByText('The death was in a leap month')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Lunar', exact: true }).check()
  await dialog.getByRole('radio', { name: 'In the leap month of years that have it' }).check()
  expect(await accessibilityViolations(family)).toEqual([])
  expect(await findAllOverflows(family)).toEqual([])
  await takePictures(family, 'remembrance-dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(family.getByText('We will write to you before the anniversary.')).toBeVisible()
  await expect(family.getByText(/The next letter is about .*, by the lunar calendar/)).toBeVisible()
  expect(await findAllOverflows(family)).toEqual([])
  await takePictures(family, 'remembrance-asked')

  await family.getByRole('button', { name: 'End the reminder' }).click()
  await expect(family.getByText('We do not remind you any more.')).toBeVisible()
  await expect(family.getByRole('button', { name: 'Remind me' })).toBeVisible()
})

test('opening the link in a reminder ends nothing, a press ends it, and a second one says that it has ended', async ({
  page,
  server,
}) => {
  const holder = await makeUser(server.context)
  const { bookingID } = await makeRestingPerson(server.context, {
    name: 'Lim Ah Moy',
    dateOfDeath: '2020-03-14',
    holder,
  })
  const choice = { calendar: 'solar', leapMonth: 'ordinary', shortMonth: 'earlier' } as const
  const asked = { askedBy: holder.userID, askedAt: server.context.clock(), lookOn: '2099-01-01' }
  const tokenHash = hashToken('a-token')
  await server.context.db.insert(remembrances).values({ bookingID, ...choice, ...asked, tokenHash })
  await page.goto('/end-reminder#a-token')
  const end = page.getByRole('button', { name: 'End the reminder' })
  await expect(end).toBeEnabled()
  expect(await server.context.db.select().from(remembrances)).toHaveLength(1)
  await end.click()
  await expect(page.getByText('The reminder has ended')).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await takePictures(page, 'end-reminder')
  await page.goto('/about')
  await page.goto('/end-reminder#a-token')
  await end.click()
  await expect(page.getByText('This reminder has ended already')).toBeVisible()
})
