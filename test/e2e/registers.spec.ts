import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { createMailTransport } from '#server/mail/transport.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { makeUser } from '#test/factories.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import { mailedCode } from './letters.ts'
import { test } from './own-admin.ts'
import type { OwnServer } from './own-server.ts'
import { takePictures } from './take-picture.ts'

const header = 'building,level,block,code,column,row,price,status\n'
const nicheText = `${header}St Anne,1,E,SA-1,1,1,1200,Occupied\nSt Anne,1,E,SA-2,2,1,1200,Available\n`
const peopleText = 'code,holder_name,holder_contact,born\nSA-1,Ng Siew Lan,9333 4567,1932\n'

const file = (content: string | Buffer, name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
/** While a list is loaded, its placeholder is a status too. */
const outcome = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasNotText: /^Loading/ })
const niches = (page: Page) => page.getByLabel('Niches')
const people = (page: Page) => page.getByLabel('People (optional)')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pastImports = (page: Page) => page.getByRole('table', { name: 'Past imports' }).getByRole('row')

async function chooseBoth(page: Page) {
  await niches(page).setInputFiles(file(nicheText, 'niches.csv'))
  await people(page).setInputFiles(file(peopleText, 'people.csv'))
}

async function download(page: Page, name: string) {
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return { name: saved.suggestedFilename(), content: readFileSync(await saved.path()) }
}

test('a check shows each problem by row, column and value, and all of them as CSV; nothing is imported, and the register is downloaded as a ZIP file with both files', async ({
  admin,
}) => {
  await admin.goto('/admin-dashboard')
  await admin.getByRole('link', { name: 'Registers' }).click()
  await expect(admin.getByText('Nothing was imported yet.')).toBeVisible()
  await button(admin, 'Check').click()
  await expect(niches(admin)).toHaveAccessibleDescription(/Please choose the file of niches\./)

  await niches(admin).setInputFiles(file('PK\u0003\u0004', 'register.xlsx'))
  await button(admin, 'Check').click()
  await expect(admin.getByText('This is an Excel workbook.')).toBeVisible()

  const wrong = Array.from({ length: 120 }, (_, at) => `St Anne,1,E,SA-${at},${at + 1},1,=2*600,Occupied`)
  await niches(admin).setInputFiles(file(header + wrong.join('\n'), 'niches.csv'))
  await expect(admin.getByText('This is an Excel workbook.')).toHaveCount(0)
  await button(admin, 'Check').click()
  await expect(outcome(admin)).toContainText('120 problems')
  const problems = admin.getByRole('table', { name: 'Problems in the files' }).getByRole('row')
  await expect(problems).toHaveCount(101)
  await expect(problems.nth(1)).toContainText('niches2price=2*600Price must be an amount')
  await expect(button(admin, 'Import')).toHaveCount(0)
  expect(await accessibilityViolations(admin)).toEqual([])

  const { name, content } = await download(admin, 'Download all problems (CSV)')
  expect(name).toBe('register-problems.csv')
  expect(content.toString().trimEnd().split('\r\n')).toHaveLength(121)
  expect(content.toString()).toContain("niches,121,price,'=2*600,")

  const register = await download(admin, 'Download register (ZIP)')
  expect(register.name).toMatch(/^columba-register-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(register.content)
  expect(Object.keys(files)).toEqual(['niches.csv', 'people.csv'])
  expect(strFromU8(files['niches.csv'] ?? new Uint8Array())).toContain('\r\nTembusu Hall,1,A,TH-1A-01-01,')
})

test('a corrected spreadsheet with the same name and as many rows replaces the one before; problems name its rows, also in their sentences', async ({
  admin,
}) => {
  await admin.goto('/registers')
  const check = async (...rows: string[]) => {
    await admin.getByLabel('Spreadsheet').setInputFiles(file(rows.join('\n'), 'book.csv'))
    await button(admin, 'Use this spreadsheet').click()
    await button(admin, 'Check').click()
  }
  const columns = 'Niche,Hall,Level,Block,Column,Row,Fee,Name,Date of death'
  await check(columns, 'SA-1,St Anne,1,E,1,1,1200,Ng Ah Kow,31/2/1988')
  await expect(outcome(admin)).toContainText('1 problem')
  await check(columns, 'SA-1,St Anne,1,E,1,1,1200,Ng Ah Kow,28/2/1988')
  await expect(outcome(admin)).toContainText('No problems. New: 1 niche, 1 person.')

  const lines = ['Parish of St Anne', 'Niche,Hall,Level,Block,Column,Row,Fee,Owner']
  await check(...lines, 'SA-1,St Anne,1,E,1,1,1200,Ng Siew Lan', 'SA-1,St Anne,1,E,1,1,1200,Lim Bee')
  await expect(outcome(admin)).toContainText('1 problem')
  const problems = admin.getByRole('table', { name: 'Problems in the files' }).getByRole('row')
  await expect(problems.nth(1)).toHaveText('people4codeSA-1This niche already has a person in row 3.')
})

test('by keyboard: an admin checks and imports a register, imports it again without effect, and undoes it', async ({
  admin,
}) => {
  await admin.goto('/registers')
  await chooseBoth(admin)
  await people(admin).focus()
  await admin.keyboard.press('Tab')
  await expect(button(admin, 'Check')).toBeFocused()
  await admin.keyboard.press('Enter')
  await expect(outcome(admin)).toContainText(
    'No problems. New: 2 niches, 1 person. Already in Columba: 0 niches, 0 people.',
  )
  expect(await accessibilityViolations(admin)).toEqual([])
  await expect(button(admin, 'Check')).toBeFocused()
  await admin.keyboard.press('Tab')
  await expect(button(admin, 'Import')).toBeFocused()
  await admin.keyboard.press('Enter')
  await expect(outcome(admin)).toContainText('Imported: 2 niches, 1 person.')
  await expect(outcome(admin).locator(':focus')).toBeVisible()
  await expect(pastImports(admin)).toHaveCount(2)

  await button(admin, 'Check').click()
  await expect(outcome(admin)).toContainText('Importing them again changes nothing.')
  await expect(button(admin, 'Import')).toHaveCount(0)

  await admin.getByRole('button', { name: 'Undo the import' }).focus()
  await admin.keyboard.press('Enter')
  const dialog = admin.getByRole('dialog')
  await expect(dialog).toContainText('What it added is removed: 2 niches, 1 person.')
  expect(await accessibilityViolations(admin)).toEqual([])
  await dialog.getByRole('button', { name: 'Undo import' }).focus()
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('Removed: 2 niches, 1 person.', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(pastImports(admin).nth(1)).toContainText('Undone ')
})

test('an import shows its progress, and one that is stopped imports nothing', async ({ admin, server }) => {
  await admin.goto('/registers')
  await chooseBoth(admin)
  await button(admin, 'Check').click()
  await expect(outcome(admin)).toContainText('No problems.')
  const release = await holdImports(server)
  await button(admin, 'Import').click()
  await expect(admin.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
  await expect(admin.getByText('Please keep this page open.')).toBeVisible()
  release()
  await expect(outcome(admin)).toContainText('Imported: 2 niches, 1 person.')
  await expect(admin.getByRole('progressbar')).toHaveCount(0)

  await niches(admin).setInputFiles(file(nicheText.replaceAll('SA-', 'SB-').replaceAll(',E,', ',F,'), 'niches.csv'))
  await people(admin).setInputFiles([])
  await button(admin, 'Check').click()
  await expect(outcome(admin)).toContainText('No problems. New: 2 niches, 0 people.')
  const elsewhere = nicheText.replaceAll('SA-', 'SC-').replaceAll(',E,', ',G,')
  await importRegister(server.context, registerFilesOf({ niches: elsewhere }), silent)
  const releaseAgain = await holdImports(server)
  await button(admin, 'Import').click()
  await expect(admin.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
  await button(admin, 'Stop').click()
  await expect(admin.getByText('Stopped. Nothing was imported.')).toBeVisible()
  releaseAgain()
  await expect(pastImports(admin)).toHaveCount(3)
  await admin.reload()
  await expect(pastImports(admin)).toHaveCount(3)
})

test('what a register does not say is shown as not recorded; a clerk links the booking, its family sees it, and the import cannot be undone', async ({
  server,
  admin,
  openAs,
}) => {
  await importRegister(server.context, registerFilesOf({ niches: nicheText, people: peopleText }), silent)
  const clerk = await openAs('staff')
  await clerk.goto('/search-booking?query=93334567')
  const card = clerk.getByRole('listitem').filter({ hasText: 'Ng Siew Lan' })
  await expect(card).toContainText('BeneficiaryNot recorded')
  await expect(card).toContainText('PaymentNot recorded')
  await clerk.getByRole('link', { name: 'Open booking' }).click()
  const facts = clerk.getByRole('main')
  for (const text of ['NameNot recorded', 'Date of birth1932', 'Date of deathNot recorded', 'EmailNot recorded'])
    await expect(facts).toContainText(text)
  expect(await accessibilityViolations(clerk)).toEqual([])

  const person = await makeUser(server.context)
  const family = await openAs(person)
  await clerk.getByRole('button', { name: 'Link to an account' }).click()
  const dialog = clerk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(dialog.getByText('Please say which papers you have seen.')).toBeVisible()
  const code = dialog.getByLabel('Code from the letter')
  await expect(code).toHaveAccessibleDescription(/Please enter the six digits from the letter./)
  await code.fill('000000')
  await dialog.getByLabel('Papers you have seen').fill('NRIC and the deed of 1998')
  await dialog.getByLabel('NRIC of the holder').fill('S0000000A')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(dialog.getByText('No user found with this NRIC.')).toBeVisible()
  await dialog.getByLabel('NRIC of the holder').fill(person.nric)
  const comparison = dialog.getByRole('table', { name: 'Register and account' })
  await expect(comparison.getByRole('row').nth(1)).toHaveText('NameNg Siew LanTan Mei LingNo')
  await takePictures(clerk, 'link before the code')
  await button(clerk, 'Send the code').click()
  await expect(dialog).toContainText('It works for 30 minutes.')
  for (const width of [1280, 390, 320]) {
    await clerk.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(clerk), `content within ${width} px`).toEqual([])
  }
  expect(await accessibilityViolations(clerk)).toEqual([])
  await expect(dialog).toContainText('No clerk has seen the NRIC card of this account yet')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  const seen = dialog.getByLabel('I have seen the NRIC card with this number')
  await expect(seen).toHaveAccessibleDescription(/Nobody has seen the NRIC card of this person/)
  await seen.check()
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(code).toHaveAccessibleDescription(/This is not the code in the letter./)
  await takePictures(clerk, 'link wrong code')
  /** The code stays open when the page is loaded again. */
  await clerk.reload()
  await button(clerk, 'Link to an account').click()
  await dialog.getByLabel('NRIC of the holder').fill(person.nric)
  await expect(button(clerk, 'Send another code')).toBeVisible()
  await sendDueLetters(server.context, createMailTransport(server.context.config))
  await code.fill(await mailedCode(clerk, person.email))
  await seen.check()
  await dialog.getByLabel('Papers you have seen').fill('NRIC and the deed of 1998')
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(facts).toContainText('Linked after seeing: NRIC and the deed of 1998')

  await family.goto('/my-bookings')
  const booking = family.getByRole('listitem').filter({ hasText: 'Not recorded' })
  await expect(booking).toContainText('St Anne')
  await expect(booking.getByRole('button', { name: 'Payment Info' })).toHaveCount(0)
  await booking.getByRole('button', { name: 'View Details' }).click()
  await expect(family.getByRole('dialog')).toContainText('Date of birth1932')
  await expect(family.getByRole('dialog')).toContainText('Date of deathNot recorded')

  await admin.goto('/registers')
  await expect(pastImports(admin).nth(1)).toContainText('Command')
  await admin.getByRole('button', { name: 'Undo the import' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(
    admin.getByText(/This import cannot be undone any more\. Booking B-\S+ of this import was/),
  ).toBeVisible()

  await clerk.getByRole('button', { name: 'Take it back from the account' }).click()
  await dialog.getByLabel('Reason').fill('Another Mdm Ng')
  await dialog.getByRole('button', { name: 'Take it back' }).click()
  await expect(facts).toContainText('Not linked')
  await family.reload()
  await expect(family.getByText('St Anne')).toHaveCount(0)
})

/** Imports wait until it is released. */
async function holdImports({ context }: OwnServer): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await new Promise<void>((started) => {
    void context.db.transaction(async (db) => {
      await db.execute(sql`lock table register_imports in exclusive mode`)
      started()
      await released
    })
  })
  return release
}

const silent = { report: () => undefined }

test('an operator matches the columns of a spreadsheet, checks what comes of it and imports it', async ({ admin }) => {
  await admin.goto('/registers')
  const template = await download(admin, 'Template of niches (CSV)')
  expect([template.name, template.content.toString().split(',')[0]]).toEqual(['niches.csv', 'building'])
  const rows = [
    'Niche No;Name of deceased;Owner;Date of death;Hall;Plot colour;YOB;Birth month',
    'SP-1A-01-01;Tan Ah Kow;Tan Mei Ling;7/6/2019;Spruce Hall;red;1932;May',
    'SP-1A-01-01;Lim Mui;Tan Mei Ling;;Spruce Hall;red;;',
    'SP-1A-02-01;;;;Spruce Hall;red;;',
  ]
  await admin.getByLabel('Spreadsheet').setInputFiles(file(rows.join('\n'), 'old book.csv'))
  await expect(admin.getByText('old book.csv has 3 rows.')).toBeVisible()
  await expect(admin.getByLabel('Building')).toHaveValue('column Hall')
  await admin.getByLabel('Price', { exact: true }).selectOption('The same for every row')
  await admin.getByLabel('Price of every row').fill('3800')
  await admin.getByLabel('Pattern of the codes').fill('{hall}-{level}{block}-{column}-{row}')
  await admin.getByText('More columns of the register').click()
  await admin.getByLabel('Born', { exact: true }).selectOption('Year, month and day in columns of their own')
  await admin.getByLabel('Born: year').selectOption('YOB')
  await admin.getByLabel('Born: month').selectOption('Birth month')
  await expect(admin.getByText('May 1932 becomes 1932-05')).toBeVisible()
  const first = admin.getByRole('table', { name: 'The first niches' }).getByRole('row')
  await expect(first.nth(1)).toContainText('Spruce Hall, level 1, block A')
  await expect(first.nth(1)).toContainText('Tan Ah Kow, Lim Mui')
  await expect(admin.getByText('7/6/2019 becomes 2019-06-07')).toBeVisible()
  await expect(admin.getByText('SP-1A-01-01: more people than places.')).toBeVisible()
  for (const width of [1280, 768, 390, 320]) {
    await admin.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(admin), `content within ${width} px`).toEqual([])
  }
  expect(await accessibilityViolations(admin)).toEqual([])
  await button(admin, 'Use this spreadsheet').click()
  await expect(admin.getByText('old book.csv: 2 niches, 2 people.')).toBeVisible()
  await button(admin, 'Check').click()
  await expect(outcome(admin)).toContainText('No problems. New: 2 niches, 2 people.')
  await button(admin, 'Import').click()
  await expect(outcome(admin)).toContainText('Imported: 2 niches, 2 people.')

  await admin.reload()
  await admin.getByLabel('Spreadsheet').setInputFiles(file(rows.join('\n'), 'old book.csv'))
  await expect(admin.getByLabel('Price of every row')).toHaveValue('3800')
  await admin.getByLabel('Spreadsheet').setInputFiles(file('%PDF-1.7', 'scan.pdf'))
  await expect(admin.getByLabel('Spreadsheet')).toHaveAccessibleDescription(/no rows below its header/)
})

test('imported blocks stay drafts until an admin has compared the walls, copied the hours and published them', async ({
  admin,
  page: visitor,
}) => {
  const line = (block: string) => `St Clare,1,${block},SC-${block},1,1,1200,Available\n`
  await admin.goto('/registers')
  await niches(admin).setInputFiles(file(`${header}${line('G')}${line('H')}`, 'niches.csv'))
  await button(admin, 'Check').click()
  await expect(outcome(admin)).toContainText('No problems.')
  await button(admin, 'Import').click()
  await outcome(admin).getByRole('link', { name: 'Halls' }).click()

  const hall = admin.getByRole('heading', { name: 'St Clare' }).locator('..')
  await expect(hall.getByText('There are no placement hours yet')).toBeVisible()
  await expect(hall.getByRole('cell', { name: 'Not published' })).toHaveCount(2)
  await admin.getByRole('button', { name: 'Publish 2 imported blocks of St Clare' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog).toContainText('St Clare has no placement hours yet')
  expect(await accessibilityViolations(admin)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await admin.getByRole('button', { name: 'Placement hours of St Clare' }).click()
  await dialog.getByRole('button', { name: 'Copy those of Tembusu Hall' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(hall.getByText('There are no placement hours yet')).toHaveCount(0)

  await visitor.goto('/explore')
  const buildings = visitor.getByLabel('Building')
  await expect(buildings.getByRole('option', { name: 'Tembusu Hall' })).toBeAttached()
  await expect(buildings.getByRole('option', { name: 'St Clare' })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Publish block G' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(admin.getByText('1 niche has been published.')).toBeVisible()
  await expect(hall.getByRole('cell', { name: 'Not published' })).toHaveCount(1)
  for (const width of [1280, 1000, 768, 390, 320]) {
    await admin.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(admin), `content within ${width} px`).toEqual([])
  }
  await visitor.reload()
  await expect(buildings.getByRole('option', { name: 'St Clare' })).toBeAttached()
})

test('rows with problems are left out when the operator says so, and stay in a list to work off', async ({ admin }) => {
  const line = (number: number, price: string) => `St Jude,1,J,SJ-${number},${number},1,${price},Available\n`
  await admin.goto('/registers')
  await niches(admin).setInputFiles(file(`${header}${line(1, '1200')}${line(2, 'dear')}`, 'niches.csv'))
  await button(admin, 'Check').click()
  await expect(outcome(admin)).toContainText('1 problem')
  await expect(outcome(admin)).toContainText('or import the other rows first: 1 niche, 0 people.')
  for (const width of [1280, 390, 320]) {
    await admin.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(admin), `content within ${width} px`).toEqual([])
  }
  await button(admin, 'Import the other rows').click()
  await expect(outcome(admin)).toContainText('Imported: 1 niche, 0 people.')
  await expect(outcome(admin)).toContainText('Rows with problems were left out.')
  expect(await accessibilityViolations(admin)).toEqual([])
  const { content } = await download(admin, 'Download all problems (CSV)')
  expect(content.toString()).toContain('niches,3,price,dear,')

  await niches(admin).setInputFiles(file(`${header}${line(1, '1200')}${line(2, '1300')}`, 'niches.csv'))
  await button(admin, 'Check').click()
  await expect(outcome(admin)).toContainText('New: 1 niche, 0 people. Already in Columba: 1 niche, 0 people.')
})
