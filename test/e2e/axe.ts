import type { Page } from '@playwright/test'
import axe from 'axe-core'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The WCAG violations that axe finds on the page as it is now. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  }, levels)
}
