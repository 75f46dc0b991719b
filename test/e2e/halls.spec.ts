import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { blockDrafts } from '#server/database/schema.ts'
import { accessibilityViolations } from './axe.ts'
import { columnNumbers, dialog, fillLayout, hallNamed, openLine } from './halls-page.ts'
import { mapPath, placeOn, test } from './halls-server.ts'

test('an admin adds a hall, lays out a block that only admins see, and publishes it for families', async ({
  openAs,
}) => {
  const admin = await openAs('admin')
  await admin.goto('/admin-dashboard')
  const menu = admin.getByRole('navigation', { name: 'Your pages' }).getByRole('link')
  await expect(menu.nth(1)).toHaveText('Niche Management')
  await expect(menu.nth(2)).toHaveText('Halls')
  await menu.nth(2).click()
  await admin.getByRole('button', { name: 'Add a hall' }).click()
  await dialog(admin, 'Add a hall').getByLabel('Name').fill('Lotus Hall')
  await dialog(admin, 'Add a hall').getByLabel('How to get there').fill('Left of the gate.')
  await dialog(admin, 'Add a hall').getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('The hall has been added.')).toBeVisible()
  await admin.getByRole('button', { name: 'Add a level to Lotus Hall' }).click()
  await dialog(admin, 'Add a level').getByRole('button', { name: 'Save' }).click()

  await admin.getByRole('link', { name: 'Lay out a block on level 1 of Lotus Hall' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Lay out a block' })).toBeFocused()
  await fillLayout(admin, {
    'Name of the block': 'A',
    Rows: '2',
    Columns: '3',
    'First column number': '3',
    'Skipped column numbers (optional)': '4',
    'Price of row 1': '3000',
    'Step per row': '-200',
  })
  await admin.getByLabel('Direction').selectOption('From right to left')
  await admin.getByLabel('Row 1 is at the').selectOption('Bottom')
  const preview = admin.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('6 niches: first LH-1A-03-01, last LH-1A-06-02')
  await expect(columnNumbers(admin)).toHaveText(['6', '5', '3'])
  await expect(preview.getByRole('gridcell').first()).toHaveAccessibleName('6-2, LH-1A-06-02, available, SGD 2,800.00')
  await admin.getByLabel('Code pattern').fill('{hall}-{row}')
  await expect(admin.getByLabel('Code pattern')).toHaveAccessibleDescription(/Please use {column} and {row}/)
  await admin.getByLabel('Code pattern').fill('{hall}{level}{block}{column:3}/{row:1}')
  await expect(placeOn(admin, '6-2')).toHaveAccessibleName(/LH1A006\/2/)
  expect(await accessibilityViolations(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(hallNamed(admin, 'Lotus Hall').getByText('Draft, 6 niches')).toBeVisible()

  const visitor = await openAs('user')
  await visitor.goto('/book-niche')
  const building = visitor.getByLabel('Building', { exact: true })
  await expect(building.getByRole('option', { name: 'Tembusu Hall' })).toBeAttached()
  await expect(building.getByRole('option', { name: 'Lotus Hall' })).toHaveCount(0)

  const hall = hallNamed(admin, 'Lotus Hall')
  await hall.getByRole('button', { name: 'Publish block A' }).click()
  await dialog(admin, 'Publish block A').getByRole('button', { name: 'Publish' }).click()
  await expect(hall.getByRole('row', { name: /^A 6 0 0 0 0 Open/ })).toBeVisible()
  await expect(hall.getByText(/^Draft/)).toHaveCount(0)

  await visitor.reload()
  await building.selectOption('Lotus Hall')
  await expect(visitor.getByText('Left of the gate.')).toBeVisible()
  await expect(columnNumbers(visitor)).toHaveText(['6', '5', '3'])
  await placeOn(visitor, '3-1').click()
  await expect(visitor.getByRole('region', { name: 'Chosen niche' })).toContainText('LH1A003/1')
})

test('a draft that a colleague has changed is not published unseen: the dialog says so, and the list shows it as it is', async ({
  server: { context },
  halls,
  openAs,
}) => {
  const { buildingName, draftID } = await halls.addDraft()
  const admin = await openAs('admin')
  await admin.goto('/halls')
  const hall = hallNamed(admin, buildingName)
  await hall.getByRole('button', { name: 'Publish block A' }).click()
  const changed = { blockName: 'B', savedAt: new Date() }
  await context.db.update(blockDrafts).set(changed).where(eq(blockDrafts.draftID, draftID))
  const publish = dialog(admin, 'Publish block A')
  await publish.getByRole('button', { name: 'Publish' }).click()
  await expect(publish.getByRole('alert')).toHaveText('This draft has changed since. Please look at it again.')
  await publish.getByRole('button', { name: 'Cancel' }).click()
  await hall.getByRole('button', { name: 'Publish block B' }).click()
  await dialog(admin, 'Publish block B').getByRole('button', { name: 'Publish' }).click()
  await expect(hall.getByRole('row', { name: /^B 6 0 0 0 0 Open/ })).toBeVisible()
})

test('a hall, a level and a block are renamed, and the codes of the niches stay', async ({ halls, openAs }) => {
  const place = await halls.publish()
  const admin = await openAs('admin')
  await admin.goto('/halls')
  const hall = hallNamed(admin, place.buildingName)
  await openLine(hall, 'A')
  await hall.getByRole('button', { name: 'Rename block A' }).click()
  await dialog(admin, 'Rename block A').getByLabel('Name').fill('Sunrise')
  await dialog(admin, 'Rename block A').getByRole('button', { name: 'Save' }).click()
  await expect(hall.getByRole('row', { name: /^Sunrise 6/ })).toBeVisible()
  await openLine(hall, 'Level 1')
  await hall.getByRole('button', { name: `Edit level 1 of ${place.buildingName}` }).click()
  await dialog(admin, 'Edit level 1').getByLabel('Level').fill('-1')
  await dialog(admin, 'Edit level 1').getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('button', { name: `Edit ${place.buildingName}`, exact: true }).click()
  const name = `${place.buildingName} East`
  await dialog(admin, 'Edit the hall').getByLabel('Name').fill(name)
  await dialog(admin, 'Edit the hall').getByLabel('How to get there').fill('Ring the bell.')
  await dialog(admin, 'Edit the hall').getByRole('button', { name: 'Save' }).click()
  await expect(hallNamed(admin, name).getByRole('row')).toContainText(['Block', 'Level -1', 'Sunrise'])

  const family = await openAs('user')
  await family.goto(`/book-niche${mapPath(place)}`)
  await expect(family.getByRole('grid', { name: `Niches of ${name}, level -1, block Sunrise` })).toBeVisible()
  await expect(family.getByText('Ring the bell.')).toBeVisible()
  await expect(placeOn(family, '1-1')).toHaveAccessibleName(/-A-01-01,/)
})

test('the dialogs for halls and levels say what is wrong with what was entered', async ({ halls, openAs }) => {
  const { buildingName } = await halls.addDraft()
  const admin = await openAs('admin')
  await admin.goto('/halls')
  await admin.getByRole('button', { name: 'Add a hall' }).click()
  const add = dialog(admin, 'Add a hall')
  const saveHall = async (name: string, directions = '') => {
    await add.getByLabel('Name').fill(name)
    await add.getByLabel('How to get there').fill(directions)
    await add.getByRole('button', { name: 'Save' }).click()
  }
  await saveHall('  ')
  await expect(add.getByLabel('Name')).toHaveAccessibleDescription('Please enter a name.')
  await saveHall('W'.repeat(81), 'W'.repeat(1001))
  await expect(add.getByLabel('Name')).toHaveAccessibleDescription('At most 80 characters')
  await expect(add.getByLabel('How to get there')).toHaveAccessibleDescription(/At most 1000 characters/)
  await saveHall(buildingName)
  await expect(add.getByRole('alert')).toHaveText('This name or number is already in use. Please choose another.')
  expect(await accessibilityViolations(admin)).toEqual([])
  await add.getByRole('button', { name: 'Cancel' }).click()

  await admin.getByRole('button', { name: `Add a level to ${buildingName}` }).click()
  const level = dialog(admin, 'Add a level')
  for (const text of ['', 'first', '1.5', '100', '-10']) {
    await level.getByLabel('Level').fill(text)
    await level.getByRole('button', { name: 'Save' }).click()
    await expect(level.getByLabel('Level'), text).toHaveAccessibleDescription(
      'Please enter a whole number from -9 to 99.',
    )
  }
  await level.getByLabel('Level').fill('1')
  await level.getByRole('button', { name: 'Save' }).click()
  await expect(level.getByRole('alert')).toContainText('already in use')
})
