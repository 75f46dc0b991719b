import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The WCAG violations that axe finds on the page once its tables, which are paler while they load again, show their last rows. */
export const accessibilityViolations = (page: Page) => findViolations(page, { type: 'tag', values: levels })

/** The only rules of these levels that compare colours, for a theme after the first on the same layout. */
export const contrastViolations = (page: Page) =>
  findViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })

async function findViolations(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  await expect(page.locator('[aria-busy=true]:has(table)')).toHaveCount(0)
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // No rule of these levels reads the style sheets, which axe would otherwise load and parse again.
    const preload = { assets: ['media'], timeout: 10_000 }
    const { violations } = await run({ runOnly, resultTypes: ['violations'], preload })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, runOnly)
}
