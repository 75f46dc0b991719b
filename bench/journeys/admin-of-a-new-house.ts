import type { CountedPage } from './counted-page.ts'

/** Leads from the first steps of an empty house to published niches. The other steps before opening are tasks of their own, not counted. */
export async function publishFirstBlock(admin: CountedPage, finishOtherSteps: () => Promise<void>) {
  const { page } = admin
  const dialog = page.getByRole('dialog')
  await admin.open('/admin-dashboard')
  await admin.tap(page.getByRole('link', { name: 'Add a hall and lay out its first block' }))
  await admin.tap(page.getByRole('button', { name: 'Add a hall' }).first())
  await admin.fill(dialog.getByLabel('Name'), 'Garden Hall')
  await admin.tap(dialog.getByRole('button', { name: 'Save' }))
  await admin.tap(page.getByRole('button', { name: 'Add a level to Garden Hall' }))
  await admin.tap(dialog.getByRole('button', { name: 'Save' }))
  await admin.tap(page.getByRole('link', { name: /^Lay out a block/ }))
  const fields = { Rows: '4', Columns: '6', 'Price of row 1': '3800' }
  for (const [label, value] of Object.entries(fields)) await admin.fill(page.getByLabel(label, { exact: true }), value)
  await admin.tap(page.getByRole('button', { name: 'Save as a draft' }))
  await admin.see(page.getByRole('button', { name: 'Publish block A' }))
  await finishOtherSteps()
  await admin.tap(page.getByRole('button', { name: 'Publish block A' }))
  await admin.tap(dialog.getByLabel('Open the house'))
  await admin.tap(dialog.getByRole('button', { name: 'Publish' }))
  await admin.see(page.getByRole('link', { name: 'Prices and niches of block A' }))
}
