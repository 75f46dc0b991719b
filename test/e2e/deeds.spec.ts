import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { settleMovedElsewhere } from '#server/bookings/public.ts'
import { rights } from '#server/database/schema.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { makeUser } from '#test/factories.ts'
import { accessibilityViolations } from './axe.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

test('a family prints the deed of its right on one sheet of A4, and a stranger who scans it reads number, niche, state and a masked name', async ({
  page: stranger,
  server: { context },
  openAs,
}) => {
  const owner = await makeUser(context, { fullName: 'Tan Ah Kow 陳亞九' })
  const { bookingID, nicheID } = await makeApproved(context, owner)
  while (await settleMovedElsewhere(context));
  const family = await openAs(owner)
  await family.goto(`/my-bookings/${bookingID}`)
  await family.getByRole('link', { name: 'Deed of the right to the niche' }).click()
  const deed = family.getByRole('article')
  await expect(deed).toContainText('holds the right to niche')
  await expect(deed.locator('[lang=zh]')).toHaveText('陳亞九')
  await expect(deed).toContainText('without an end')
  await expect(deed.getByRole('img', { name: 'QR code that verifies this deed' })).toBeVisible()
  await lookAt(family, 'paper deed')
  const pdf = (await family.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(pdf).toMatch(/\/MediaBox \[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/)
  await takePictures(family, 'deed')

  const address = (await deed.getByRole('link').getAttribute('href')) ?? ''
  const answer = await stranger.goto(address)
  expect(answer?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
  const main = stranger.getByRole('main')
  await expect(main.getByText('This deed is genuine and applies')).toBeVisible()
  await expect(main).toContainText('T*** A*** K*** 陳***')
  await expect(main).not.toContainText('Tan Ah Kow')
  expect(await accessibilityViolations(stranger)).toEqual([])
  await takePictures(stranger, 'verify-deed')

  const ended = { state: 'ended', basis: 'fixedDay', endsOn: '2020-02-29' } as const
  await context.db.update(rights).set(ended).where(eq(rights.nicheID, nicheID))
  await family.reload()
  await expect(deed).toContainText('Its term has ended; please speak to us.')
  await expect(deed).toContainText('until 29 Feb 2020')
  const pages = (await family.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/g)
  expect(pages).toHaveLength(1)
  await stranger.reload()
  await expect(main.getByText('The term of this deed has ended')).toBeVisible()

  await context.db.update(rights).set({ state: 'surrendered' }).where(eq(rights.nicheID, nicheID))
  await stranger.reload()
  await expect(main.getByText('This deed no longer applies')).toBeVisible()
  await family.reload()
  await expect(family.getByText('There is no deed with this number')).toBeVisible()
  await stranger.goto('/deed/7K2M-9QX4-TR5W-0A1B')
  await expect(main.getByText('No deed has this code')).toBeVisible()
})
