import type { Page } from '@playwright/test'

/** With `PICTURES=yes`, saves what the page looks like, for a person to open. Not in every run, because it takes long. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}) {
  if (process.env.PICTURES !== 'yes') return
  await page.screenshot({ path: `test/e2e/shots/${name.replaceAll(' ', '-')}.png`, fullPage })
}
