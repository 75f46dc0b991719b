import { expect, type Locator } from '@playwright/test'
import { accessibilityViolations } from './axe.ts'
import { dialog, fillLayout, hallNamed, openLine } from './halls-page.ts'
import { mapPath, placeOn, test } from './halls-server.ts'
import { lookAt } from './look-at.ts'
import { takePictures } from './take-picture.ts'

test('a draft is changed, and deleted after a question', async ({ halls, openAs }) => {
  const { buildingName } = await halls.addDraft()
  const admin = await openAs('admin')
  await admin.goto('/halls')
  const hall = hallNamed(admin, buildingName)
  await hall.getByRole('link', { name: 'Edit the draft of block A' }).click()
  await expect(admin.getByLabel('Price of row 1')).toHaveValue('3000')
  await admin.getByLabel('Prices by').selectOption('List of prices')
  await admin.getByLabel('Prices', { exact: true }).fill('3000\n2500.50')
  await expect(placeOn(admin, '3-2')).toHaveAccessibleName(/SGD 2,500\.50/)
  await fillLayout(admin, { 'Name of the block': 'B', Columns: '4' })
  await admin.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(hall.getByText('Draft, 8 niches')).toBeVisible()
  await openLine(hall, 'B')
  await hall.getByRole('button', { name: 'Delete the draft of block B' }).click()
  await expect(dialog(admin, 'Delete the draft of block B?')).toBeVisible()
  expect(await accessibilityViolations(admin)).toEqual([])
  await admin.keyboard.press('Escape')
  await expect(hall.getByText('Draft, 8 niches')).toBeVisible()
  await hall.getByRole('button', { name: 'Delete the draft of block B' }).click()
  await dialog(admin, /Delete/)
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(admin.getByText('The draft has been deleted.')).toBeVisible()
  await expect(hall.getByText(/^Draft/)).toHaveCount(0)
})

test('a new block is drawn at once; a price changed below the drawing changes only its row', async ({
  halls,
  openAs,
}) => {
  const { levelID } = await halls.addLevel()
  const admin = await openAs('admin')
  await admin.goto(`/halls?level=${levelID}`)
  await expect(admin.getByLabel('Name of the block')).toHaveValue('A')
  await expect(placeOn(admin, '12-8')).toHaveAccessibleName(/SGD 3,000\.00/)
  await takePictures(admin, 'new-block')
  await admin.getByLabel('Row 2 costs').fill('4,400')
  await expect(placeOn(admin, '1-2')).toHaveAccessibleName(/SGD 4,400\.00/)
  await expect(placeOn(admin, '1-3')).toHaveAccessibleName(/SGD 3,000\.00/)
  expect(await accessibilityViolations(admin)).toEqual([])
})

test('a block whose name or codes are in use cannot be saved, and each field says so', async ({ halls, openAs }) => {
  const codePattern = 'TAKEN-{column}-{row}'
  const { levelID } = await halls.publish({ codePattern })
  const admin = await openAs('admin')
  await admin.goto(`/halls?level=${levelID}`)
  await fillLayout(admin, { 'Name of the block': 'A', 'Price of row 1': '1', 'Code pattern': codePattern })
  const save = admin.getByRole('button', { name: 'Save as a draft' })
  await save.click()
  const name = admin.getByLabel('Name of the block')
  await expect(name).toHaveAccessibleDescription(/This level already has a block with this name\./)
  await name.fill('B')
  await save.click()
  await expect(admin.getByLabel('Code pattern')).toHaveAccessibleDescription(
    /6 of these codes are already in use, for example TAKEN-01-01\./,
  )
  await expect(admin.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await admin.goto('/halls?level=none')
  await expect(admin.getByText('This level does not exist.')).toBeVisible()
})

const garbage: [label: string, value: string, message: RegExp][] = [
  ['Name of the block', '  ', /Please enter a name\./],
  ['Name of the block', 'W'.repeat(21), /At most 20 characters/],
  ['Name of the block', 'Gate & garden', /^$/],
  ['Rows', '', /At least 1/],
  ['Rows', 'many', /Please enter a number for the rows\./],
  ['Rows', '2.5', /Please enter a whole number\./],
  ['Rows', '-1', /At least 1/],
  ['Columns', '201', /At most 200/],
  ['First column number', '1e9', /At most 9000/],
  ['Skipped column numbers (optional)', '4-1', /Please enter numbers such as 4, 13-15\./],
  ['Skipped row numbers (optional)', 'all', /Please enter numbers such as 4, 13-15\./],
  ['Code pattern', '', /Please enter a pattern\./],
  ['Code pattern', '{hall}-{shelf}', /{shelf} is not known\./],
  ['Code pattern', '{column}{row:1} <b>', /letters, digits, hyphens, dots and slashes/],
  ['Code pattern', '{column:1}{row:1}', /Two niches would have the code 111\./],
  ['Code pattern', `${'W'.repeat(40)}{column}{row}`, /is too long\. At most 40 characters\./],
  ['Price of row 1', '12,5', /Please enter a price from 0\.00 to 1000000\.00\./],
  ['Step per row', '9e9', /Please enter an amount such as 200 or -50\./],
  ['Step per row', '-3000', /The last row would cost -30000\.00\./],
]

test('each field of a layout says what is wrong with what was entered', async ({ halls, openAs }) => {
  const { levelID } = await halls.addLevel()
  const admin = await openAs('admin')
  await admin.goto(`/halls?level=${levelID}`)
  await fillLayout(admin, { 'Name of the block': 'A', 'Price of row 1': '3000', Rows: '12', Columns: '12' })
  const save = admin.getByRole('button', { name: 'Save as a draft' })
  for (const [label, value, message] of garbage) {
    const field = admin.getByLabel(label, { exact: true })
    const before = await field.inputValue()
    await field.fill(value)
    await save.click()
    if (message.source !== '^$') {
      await expect(field, `${label}: ${value}`).toHaveAccessibleDescription(message)
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    } else {
      const pattern = admin.getByLabel('Code pattern')
      await expect(pattern).toHaveAccessibleDescription(/has a space or a sign\./)
      // The map says so at once. The refusal comes later and moves the focus, which must not happen while the next field is filled in.
      await expect(pattern).toBeFocused()
    }
    await field.fill(before)
  }
  await fillLayout(admin, { Rows: '200', Columns: '21' })
  await expect(admin.getByLabel('Columns')).toHaveAccessibleDescription(/at most 4,000 niches; 200 rows of 21 are 4200/)
  await fillLayout(admin, { Rows: '3', Columns: '2' })
  await admin.getByLabel('Prices by').selectOption('List of prices')
  const list = admin.getByLabel('Prices', { exact: true })
  await list.fill('3000 cheap 2000')
  await expect(list).toHaveAccessibleDescription(/cheap is not a price/)
  await list.fill('3000 2000')
  await expect(list).toHaveAccessibleDescription(/Please enter 3 prices, one for each row\. There are 2 now\./)
  expect(await accessibilityViolations(admin)).toEqual([])
})

test('a block is laid out and published with the keyboard alone', async ({ halls, openAs }) => {
  const { buildingName } = await halls.addLevel()
  const admin = await openAs('admin')
  await admin.goto('/halls')
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    // The element is found once, because finding one by its name takes far longer than a press of the key.
    const wanted = await target.elementHandle()
    for (let stops = 0; stops < 250; stops++) {
      if (await wanted?.evaluate((element) => element === document.activeElement)) return
      await admin.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await tabTo(admin.getByRole('link', { name: `Lay out a block on level 1 of ${buildingName}` }))
  await admin.keyboard.press('Enter')
  for (const [label, value] of [
    ['Name of the block', 'K'],
    ['Rows', '2'],
    ['Columns', '2'],
    ['Code pattern', `${buildingName.slice(-4)}-{column}-{row}`],
    ['Price of row 1', '2000'],
  ] as const) {
    await tabTo(admin.getByLabel(label, { exact: true }))
    await admin.keyboard.press('Control+A')
    await admin.keyboard.type(value)
  }
  await expect(admin.getByRole('region', { name: 'Preview' }).getByRole('gridcell')).toHaveCount(4)
  await tabTo(admin.getByRole('button', { name: 'Save as a draft' }))
  await admin.keyboard.press('Enter')
  await tabTo(hallNamed(admin, buildingName).getByRole('button', { name: 'Publish block K' }))
  await admin.keyboard.press('Enter')
  await tabTo(dialog(admin, 'Publish block K').getByRole('button', { name: 'Publish' }))
  await admin.keyboard.press('Enter')
  await expect(hallNamed(admin, buildingName).getByRole('row', { name: /^K 4 0 0 0 0 Open/ })).toBeVisible()
})

test('two halves behind each door are laid out, and chosen on the map with the keyboard by their own codes', async ({
  halls,
  openAs,
}) => {
  const { draftID } = await halls.addDraft({ rows: 3, columns: 4 })
  const admin = await openAs('admin')
  await admin.goto(`/halls?draft=${draftID}`)
  await admin.getByLabel('Halves behind each door').fill('2')
  const preview = admin.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('gridcell')).toHaveCount(24)
  await expect(preview.getByRole('gridcell', { name: /^1-1b, .+-01-01-b, / })).toBeVisible()
  await lookAt(admin, 'layout with halves')

  const { blockID, buildingID, levelID } = await halls.publish({
    halves: 2,
    codePattern: 'HALF-{block}-{column}-{row}',
  })
  const family = await openAs('user')
  await family.goto(`/book-niche${mapPath({ blockID, buildingID, levelID })}`)
  await expect(family.getByRole('gridcell')).toHaveCount(12)
  await lookAt(family, 'map with halves')
  await placeOn(family, '1-1a').focus()
  await family.keyboard.press('ArrowRight')
  await expect(placeOn(family, '1-1b')).toBeFocused()
  await family.keyboard.press('Enter')
  await expect(family.getByRole('heading', { name: /-01-01-b$/ })).toBeVisible()
  await lookAt(family, 'half chosen')
})

interface Watched {
  /** Each cell formats its price once whenever it is drawn. */
  renders: number
  longestTask: number
}

test('typing beside the preview of 4,000 niches does not draw each niche twice, and does not block the page for long', async ({
  halls,
  openAs,
}) => {
  const { draftID } = await halls.addDraft({ rows: 80, columns: 50 })
  const admin = await openAs('admin')
  await admin.addInitScript(() => {
    const watched: Watched = { renders: 0, longestTask: 0 }
    Object.assign(window, { watched })
    const getter = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')?.get
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        watched.renders += 1
        return getter?.call(this)
      },
    })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longestTask = Math.max(watched.longestTask, duration)
    }).observe({ type: 'longtask' })
  })
  const watched = () => admin.evaluate(() => (window as unknown as { watched: Watched }).watched)
  const reset = () =>
    admin.evaluate(() =>
      Object.assign((window as unknown as { watched: Watched }).watched, { renders: 0, longestTask: 0 }),
    )
  await admin.goto(`/halls?draft=${draftID}`)
  const cells = admin.getByRole('region', { name: 'Preview' }).getByRole('gridcell')
  await expect(cells).toHaveCount(4000)
  const { longestTask: longestOfAll } = await watched()

  await reset()
  await admin.getByLabel('Price of row 1').press('End')
  await admin.getByLabel('Price of row 1').press('5')
  await expect(cells.last()).toHaveAccessibleName(/SGD 30,005\.00/)
  /** Another event may interrupt drawing, which then begins again. */
  expect((await watched()).renders).toBeLessThan(8000)

  /** Again if the machine was held up. A page that draws them all in one task is slow each time. */
  await expect(async () => {
    await reset()
    await admin.getByLabel('Name of the block').fill('')
    await admin.getByLabel('Name of the block').pressSequentially('Garden', { delay: 50 })
    await expect(admin.getByLabel('Name of the block')).toHaveValue('Garden')
    await expect(cells.last()).toHaveAccessibleName(/-Garden-/)
    const { longestTask } = await watched()
    /** On a slow machine no task of typing takes longer than drawing them all at first. */
    expect(longestTask).toBeLessThan(Math.max(1500, longestOfAll))
  }).toPass({ timeout: 120_000 })
})
