import { expect, type Page } from '@playwright/test'

export const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

/** Enters the password where a call asks for it. */
export async function confirmWithPassword(page: Page, password: string) {
  const dialog = proofDialog(page)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
}
