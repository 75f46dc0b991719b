import type { Page } from '@playwright/test'

/** Saves a picture of the page for a person to open. Only with `PICTURES=yes`, because it takes too long for every run. */
export async function takePicture(page: Page, name: string, { fullPage = false } = {}) {
  if (process.env.PICTURES !== 'yes') return
  await page.screenshot({ path: `test/e2e/shots/${name.replaceAll(' ', '-')}.png`, fullPage })
}

/** The same at every size that we look at, light and dark. */
export async function takePictures(page: Page, name: string) {
  if (process.env.PICTURES !== 'yes') return
  const size = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 1000, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await takePicture(page, `${name}-${width}-${colorScheme}`, { fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (size) await page.setViewportSize(size)
}
