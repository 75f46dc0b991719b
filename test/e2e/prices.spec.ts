import { expect, type Page } from '@playwright/test'
import { formatDay, toDay } from '#contract/dates.ts'
import { accessibilityViolations } from './axe.ts'
import { certificate, sayForLater } from './booking-steps.ts'
import { hallNamed } from './halls-page.ts'
import { mapPath, placeOn, test } from './halls-server.ts'

const selected = (page: Page) => page.getByRole('gridcell', { selected: true })
const preview = (page: Page) => page.getByRole('list', { name: 'Preview of the new prices' })
const change = (page: Page) => page.getByRole('button', { name: 'Change prices' })

test('an admin changes the prices of a row by keyboard, and an open map shows them', async ({ halls, openAs }) => {
  const place = await halls.publish()
  const [admin, family] = [await openAs('admin'), await openAs('user')]
  await family.goto(`/book-niche${mapPath(place)}`)
  await expect(placeOn(family, '3-2')).toHaveAccessibleName(/SGD 3,000\.00/)
  await admin.goto('/halls')
  const hall = hallNamed(admin, place.buildingName)
  await hall.getByRole('link', { name: 'Prices and niches of block A' }).press('Enter')
  await expect(admin.getByRole('heading', { level: 1, name: 'Prices and niches' })).toBeFocused()
  await expect(change(admin)).toBeDisabled()

  await admin.getByLabel('Select by').focus()
  await admin.keyboard.press('ArrowDown')
  await expect(admin.getByLabel('Select by')).toHaveValue('row')
  for (let stops = 0; stops < 10 && (await admin.locator('td:focus').count()) === 0; stops++)
    await admin.keyboard.press('Tab')
  await admin.keyboard.press('ArrowDown')
  await admin.keyboard.press('Enter')
  await expect(selected(admin)).toHaveText(['1-2', '2-2', '3-2'])
  await expect(admin.getByText('3 niches are selected.')).toBeVisible()
  await expect(admin.getByRole('list', { name: 'Legend' })).toContainText('selected3')
  await admin.getByLabel('Value').focus()
  await admin.keyboard.type('5')
  await expect(preview(admin)).toHaveText('3 niches: SGD 3,000.00 becomes SGD 3,150.00')
  expect(await accessibilityViolations(admin)).toEqual([])
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('The prices of 3 niches have been changed.')).toBeVisible()
  await expect(selected(admin)).toHaveCount(0)
  await expect(placeOn(family, '3-2')).toHaveAccessibleName(/SGD 3,150\.00/)
  await expect(placeOn(family, '3-1')).toHaveAccessibleName(/SGD 3,000\.00/)
  await expect(admin.getByRole('listitem').filter({ hasText: '+5.00 %, 3 niches, applied' })).toBeVisible()
})

test('a rectangle is selected with the mouse, a column by touch, and the whole block with a button', async ({
  halls,
  openAs,
}) => {
  const { blockID } = await halls.publish({ rows: 3 })
  const admin = await openAs('admin', { hasTouch: true })
  await admin.goto(`/halls?block=${blockID}`)
  await admin.getByLabel('Select by').selectOption('Rectangles: choose two corners')
  await placeOn(admin, '3-3').click()
  await expect(admin.getByRole('status').filter({ hasText: 'Now choose the corner opposite' })).toBeVisible()
  await placeOn(admin, '2-2').click()
  await expect(selected(admin)).toHaveText(['2-2', '3-2', '2-3', '3-3'])
  await admin.getByLabel('Select by').selectOption('Columns')
  await placeOn(admin, '1-2').tap()
  await expect(selected(admin)).toHaveText(['1-1', '1-2', '2-2', '3-2', '1-3', '2-3', '3-3'])
  await admin.getByLabel('Select by').selectOption('Single niches')
  await placeOn(admin, '3-3').click()
  await expect(selected(admin)).toHaveCount(6)
  await admin.getByRole('button', { name: 'Select the whole block' }).click()
  await expect(selected(admin)).toHaveCount(9)
  await admin.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(admin.getByText('No niche is selected.')).toBeVisible()
})

test('a change from a later day on is listed, and can be withdrawn', async ({ halls, openAs }) => {
  const { blockID } = await halls.publish()
  const admin = await openAs('admin')
  await admin.goto(`/halls?block=${blockID}`)
  await admin.getByRole('button', { name: 'Select the whole block' }).click()
  await admin.getByLabel('Change', { exact: true }).selectOption('By an amount')
  const value = admin.getByLabel('Value')
  const day = admin.getByLabel('In effect from')
  for (const text of ['', 'much', '1,5']) {
    await value.fill(text)
    await change(admin).click()
    await expect(value, text).toHaveAccessibleDescription(/Please enter an amount such as 200 or -50\./)
    await expect(preview(admin)).toHaveCount(0)
  }
  await value.fill('-4000')
  await expect(preview(admin)).toContainText('below 0.00')
  await change(admin).click()
  await expect(value).toHaveAccessibleDescription(/A price would be below 0\.00 or above 1000000\.00\./)
  await value.fill('-50')
  await day.fill(toDay(new Date()))
  await change(admin).click()
  await expect(day).toHaveAccessibleDescription(/Please choose a day after today, or leave it empty\./)
  const tomorrow = toDay(new Date(Date.now() + 86_400_000))
  await day.fill(tomorrow)
  await expect(preview(admin)).toHaveText('6 niches: SGD 3,000.00 becomes SGD 2,950.00')
  await change(admin).click()
  await expect(admin.getByText(`The prices of 6 niches will change on ${formatDay(tomorrow)}.`)).toBeVisible()
  await expect(placeOn(admin, '1-1')).toHaveAccessibleName(/SGD 3,000\.00/)
  const listed = admin.getByRole('listitem').filter({ hasText: `-50.00, 6 niches, from ${formatDay(tomorrow)}, 00:00` })
  await listed.getByRole('button', { name: /^Withdraw/ }).click()
  await expect(admin.getByText('-50.00, 6 niches, withdrawn, was to be applied')).toBeVisible()
})

test('niches are retired with a reason, which their history keeps; one that is not free is named', async ({
  halls,
  openAs,
}) => {
  const place = await halls.publish()
  const admin = await openAs('admin')
  await admin.goto(`/halls?block=${place.blockID}`)
  const retire = async () => {
    await admin.getByLabel('Reason').selectOption('Own use')
    await admin.getByRole('button', { name: 'Retire the selected niches' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Retire these niches?' })
    await expect(dialog).toContainText('reason: own use')
    await dialog.getByRole('button', { name: 'Retire', exact: true }).click()
  }
  await placeOn(admin, '2-1').click()
  await retire()
  await expect(admin.getByText('1 niche has been retired.')).toBeVisible()
  await expect(placeOn(admin, '2-1')).toHaveAttribute('data-status', 'blocked')
  await admin.getByRole('button', { name: 'Select the whole block' }).click()
  await retire()
  await expect(admin.getByText(/^Only free niches can be retired\. Niche .*-A-02-01 is Blocked\.$/)).toBeVisible()

  await admin.goto(`/niche-management${mapPath(place)}`)
  await placeOn(admin, '2-1').click()
  await expect(admin.getByRole('dialog').getByText('Retired: own use')).toBeVisible()
})

test('a family books a niche for 0.00 without a payment step', async ({ halls, openAs }) => {
  const place = await halls.publish({ basePrice: '0' })
  const family = await openAs('user')
  await family.goto(`/book-niche${mapPath(place)}`)
  await placeOn(family, '1-1').click()
  await expect(family.getByText('Nothing to pay.')).toBeVisible()
  await family.getByLabel('Birth Certificate').setInputFiles(certificate())
  await family.getByRole('button', { name: 'Make Payment' }).click()
  await expect(family.getByRole('button', { name: 'Please say whether the person has died' })).toBeVisible()
  await sayForLater(family)
  await family.getByRole('button', { name: 'Make Payment' }).click()
  await expect(family.getByRole('heading', { level: 1, name: 'Payment waived' })).toBeVisible()
  await expect(family).toHaveURL(/\/payment-success\?bookingID=/)
  expect(await accessibilityViolations(family)).toEqual([])
  await family.getByRole('link', { name: 'View My Bookings' }).click()
  await expect(family.getByText('Being checked', { exact: true })).toBeVisible()
})

test('an admin corrects a wall that is drawn the wrong way round', async ({ halls, openAs }) => {
  const place = await halls.publish()
  const admin = await openAs('admin')
  await admin.goto(`/halls?block=${place.blockID}`)
  const first = admin.getByRole('gridcell').first()
  await expect(first).toHaveText('1-1')
  await admin.getByLabel('Lowest column').selectOption('At the right')
  await admin.getByLabel('Lowest row').selectOption('At the bottom')
  await admin.getByRole('button', { name: 'Save the numbering' }).click()
  await expect(admin.getByText('The numbering has been saved.')).toBeVisible()
  await expect(first).toHaveText('3-2')
  await admin.reload()
  await expect(first).toHaveText('3-2')
  await expect(admin.getByLabel('Lowest column')).toHaveValue('right')
  expect(await accessibilityViolations(admin)).toEqual([])
})
