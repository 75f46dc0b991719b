import type { Options } from './to-register.ts'

const keyOf = (headers: readonly string[]) => `columba-spreadsheet:${headers.join('|')}`

/** How a spreadsheet with the same header was matched last in this browser. A private window may refuse to store anything. */
export function recallMatching(headers: readonly string[]): Options | undefined {
  try {
    return JSON.parse(localStorage.getItem(keyOf(headers)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export function rememberMatching(headers: readonly string[], options: Options) {
  try {
    localStorage.setItem(keyOf(headers), JSON.stringify(options))
  } catch {
    // Matched anew next time.
  }
}
