import { expect, type Page } from '@playwright/test'
import { and, eq, isNotNull } from 'drizzle-orm'
import { homePathByRole } from '#contract/pages.ts'
import { formatPartialDate } from '#contract/registers/partial-date.ts'
import { beneficiaries, blocks, bookings, nicheLocations, urnNow, urns } from '#server/database/schema.ts'
import { applicantFields } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { blocksPerHall, halls, makeOldHouse } from '#test/old-house.ts'
import { countEffort, type Effort, takeEffort } from './count-effort.ts'
import { sendApplication } from './counter-bookings.ts'
import { hallNamed } from './halls-page.ts'
import { test as demoTest } from './own-admin.ts'
import type { OwnServer } from './own-server.ts'
import { ownServerWith } from './own-server-test.ts'
import { selectBlock } from './select-block.ts'
import { inviteStaff } from './set-up-house.ts'
import { confirm, enterCollector, isRecorded, scan, seeTogether, waitsForSecond } from './urn-steps.ts'

/** The demo asks nobody whether the house is ready. */
const test = demoTest.extend({ server: ownServerWith({ mode: 'production' }) })

const house = makeOldHouse()
const [hall = ''] = halls

test('a house of forty years moves in: its spreadsheet, its walls, the first sale, a stock-take, and one release', async ({
  server,
  admin,
  openAs,
}) => {
  test.setTimeout(600_000)
  await server.context.db.update(blocks).set({ isDraft: true })
  await countEffort(admin)
  const steps = await importSpreadsheet(admin)
  await openHall(admin, steps)
  await confirmAsSecond(await openAs(await makeUser(server.context, { role: 'admin' })))
  expect(steps).toEqual({
    import: { taps: 12, fields: 0 },
    wall: { taps: 4, fields: 0 },
    clerk: { taps: 4, fields: 1 },
    hours: { taps: 9, fields: 0 },
    publish: { taps: 3, fields: 0 },
  })

  const person = await makeUser(server.context)
  const family = await openAs(person)
  await family.goto('/explore')
  await selectBlock(family, hall, '1', 'A')
  await expect(family.getByRole('row').first().getByRole('gridcell').first()).toHaveAccessibleName(/^20-1,/)
  const free = family.getByRole('gridcell', { name: /, available,/ }).first()
  const nicheID = (await free.getAttribute('data-niche')) ?? ''
  await expect(free).toHaveAccessibleName(/SGD 3,800\.00/)
  const clerk = await openAs('staff')
  expect((await sendApplication(clerk.request, nicheID, 'PreOrder', applicantFields(person))).ok()).toBe(true)

  await countEffort(clerk)
  await countFirstBlock(clerk, admin)
  for (const [from, to] of house.moved) {
    await expect(admin.locator('tr').filter({ hasText: from })).toContainText('No urn')
    await expect(admin.locator('tr').filter({ hasText: to })).toContainText('An urn without a readable tag')
  }
  await releaseOldUrn(server, clerk, admin)
})

async function importSpreadsheet(admin: Page) {
  await admin.goto('/registers')
  const file = { name: 'the old book.csv', mimeType: 'text/csv', buffer: Buffer.from(house.spreadsheet) }
  await admin.getByLabel('File', { exact: true }).setInputFiles(file)
  const next = (step: string) => admin.getByRole('button', { name: `Next: ${step}` }).click()
  for (const step of ['Columns', 'Values']) await next(step)
  /** Second lines that only name another holder. */
  await admin.getByLabel('They are living').check()
  for (const step of ['Walls', 'Totals']) await next(step)

  const outcome = admin.getByRole('main').getByRole('status')
  await expect(outcome).toContainText(`${house.wrongDates + house.wrongNumbers} problems`)
  await expect(admin.getByText(`${house.repeated} rows are there twice`)).toBeVisible()
  const tidied = admin.getByRole('table', { name: 'What we tidied' })
  await expect(tidied.getByText('0 becomes nothing').first()).toBeVisible()
  const kinds = admin.getByRole('table', { name: 'Problems by kind' })
  /** Two kinds of wrong dates, and one of wrong numbers. */
  for (const column of ['Date of death', 'Date of death', 'Tel'])
    await kinds.getByRole('row').filter({ hasText: column }).first().getByLabel('Not recorded').click()
  await expect(outcome).toContainText('No problems.')
  await expect(admin.getByLabel('Urns in the old book')).toHaveAccessibleDescription(
    new RegExp(`The file makes ${house.urns.toLocaleString('en')}`),
  )
  await next('Import')
  await admin.getByRole('button', { name: 'Import', exact: true }).click()
  const people = (house.urns - house.unnamed + house.twoHolders).toLocaleString('en')
  await expect(outcome).toContainText(`Imported: ${house.niches.toLocaleString('en')} niches, ${people} people.`, {
    timeout: 120_000,
  })
  return { import: await takeEffort(admin) } as Record<string, Effort>
}

/** Compares a wall, which is numbered from the right, enters hours, invites a clerk and opens the house with the hall. */
async function openHall(admin: Page, steps: Record<string, Effort>) {
  await admin.goto('/halls')
  const niches = { name: 'Prices and niches of block A on level 1' }
  await hallNamed(admin, hall).getByRole('link', niches).click()
  await admin.getByLabel('Lowest column').selectOption('right')
  await admin.getByRole('button', { name: 'Save the numbering' }).click()
  await expect(admin.getByText('The numbering has been saved.')).toBeVisible()
  steps.wall = await takeEffort(admin)
  await admin.goto('/user-management')
  await inviteStaff(admin, 'new.clerk@old-house.example', 'staff')
  steps.clerk = await takeEffort(admin)
  await admin.goto('/halls')
  const dialog = admin.getByRole('dialog')
  const publish = admin.getByRole('button', { name: `Publish ${blocksPerHall} imported blocks of ${hall}` })
  await publish.click()
  await expect(dialog).toContainText('The house cannot be opened yet')
  await expect(dialog).toContainText('Please first finish what is missing: Placement hours.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The house cannot be opened yet.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await takeEffort(admin)
  for (const each of halls) {
    await admin.getByRole('button', { name: `Placement hours of ${each}` }).click()
    await dialog.getByRole('button', { name: 'Copy those of Tembusu Hall' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }
  steps.hours = await takeEffort(admin)
  await publish.click()
  await dialog.getByLabel('Open the house').check()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(admin.getByText('Another admin can confirm it on their dashboard')).toBeVisible()
  steps.publish = await takeEffort(admin)
}

/** Blocks with urns of a register are published by two. */
async function confirmAsSecond(page: Page) {
  await page.goto(homePathByRole.admin)
  await page.getByRole('button', { name: /^Confirm: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Confirmed, and done.')).toBeVisible()
}

/** Two phones: three urns stand in another niche than the book says. */
async function countFirstBlock(...people: readonly [Page, Page]) {
  for (const page of people) {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/stock-take')
    await takeEffort(page)
    await page.getByLabel('Block').selectOption({ label: `${hall}, level 1, block A` })
    await page.getByRole('button', { name: 'Count this block' }).click()
    for (const [from] of house.moved)
      await page
        .getByRole('group', { name: `Niche ${from}` })
        .getByRole('button', { name: 'Missing' })
        .click()
    for (const left of [19, 19, 19, 2])
      await page
        .getByRole('button', { name: `I looked at each: ${left} as listed` })
        .first()
        .click()
    for (const [, to] of house.moved) {
      await page.getByLabel('Niche code').fill(to)
      await page.getByRole('button', { name: 'Record this urn' }).click()
      await expect(page.getByRole('button', { name: `Take back ${to}` })).toBeVisible()
    }
    await page.getByRole('button', { name: 'Finish my count' }).click()
    expect(await takeEffort(page)).toEqual({ taps: 14, fields: 3 })
  }
}

/** Two people see an urn that nobody has counted, and take it out; somebody with papers collects it. The book knows when its person was born and died. */
async function releaseOldUrn({ context }: OwnServer, ...pages: readonly [Page, Page]) {
  const [found] = await context.db
    .select({ tag: urns.tag, nicheCode: nicheLocations.nicheCode, beneficiary: beneficiaries })
    .from(urns)
    .innerJoin(urnNow, and(eq(urnNow.tag, urns.tag), eq(urnNow.event, 'enter')))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, bookings.nicheID))
    .where(
      and(eq(nicheLocations.buildingName, hall), isNotNull(beneficiaries.dateOfDeath), isNotNull(beneficiaries.bornIn)),
    )
    .limit(1)
  if (!found) throw new Error('The old house has no urn with a day of death')
  const { beneficiaryName, dateOfDeath } = found.beneficiary
  await seeTogether(pages, found)
  for (const move of ['takeOut', 'release'] as const)
    for (const [index, page] of pages.entries()) {
      await scan(page, found, move)
      if (move === 'release' && index === 0) await enterCollector(page, 'The holder is here')
      await page.getByRole('radio', { name: beneficiaryName, exact: true }).check()
      await page.getByRole('radio', { name: 'Date of death' }).check()
      await page.getByRole('radio', { name: formatPartialDate(dateOfDeath ?? ''), exact: true }).check()
      await confirm(page)
      await (index === 0 ? waitsForSecond(page) : isRecorded(page))
    }
}
