import { expect, type Page } from '@playwright/test'
import { test } from './open-as.ts'
import { selectBlock } from './select-block.ts'

const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]
const maps = [
  { path: '/explore', who: undefined },
  { path: '/book-niche', who: 'applicant2' },
  { path: '/niche-booking', who: 'staff' },
] as const

const sheet = (page: Page) => page.getByRole('region', { name: 'Chosen niche' })
const freeCell = (page: Page) => page.locator('td[data-status="available"]')

for (const size of phones) {
  for (const { path, who } of maps) {
    test(`the map of ${path} at ${size.width} x ${size.height} is in the first screen, and the sheet of a chosen niche covers neither`, async ({
      openAs,
    }) => {
      const page = await openAs(who)
      await page.setViewportSize(size)
      await page.goto(path)
      await selectBlock(page, 'Angsana Hall', '2', 'D')
      const tops = ['Building', 'Level', 'Block'].map(async (label) => {
        const box = await page.getByLabel(label, { exact: true }).boundingBox()
        return Math.round(box?.y ?? 0)
      })
      expect(new Set(await Promise.all(tops)).size).toBe(1)
      const legend = page.getByText('Legend', { exact: false }).first()
      expect((await legend.boundingBox())?.height).toBeLessThan(44)
      await expect(page.getByRole('list', { name: 'Legend' })).toBeHidden()
      const frame = await page.locator('[data-zoom]').boundingBox()
      expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(size.height)
      expect(frame?.height).toBeGreaterThan(200)
      await legend.click()
      await expect(page.getByRole('list', { name: 'Legend' })).toBeVisible()
      await legend.click()

      for (const chosen of [freeCell(page).first(), freeCell(page).last()]) {
        const code = (await chosen.getAttribute('data-niche')) ?? ''
        await chosen.click()
        await expect(sheet(page).getByRole('button', { name: 'Close' })).toBeVisible()
        const cell = page.locator(`[data-niche="${code}"]`)
        await expect(cell).toHaveAttribute('aria-selected', 'true')
        await expect(async () => {
          const [cellBox, sheetBox] = [await cell.boundingBox(), await sheet(page).boundingBox()]
          expect((cellBox?.y ?? 0) + (cellBox?.height ?? 0)).toBeLessThanOrEqual(sheetBox?.y ?? 0)
          expect(cellBox?.y).toBeGreaterThanOrEqual(0)
          expect(sheetBox?.height).toBeLessThan(size.height / 3)
        }).toPass()
      }
      await sheet(page).getByRole('button', { name: 'Close' }).click()
      await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
      await freeCell(page).nth(3).click()
      await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(1)
    })
  }
}
