import { foldName } from '#contract/fold-name.ts'

/**
 * Whether two names differ only in spacing, hyphens, case, accents and the order of their words: `Tan Mei-Ling`, `MEILING TAN`.
 * A name in two scripts, `Tan Ah Kow 陳亞九`, is the same as each of them alone, and as 陈亚九 in simplified characters.
 */
export function isSameName(one: string, other: string): boolean {
  const [name, otherName] = [nameIn(one), nameIn(other)]
  const shared = (['latin', 'other'] as const).filter((script) => hasWords(name[script]) && hasWords(otherName[script]))
  return shared.length > 0 && shared.every((script) => isSameText(name[script], otherName[script]))
}

/** A name by script. Digits and marks count as Latin. The indexes divide at the same character, and fold the others alike. */
export function nameIn(name: string) {
  const letters = name.normalize('NFKD')
  return { latin: letters.replaceAll(/[^ -\u036f]/g, ' '), other: foldName(letters.replaceAll(/[ -\u036f]/g, ' ')) }
}

function isSameText(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  if (words.join('').length !== others.join('').length) return false
  return canPair(words, others, '', { left: mostSteps })
}

/** False for the empty names and dashes of old registers. */
export const hasWords = (name: string) => /[\p{L}\p{N}]/u.test(name)

/** A name needs a few dozen. Without a limit, somebody could make up two names that keep the server busy for hours. */
const mostSteps = 500

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/** Lays the words of both names side by side, in any order. `rest` is what the second name is ahead. */
function canPair(words: readonly string[], others: readonly string[], rest: string, steps: { left: number }): boolean {
  if (rest === '' && words.length === 0) return others.length === 0
  steps.left -= 1
  if (steps.left < 0) return false
  return words.some((word, at) => {
    const left = words.toSpliced(at, 1)
    if (rest.startsWith(word)) return canPair(left, others, rest.slice(word.length), steps)
    /** The first name is ahead now, so the two change places. */
    return word.startsWith(rest) && canPair(others, left, word.slice(rest.length), steps)
  })
}
