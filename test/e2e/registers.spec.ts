import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { createMailTransport } from '#server/mail/transport.ts'
import { importRegister } from '#server/registers/import-register.ts'
import { makeUser } from '#test/factories.ts'
import { registerFilesOf } from '#test/register-files.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { accessibilityViolations, contrastViolations } from './axe.ts'
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
const fileField = (page: Page) => page.getByLabel('File', { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const next = (page: Page, step: string) => button(page, `Next: ${step}`).click()
const step = (page: Page, title: string) =>
  expect(page.getByRole('heading', { name: new RegExp(`^Step \\d of \\d: ${title}$`) })).toBeVisible()
const pastImports = (page: Page) => page.getByRole('table', { name: 'Past imports' }).getByRole('row')
const both = [file(nicheText, 'niches.csv'), file(peopleText, 'people.csv')]

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
  await fileField(admin).setInputFiles(file('PK\u0003\u0004', 'register.xlsx'))
  await expect(fileField(admin)).toHaveAccessibleDescription(/This file cannot be read/)

  const wrong = Array.from({ length: 120 }, (_, at) => `St Anne,1,E,SA-${at},${at + 1},1,=2*600,Occupied`)
  await fileField(admin).setInputFiles(file(header + wrong.join('\n'), 'niches.csv'))
  await step(admin, 'Totals')
  await expect(outcome(admin)).toContainText('120 problems')
  const problems = admin.getByRole('table', { name: 'Problems in the file' }).getByRole('row')
  await expect(problems).toHaveCount(101)
  await expect(problems.nth(1)).toContainText('2 of niches.csvprice=2*600Price must be an amount')
  expect(await accessibilityViolations(admin)).toEqual([])

  const { name, content } = await download(admin, 'Download all problems (CSV)')
  expect(name).toBe('register-problems.csv')
  expect(content.toString().trimEnd().split('\r\n')).toHaveLength(121)
  expect(content.toString()).toContain("niches,121,price,'=2*600,")
  await next(admin, 'Import')
  await expect(button(admin, 'Import')).toHaveCount(0)
  await expect(button(admin, 'Download register (ZIP)')).toHaveCount(0)
  await expect(admin.getByText('Nothing was imported yet.')).toHaveCount(0)

  await admin.goto('/registers')
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
    await fileField(admin).setInputFiles(file(rows.join('\n'), 'book.csv'))
    for (const title of ['Columns', 'Values', 'Walls', 'Totals']) await next(admin, title)
    await step(admin, 'Totals')
  }
  const columns = 'Niche,Hall,Level,Block,Column,Row,Fee,Name,Passed away'
  await check(columns, 'SA-1,St Anne,1,E,1,1,1200,Ng Ah Kow,31/2/1988')
  await expect(outcome(admin)).toContainText('1 problem')
  await expect(admin.getByRole('table', { name: 'Problems in the file' })).toContainText('Passed away')
  await admin.goto('/registers')
  await check(columns, 'SA-1,St Anne,1,E,1,1,1200,Ng Ah Kow,28/2/1988')
  await expect(outcome(admin)).toContainText('No problems. New: 1 niche, 1 person.')

  const lines = ['Parish of St Anne', 'Niche,Hall,Level,Block,Column,Row,Fee,Owner']
  await admin.goto('/registers')
  await check(...lines, 'SA-1,St Anne,1,E,1,1,1200,Ng Siew Lan', 'SA-1,St Anne,1,E,1,1,1200,Lim Bee')
  await expect(outcome(admin)).toContainText('1 problem')
  const problems = admin.getByRole('table', { name: 'Problems in the file' }).getByRole('row')
  await expect(problems.nth(1)).toHaveText('4 of book.csvNicheSA-1This niche already has a person in row 3.')
})

test('by keyboard: an admin checks and imports a register, imports it again without effect, and undoes it', async ({
  admin,
}) => {
  await admin.goto('/registers')
  await fileField(admin).setInputFiles(both)
  const checked = 'No problems. New: 2 niches, 1 person. Already in Columba: 0 niches, 0 people.'
  await expect(outcome(admin)).toContainText(checked)
  expect(await accessibilityViolations(admin)).toEqual([])
  await admin.getByLabel('Urns in the old book').fill('2')
  await expect(admin.getByLabel('Urns in the old book')).toHaveAccessibleDescription(/1 fewer than the book/)
  await button(admin, 'Next: Import').focus()
  await admin.keyboard.press('Enter')
  await step(admin, 'Import')
  await button(admin, 'Import').focus()
  await admin.keyboard.press('Enter')
  await expect(outcome(admin)).toContainText('Imported: 2 niches, 1 person.')
  await expect(outcome(admin).locator(':focus')).toBeVisible()
  await expect(pastImports(admin)).toHaveCount(2)

  await fileField(admin).setInputFiles(both)
  await expect(outcome(admin)).toContainText('Everything is in Columba already: 2 niches, 1 person.')
  await next(admin, 'Import')
  await expect(button(admin, 'Import')).toHaveCount(0)

  await admin.goto('/registers')
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
  const check = async (...files: ReturnType<typeof file>[]) => {
    await fileField(admin).setInputFiles(files)
    await expect(outcome(admin)).toContainText('No problems. New: 2 niches')
    await next(admin, 'Import')
  }
  await check(...both)
  const release = await holdImports(server)
  await button(admin, 'Import').click()
  await expect(admin.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
  await expect(admin.getByText('Please keep this page open.')).toBeVisible()
  release()
  await expect(outcome(admin)).toContainText('Imported: 2 niches, 1 person.')
  await expect(admin.getByRole('progressbar')).toHaveCount(0)

  await check(file(nicheText.replaceAll('SA-', 'SB-').replaceAll(',E,', ',F,'), 'niches.csv'))
  const elsewhere = nicheText.replaceAll('SA-', 'SC-').replaceAll(',E,', ',G,')
  await importRegister(server.context, registerFilesOf({ niches: elsewhere }), silent)
  const releaseAgain = await holdImports(server)
  await button(admin, 'Import').click()
  await expect(admin.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
  await button(admin, 'Stop').click()
  await expect(admin.getByText('Stopped. Nothing was imported.')).toBeVisible()
  releaseAgain()
  await button(admin, 'Check again').click()
  await expect(outcome(admin)).toContainText('No problems. New: 2 niches')
  await expect(button(admin, 'Import')).toBeVisible()
  await admin.goto('/registers')
  await expect(pastImports(admin)).toHaveCount(3)
})

test('a check that takes long can be stopped, and made again', async ({ admin, server }) => {
  await admin.goto('/registers')
  const wrong = [file(nicheText, 'niches.csv'), file(peopleText.replace('1932', '3014'), 'people.csv')]
  await fileField(admin).setInputFiles(wrong)
  await expect(outcome(admin)).toContainText('1 problem')
  const release = await holdImports(server)
  await admin.getByLabel('Not recorded').click()
  await expect(admin.getByRole('progressbar', { name: 'Checking' })).toBeVisible()
  await button(admin, 'Stop').click()
  await expect(admin.getByText('Stopped. Nothing was imported.')).toBeVisible()
  release()
  await button(admin, 'Check again').click()
  await expect(outcome(admin)).toContainText('No problems. New: 2 niches, 1 person.')
})

test('an admin who uses the keyboard answers the steps of an import from Sheets to Walls, and each new step has the focus', async ({
  admin,
}) => {
  await admin.goto('/registers')
  const rows = ['Niche,Hall,Level,Fee,Name,Colour', 'A-1,East,1,900,Tan Ah Kow,red', 'A-4,East,1,900,,']
  await fileField(admin).setInputFiles(file(rows.join('\n'), 'book.csv'))
  const nextStep = async (title: string) => {
    await button(admin, `Next: ${title}`).focus()
    await admin.keyboard.press('Enter')
    await expect(admin.getByRole('heading', { name: new RegExp(`^Step \\d of 7: ${title}$`) })).toBeFocused()
  }
  await step(admin, 'Sheets')
  const used = admin.getByLabel('Read this sheet')
  await used.focus()
  for (const isUsed of [false, true]) {
    await admin.keyboard.press('Space')
    await expect(used).toBeChecked({ checked: isUsed })
  }
  await nextStep('Columns')
  const colour = admin.getByLabel('Colour becomes')
  await colour.focus()
  await admin.keyboard.press('End')
  await expect(colour).not.toHaveValue('')
  await admin.keyboard.press('Home')
  await expect(colour).toHaveValue('')
  await nextStep('Values')
  await admin.getByLabel('They are living').focus()
  await admin.keyboard.press('Space')
  await nextStep('Walls')
  const wall = admin.getByRole('region', { name: 'The wall A-', exact: true })
  await expect(wall.getByText('This is a guess.')).toBeVisible()
  await wall.getByRole('button', { name: 'This is right' }).focus()
  await admin.keyboard.press('Enter')
  await expect(wall.getByText('This is a guess.')).toHaveCount(0)
  await expect(wall.getByRole('region', { name: 'The wall A- as it looks' })).toBeFocused()
  await nextStep('Totals')
  await expect(outcome(admin)).toContainText('No problems. New: 2 niches, 1 person.')
})

test('a name that nobody in a niche for two has is asked about, and adds somebody only if the admin says so', async ({
  admin,
  server,
}) => {
  const niches = `${header.trim()},capacity\nSt Anne,1,E,SA-1,1,1,1200,Occupied,3\n`
  const people = (...names: string[]) => `code,beneficiary_name\n${names.map((name) => `SA-1,${name}\n`).join('')}`
  await importRegister(server.context, registerFilesOf({ niches, people: people('Tan Ah Koh', 'Lim Mui') }), silent)
  await admin.goto('/registers')
  const corrected = people('Tan Ah Kow', 'Lim Mui')
  await fileField(admin).setInputFiles([file(niches, 'niches.csv'), file(corrected, 'people.csv')])
  await expect(outcome(admin)).toContainText('1 problem')
  await expect(admin.getByLabel('People in the old book')).toHaveAccessibleDescription(/The file makes 2\./)
  const differences = admin.getByRole('table', { name: 'People of whom the file says something else' })
  await expect(differences).toContainText('Nameanother valueTan Ah Kow')
  await expect(differences.getByLabel('Correct this')).toBeVisible()
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import unknown name')
  await admin.getByLabel('Further people').click()
  await expect(outcome(admin)).toContainText('No problems. New: 0 niches, 1 person.')
  await admin.getByLabel('Names that nobody in their niche has').click()
  await expect(outcome(admin)).toContainText('1 problem')
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
      await db.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      await db.execute(sql`lock table register_imports in access exclusive mode`)
      started()
      await released
    })
  })
  return release
}

const silent = { report: () => undefined }

const widths = [1280, 1000, 768, 390, 320]
async function fitsEveryWidth(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(page), `content within ${width} px`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  expect(await accessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

test('an operator says step by step what a spreadsheet is, goes on with it after closing the page, and imports it', async ({
  admin,
}) => {
  await admin.goto('/registers')
  const template = await download(admin, 'Template of niches (CSV)')
  expect([template.name, template.content.toString().split(',')[0]]).toEqual(['niches.csv', 'building'])
  const rows = [
    'Niche No;Name of deceased;Owner;Passed away;Hall;Plot colour;YOB;Birth month;Condition',
    'SP-1A-01-01;Tan Ah Kow;Tan Mei Ling;7/6/2019;Spruce Hall;red;1932;May;belegt',
    'SP-1A-01-01;Lim Mui;Tan Mei Ling;;Spruce Hall;red;;;belegt',
    'SP-1A-02-01;;;;Spruce Hall;red;;;frei',
  ]
  await fileField(admin).setInputFiles(file(rows.join('\n'), 'old book.csv'))
  await step(admin, 'Sheets')
  await expect(admin.getByRole('table', { name: 'The first rows of old book.csv' })).toContainText('1: names')
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import sheets')

  await next(admin, 'Columns')
  await step(admin, 'Columns')
  await expect(admin.getByLabel('Hall becomes')).toHaveValue('building')
  const colour = admin.getByRole('row').filter({ hasText: 'Plot colour' })
  await expect(colour).toContainText('red')
  await expect(admin.getByLabel('Plot colour becomes')).toHaveValue('')
  await expect(admin.getByRole('main')).toContainText('Date of deathPassed away')
  await expect(admin.getByRole('main')).toContainText('Number of urnsNot in the file')
  await admin.getByLabel('YOB becomes').selectOption('Born: year')
  await admin.getByLabel('Birth month becomes').selectOption('Born: month')
  await admin.getByLabel('Condition becomes').selectOption('Status')
  await admin.getByLabel('Price (optional)').fill('3800')
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import columns')

  await next(admin, 'Values')
  await step(admin, 'Values')
  await admin.getByLabel('Status belegt means').selectOption('Occupied')
  await admin.getByLabel('Status frei means').selectOption('Available')
  await admin.getByLabel('They are living').check()
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import values')

  await next(admin, 'Walls')
  await step(admin, 'Walls')
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import walls')
  /** The pattern is recognised, because all codes fit it. */
  await expect(admin.getByLabel('Pattern of the codes')).toHaveValue('{hall}-{level}{block}-{column}-{row}')
  await expect(admin.getByRole('table', { name: 'Where the first niches are' })).toContainText('SP-1A-02-011A21')
  await next(admin, 'Totals')
  await expect(outcome(admin)).toContainText('No problems. New: 2 niches, 2 people.')
  await expect(admin.getByLabel('Urns in the old book')).toHaveAccessibleDescription(/The file makes 1\./)
  await expect(admin.getByText('May 1932 becomes 1932-05')).toBeVisible()
  await expect(admin.getByText('7/6/2019 becomes 2019-06-07')).toBeVisible()
  await expect(admin.getByText('SP-1A-01-01: more people than places.')).toBeVisible()
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import totals')

  await admin.goto('/registers')
  await expect(admin.getByText('Chosen ')).toContainText('not imported yet')
  for (const title of ['Sheets', 'Columns', 'Values', 'Walls', 'Totals']) await next(admin, title)
  await expect(outcome(admin)).toContainText('No problems. New: 2 niches, 2 people.')
  await next(admin, 'Import')
  await button(admin, 'Import').click()
  await expect(outcome(admin)).toContainText('Imported: 2 niches, 2 people.')

  await admin.reload()
  await fileField(admin).setInputFiles(file(rows.join('\n'), 'the next book.csv'))
  await next(admin, 'Columns')
  await expect(admin.getByLabel('YOB becomes')).toHaveValue('born year')
  await expect(admin.getByLabel('Price (optional)')).toHaveValue('3800')
})

test('a wall is drawn from the numbers of its codes, as one sees it', async ({ admin }) => {
  await admin.goto('/registers')
  const codes = Array.from({ length: 12 }, (_, at) => `C-${at + 1}`).filter((code) => code !== 'C-5')
  const rows = ['Niche,Hall,Level,Fee', ...codes.map((code) => `${code},Cedar Hall,1,900`)]
  await fileField(admin).setInputFiles(file(rows.join('\n'), 'cedar.csv'))
  for (const title of ['Columns', 'Values', 'Walls']) await next(admin, title)
  await expect(admin.getByText('This is a guess. Please compare it with the wall.')).toBeVisible()
  await admin.getByLabel('Columns').fill('4')
  await admin.getByLabel('Rows').fill('3')
  await admin.getByLabel('Number 1 is').selectOption('bottom right')
  await admin.getByLabel('Where a number is missing, there is').selectOption('a blocked niche')
  const wall = admin.getByRole('region', { name: 'The wall C- as it looks' })
  const [first, last] = [
    await wall.getByText('C-1', { exact: true }).boundingBox(),
    await wall.getByText('C-12').boundingBox(),
  ]
  expect([(first?.x ?? 0) > (last?.x ?? 0), (first?.y ?? 0) > (last?.y ?? 0)]).toEqual([true, true])
  await expect(admin.getByText('1 number is in no row: each becomes a blocked niche')).toBeVisible()
  await expect(wall.getByText('C-5', { exact: true })).toBeVisible()
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import wall')
  await next(admin, 'Totals')
  await expect(admin.getByText('are a guess')).toHaveCount(0)
  await admin.getByLabel('Blocked in the old book').fill('2')
  await expect(admin.getByLabel('Blocked in the old book')).toHaveAccessibleDescription(/1 fewer than the book/)
  await expect(outcome(admin)).toContainText('No problems. New: 12 niches, 0 people.')
  await expect(admin.getByRole('table', { name: 'What each block gets' })).toContainText(
    'Cedar Hall, level 1, block C12',
  )
})

test('what is said of a wall counts for another with as many numbers, and a wall that nobody has looked at is named as a guess', async ({
  admin,
}) => {
  await admin.goto('/registers')
  const codes = ['D-1a', 'D-1b', 'D-4', 'E-1', 'E-4', 'F-1', 'F-2', 'F-3']
  const rows = ['Niche,Hall,Level,Fee', ...codes.map((code) => `${code},Cedar Hall,1,900`)]
  await fileField(admin).setInputFiles(file(rows.join('\n'), 'cedar.csv'))
  for (const title of ['Columns', 'Values', 'Walls']) await next(admin, title)
  const wall = (name: string) => admin.getByRole('region', { name: `The wall ${name}`, exact: true })
  await wall('D-').getByLabel('Number 1 is').selectOption('top right')
  await expect(wall('D-').getByText('D-1b D-1a')).toBeVisible()
  await expect(wall('E-').getByText('As said of another wall with as many numbers: D-.')).toBeVisible()
  await expect(wall('E-').getByLabel('Number 1 is')).toHaveValue('top right')
  await expect(wall('F-').getByText('This is a guess.')).toBeVisible()
  await next(admin, 'Totals')
  await expect(admin.getByText('The columns and rows of 1 wall are a guess.')).toBeVisible()
  await button(admin, 'Back').click()
  await wall('F-').getByRole('button', { name: 'This is right' }).click()
  await next(admin, 'Totals')
  await expect(outcome(admin)).toContainText('No problems. New: 8 niches')
  await expect(admin.getByText('are a guess')).toHaveCount(0)
})

test('codes that the pattern does not fit are counted along a wall, which is shown', async ({ admin }) => {
  await admin.goto('/registers')
  const rows = ['Niche,Hall,Fee', 'SP-1A-01-01,Cedar Hall,900', 'SP-1A-02-01,Cedar Hall,900', 'X-7,Cedar Hall,900']
  await fileField(admin).setInputFiles(file(rows.join('\n'), 'cedar.csv'))
  for (const title of ['Columns', 'Values', 'Walls']) await next(admin, title)
  await admin.getByLabel('Pattern of the codes').fill('{hall}-{level}{block}-{column}-{row}')
  await next(admin, 'Totals')
  await step(admin, 'Totals')
  await button(admin, 'Back').click()
  await expect(admin.getByRole('region', { name: 'The wall X-', exact: true })).toBeVisible()
})

test('what a list says only in some rows is said for the others, and a second list beside it is not read', async ({
  admin,
}) => {
  await admin.goto('/registers')
  const rows = ['Niche,Hall,Level,Fee,,Niche,Name', 'A-1,East,1,900,,B-7,Tan Ah Kow', 'A-2,East,1,,,B-8,Lim Mui']
  await fileField(admin).setInputFiles(file(rows.join('\n'), 'two lists.csv'))
  await next(admin, 'Columns')
  await expect(admin.getByText('From the column Niche (2) on, there is another list')).toBeVisible()
  await expect(admin.getByLabel('Name becomes')).toHaveValue('')
  await expect(admin.getByLabel('Price (optional)')).toHaveAccessibleDescription('For rows in which Fee is empty.')
  await admin.getByLabel('Price (optional)').fill('1200')
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import two lists')
  for (const title of ['Values', 'Walls', 'Totals']) await next(admin, title)
  await expect(outcome(admin)).toContainText('No problems. New: 2 niches, 0 people.')
})

test('what is said on an earlier step counts, also if the admin goes there and returns with the buttons of the browser', async ({
  admin,
}) => {
  await admin.goto('/registers')
  await fileField(admin).setInputFiles(file('Niche,Hall,Level,Fee,Name\nA-1,East,1,900,Tan Ah Kow\n', 'book.csv'))
  for (const title of ['Columns', 'Values', 'Walls', 'Totals']) await next(admin, title)
  await expect(outcome(admin)).toContainText('Please say first what it means that no date of death is given')
  for (const title of ['Walls', 'Values']) {
    await admin.goBack()
    await step(admin, title)
  }
  await admin.getByLabel('They are living').check()
  for (const title of ['Walls', 'Totals']) {
    await admin.goForward()
    await step(admin, title)
  }
  await expect(outcome(admin)).toContainText('No problems. New: 1 niche, 1 person.')
})

test('an admin with two tabs is told in the second that the draft has changed, and goes on with what the first has said', async ({
  server,
  openAs,
}) => {
  const person = await makeUser(server.context, { role: 'admin' })
  const [admin, second] = [await openAs(person), await openAs(person)]
  await admin.goto('/registers')
  await fileField(admin).setInputFiles(file('Niche,Hall,Level,Fee\nA-1,East,1,900\n', 'book.csv'))
  await step(admin, 'Sheets')
  await second.goto('/registers?step=columns')
  await expect(second.getByLabel('Fee becomes')).toHaveValue('price')
  await next(admin, 'Columns')
  await admin.getByLabel('Fee becomes').selectOption('Not used')
  await next(admin, 'Values')
  await second.getByLabel('Hall becomes').selectOption('Not used')
  await next(second, 'Values')
  await expect(second.getByText('This draft has changed since.')).toBeVisible()
  await expect(second.getByLabel('Fee becomes')).toHaveValue('')
  await expect(second.getByLabel('Hall becomes')).toHaveValue('building')
  await second.getByLabel('Hall becomes').selectOption('Not used')
  await next(second, 'Values')
  await step(second, 'Values')
})

test('imported blocks stay drafts until an admin has compared the walls, copied the hours and published them', async ({
  admin,
  page: visitor,
}) => {
  const line = (block: string) => `St Clare,1,${block},SC-${block},1,1,1200,Available\n`
  await admin.goto('/registers')
  await fileField(admin).setInputFiles(file(`${header}${line('G')}${line('H')}`, 'niches.csv'))
  await expect(outcome(admin)).toContainText('No problems.')
  await next(admin, 'Import')
  await button(admin, 'Import').click()
  await outcome(admin).getByRole('link', { name: 'Halls' }).click()

  const hall = admin.getByRole('region', { name: 'St Clare' })
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
  await fileField(admin).setInputFiles(file(`${header}${line(1, '1200')}${line(2, 'dear')}`, 'niches.csv'))
  await expect(outcome(admin)).toContainText('1 problem')
  await expect(outcome(admin)).toContainText('or import the other rows first: 1 niche, 0 people.')
  await fitsEveryWidth(admin)
  const { content } = await download(admin, 'Download all problems (CSV)')
  expect(content.toString()).toContain('niches,3,price,dear,')
  await next(admin, 'Import')
  await button(admin, 'Import the other rows: 1 niche, 0 people').click()
  await expect(outcome(admin)).toContainText('Imported: 1 niche, 0 people.')
  await expect(outcome(admin)).toContainText('Rows with problems were left out.')

  await admin.goto('/registers')
  await fileField(admin).setInputFiles(file(`${header}${line(1, '1200')}${line(2, '1300')}`, 'niches.csv'))
  await expect(outcome(admin)).toContainText('New: 1 niche, 0 people. Already in Columba: 1 niche, 0 people.')
})

test('a corrected file is compared cell by cell, and corrects what the admin chooses', async ({ admin, server }) => {
  await importRegister(server.context, registerFilesOf({ niches: nicheText, people: peopleText }), silent)
  await admin.goto('/registers')
  const corrected = peopleText.replace('9333 4567', '9333 0000').replace('1932', '1932-05-14')
  await fileField(admin).setInputFiles([file(nicheText, 'niches.csv'), file(corrected, 'people.csv')])
  await expect(outcome(admin)).toContainText('2 problems')
  const differences = admin.getByRole('table', { name: 'People of whom the file says something else' })
  const telephone = differences.getByRole('row').filter({ hasText: 'Telephone' })
  await expect(telephone).toContainText('9333 45679333 0000')
  await telephone.getByLabel('Correct this').check()
  await fitsEveryWidth(admin)
  await takePictures(admin, 'import differences')
  await button(admin, 'Correct what is chosen: 1').click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The family came with the deed')
  await button(admin, 'Correct').click()
  await expect(admin.getByText('Corrected: 1.')).toBeVisible()
  await expect(outcome(admin)).toContainText('1 problem')
  await expect(differences).toContainText('Date of birth')
  await expect(telephone).toHaveCount(0)
})
