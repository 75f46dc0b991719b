import type { Page } from '@playwright/test'

export interface Effort {
  taps: number
  fields: number
}

/**
 * Counts what a person presses and fills in, on pages that are opened from now on. A choice from a list or of a file is two taps.
 * The browser keeps the numbers, because a message to the test could arrive after the step has ended.
 */
export async function countEffort(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const add = (what: keyof Effort, number: number) =>
      sessionStorage.setItem(what, String(Number(sessionStorage.getItem(what)) + number))
    addEventListener('click', () => add('taps', 1), true)
    addEventListener(
      'change',
      ({ target }) => {
        if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return
        if (target instanceof HTMLSelectElement || target.type === 'file') add('taps', 2)
        else if (!['checkbox', 'radio'].includes(target.type)) add('fields', 1)
      },
      true,
    )
  })
}

/** Returns what one step took, and begins the next. */
export const takeEffort = (page: Page): Promise<Effort> =>
  page.evaluate(() => {
    const take = (what: keyof Effort) => {
      const number = Number(sessionStorage.getItem(what))
      sessionStorage.removeItem(what)
      return number
    }
    return { taps: take('taps'), fields: take('fields') }
  })
