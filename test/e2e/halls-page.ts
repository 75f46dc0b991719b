import type { Locator, Page } from '@playwright/test'

/** The parts of the page that the tests of halls and of their blocks use. */
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const hallNamed = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Shows what is rarely done with a level, a block or a draft. */
export const openLine = (hall: Locator, name: string) =>
  hall
    .getByRole('row')
    .filter({ has: hall.page().locator('[data-phone=title]').getByText(name, { exact: true }) })
    .getByRole('button', { name: 'Details' })
    .click()
export const columnNumbers = (page: Page) => page.getByRole('grid').locator('thead td')

export async function fillLayout(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}
