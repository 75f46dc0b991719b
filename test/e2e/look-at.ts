import { expect, type Page } from '@playwright/test'
import { accessibilityViolations, contrastViolations } from './axe.ts'
import { sweepWidths } from './sweep-widths.ts'
import { takePictures } from './take-picture.ts'

/** Fails if the page breaks at any width, or has accessibility violations in either theme. */
export async function lookAt(page: Page, name: string) {
  const size = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await contrastViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await sweepWidths(page)).toEqual([])
  if (size) await page.setViewportSize(size)
  await takePictures(page, name)
}
