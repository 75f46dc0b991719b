import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { formatDateTime } from '#contract/dates.ts'
import { toOpeningTime } from '#contract/halls/api.ts'
import { blocks } from '#server/database/schema.ts'
import { openDueBlocks } from '#server/halls/opening-times.ts'
import { accessibilityViolations } from './axe.ts'
import { certificate } from './booking-steps.ts'
import { hallNamed, openLine } from './halls-page.ts'
import { mapPath, placeOn, test } from './halls-server.ts'

const inHours = (hours: number) => toOpeningTime(new Date(Date.now() + hours * 3_600_000))
const shown = (opensAt: string) => formatDateTime(`${opensAt}:00+08:00`)

test('families see when a block opens, cannot book before, and see at once that it is open', async ({
  server: { context },
  halls,
  openAs,
}) => {
  const draft = await halls.addDraft()
  const [admin, family] = [await openAs('admin'), await openAs('user')]
  await admin.goto('/halls')
  const hall = hallNamed(admin, draft.buildingName)
  await hall.getByRole('button', { name: 'Publish block A' }).click()
  const publish = admin.getByRole('dialog', { name: 'Publish block A' })
  const opensAt = publish.getByLabel('Opens at')
  await opensAt.fill(inHours(-1))
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(opensAt).toHaveAccessibleDescription(/Please choose a time in the future\./)
  expect(await accessibilityViolations(admin)).toEqual([])
  const first = inHours(75)
  await opensAt.fill(first)
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(hall.getByRole('row', { name: /^A 6 0 0 0 0/ })).toContainText(shown(first))

  await family.goto(`/book-niche${mapPath({ ...draft, blockID: draft.draftID })}`)
  await expect(family.getByText(`This block opens on ${shown(first)}`)).toBeVisible()
  await expect(family.getByRole('timer')).toHaveText(/^3 days \d+ h$/)
  await placeOn(family, '2-1').click()
  await expect(placeOn(family, '2-1')).toHaveAttribute('aria-selected', 'false')
  expect(await accessibilityViolations(family)).toEqual([])

  await openLine(hall, 'A')
  await hall.getByRole('button', { name: 'Change the opening time of block A' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Opening time of block A' })
  await expect(dialog.getByLabel('Opens at')).toHaveValue(first)
  const sooner = inHours(5)
  await dialog.getByLabel('Opens at').fill(sooner)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(family.getByText(`This block opens on ${shown(sooner)}`)).toBeVisible()
  await expect(family.getByRole('timer')).toHaveText(/^4 h \d+ min$/)

  await context.db.update(blocks).set({ opensAt: new Date() }).where(eq(blocks.blockID, draft.draftID))
  await openDueBlocks(context)
  await expect(family.getByRole('status').getByText('This block is open now.')).toBeVisible()
  await placeOn(family, '2-1').click()
  await expect(placeOn(family, '2-1')).toHaveAttribute('aria-selected', 'true')
})

test('imported blocks that open at different times keep their times when they are published together', async ({
  server: { context },
  halls,
  openAs,
}) => {
  const opensAt = inHours(50)
  const { buildingName, levelID, blockID } = await halls.publish({}, opensAt)
  const other = await halls.publish()
  await context.db.update(blocks).set({ isDraft: true }).where(eq(blocks.blockID, blockID))
  const draftBeside = { isDraft: true, levelID, blockName: 'B' }
  await context.db.update(blocks).set(draftBeside).where(eq(blocks.blockID, other.blockID))
  const admin = await openAs('admin')
  await admin.goto('/halls')
  const hall = hallNamed(admin, buildingName)
  const row = (block: string) => hall.getByRole('row', { name: new RegExp(`^${block} 6`) })
  await expect(row('A')).toContainText(`Not published, opens ${shown(opensAt)}`)

  await admin.getByRole('button', { name: `Publish 2 imported blocks of ${buildingName}` }).click()
  const publish = admin.getByRole('dialog', { name: 'Publish 2 imported blocks' })
  await expect(publish.getByRole('listitem')).toHaveText([
    `Level 1, block A: ${shown(opensAt)}`,
    'Level 1, block B: once it is published',
  ])
  const keep = publish.getByLabel('Keep the opening time of each block')
  await keep.uncheck()
  await expect(publish.getByLabel('Opens at')).toBeVisible()
  await keep.check()
  await expect(publish.getByLabel('Opens at')).toHaveCount(0)
  expect(await accessibilityViolations(admin)).toEqual([])
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(row('B')).toContainText('Open')
  await expect(row('A')).toContainText(shown(opensAt))
  await expect(hall.getByText('Not published')).toHaveCount(0)
})

test('an application that is sent before the opening time is refused with that time', async ({ halls, openAs }) => {
  const opensAt = inHours(2)
  const place = await halls.publish({}, opensAt)
  const family = await openAs('user')
  const niches = await (await family.request.get(`/api/niche/niches/${place.blockID}`)).json()
  await family.goto(`/book-niche${mapPath(place)}&niche=${niches[0].nicheID}`)
  await family.getByLabel('Birth Certificate').setInputFiles(certificate())
  await family.getByRole('button', { name: 'Make Payment' }).click()
  await expect(
    family
      .getByRole('alert')
      .getByText(`This niche can be booked from ${shown(opensAt)}. Nothing that you wrote is lost.`),
  ).toBeVisible()
})

test('a visitor can choose a niche when the countdown is over, without a reload', async ({ halls, page }) => {
  const place = await halls.publish({}, inHours(1))
  await page.clock.install()
  await page.goto(`/explore${mapPath(place)}`)
  await expect(page.getByRole('timer')).toHaveText(/^5\d min|^1 h 0 min$/)
  await placeOn(page, '1-1').click()
  await expect(placeOn(page, '1-1')).toHaveAttribute('aria-selected', 'false')
  await page.clock.fastForward('01:00:00')
  await expect(page.getByText('This block is open now.')).toBeVisible()
  await placeOn(page, '1-1').click()
  await expect(placeOn(page, '1-1')).toHaveAttribute('aria-selected', 'true')
})
