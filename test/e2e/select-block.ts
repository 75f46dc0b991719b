import { expect, type Page } from '@playwright/test'

/** Opens a block on a map, and waits until the map is live. */
export async function selectBlock(page: Page, building: string, level: string, block: string) {
  await chooseBlock(page, building, level, block)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

export async function chooseBlock(page: Page, building: string, level: string, block: string) {
  await page.getByLabel('Building', { exact: true }).selectOption(building)
  await page.getByLabel('Level', { exact: true }).selectOption(level)
  await page.getByLabel('Block', { exact: true }).selectOption(block)
  await expect(page.getByRole('grid', { name: `${building}, level ${level}, block ${block}` })).toBeVisible()
}
