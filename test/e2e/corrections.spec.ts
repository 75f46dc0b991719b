import { expect, type Page } from '@playwright/test'
import { pathTo } from '#contract/pages.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { accessibilityViolations } from './axe.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'

const open = (page: Page, bookingID: string) => page.goto(pathTo('bookingApproval', { bookingID }))
const openDialog = (page: Page) => page.getByRole('button', { name: 'Correct what it says' }).click()
const fact = (page: Page, label: string) => page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('+ dd')

test('a clerk corrects what the register says, and a colleague whose page is older is told so', async ({
  server,
  openAs,
}) => {
  const bookingID = await makeImportedBooking(server.context)
  const [clerk, colleague] = [await openAs('staff'), await openAs('staff')]
  await open(colleague, bookingID)
  await openDialog(colleague)

  await open(clerk, bookingID)
  await openDialog(clerk)
  const dialog = clerk.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toHaveValue('Ng Siew Lan')
  await expect(dialog.getByLabel('Identity number')).toHaveValue('')
  await expect(dialog.getByLabel('Relationship')).toHaveValue('')
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'correct-entry-dialog')
  await dialog.getByLabel('Date of death').fill('1996-13')
  await dialog.getByLabel('Telephone').fill('91230002')
  await dialog.getByLabel('Reason').fill('The daughter has brought the deed.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Date of death')).toHaveAccessibleDescription(/must be a year \(1932\)/)
  await dialog.getByLabel('Date of death').fill('1996-05-14')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(fact(clerk, 'Date of death')).toHaveText('14 May 1996')
  await expect(fact(clerk, 'Contact number')).toHaveText('91230002')
  await expect(clerk.getByText('was 1996, now 1996-05-14').first()).toBeVisible()
  await expect(clerk.getByText('This booking has changed since you opened it')).toHaveCount(0)
  await takePictures(clerk, 'corrected-entry')

  const late = colleague.getByRole('dialog')
  await late.getByLabel('Holder').fill('Ng B. T.')
  await late.getByLabel('Reason').fill('As the family writes it.')
  await late.getByRole('button', { name: 'Save' }).click()
  await expect(colleague.getByRole('alert').filter({ hasText: 'It was corrected by' })).toBeVisible()
  await expect(fact(colleague, 'Holder')).toHaveText('Ng Boon Teck')
})
