import type { Page } from '@playwright/test'

export interface Effort {
  taps: number
  fields: number
}

/** What a person presses and fills in from now on, on pages that are opened from now on. A choice from a list or of a file is two taps. */
export async function countEffort(page: Page): Promise<Effort> {
  const effort: Effort = { taps: 0, fields: 0 }
  await page.exposeFunction('countEffort', (what: keyof Effort, number: number) => {
    effort[what] += number
  })
  await page.addInitScript(() => {
    const { countEffort } = window as unknown as { countEffort: (what: keyof Effort, number: number) => void }
    addEventListener('click', () => countEffort('taps', 1), true)
    addEventListener(
      'change',
      ({ target }) => {
        if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return
        if (target instanceof HTMLSelectElement || target.type === 'file') countEffort('taps', 2)
        else if (!['checkbox', 'radio'].includes(target.type)) countEffort('fields', 1)
      },
      true,
    )
  })
  return effort
}
