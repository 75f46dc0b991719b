/** Whether two names differ only in spacing, hyphens, case, accents and the order of their words: `Tan Mei-Ling`, `MEILING TAN`. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  if (!hasWords(one) || words.join('').length !== others.join('').length) return false
  return canPair(words, others, '')
}

/** False for the empty names and dashes of old registers. */
export const hasWords = (name: string) => /[\p{L}\p{N}]/u.test(name)

/** Trying the orders of more words could take too long. */
const mostWords = 10

function wordsOf(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  return words.length > mostWords ? [words.sort().join('')] : words
}

/** Lays the words of both names side by side, in any order. `rest` is what the second name is ahead. */
function canPair(words: readonly string[], others: readonly string[], rest: string): boolean {
  if (rest === '' && words.length === 0) return others.length === 0
  return words.some((word, at) => {
    const left = words.toSpliced(at, 1)
    if (rest.startsWith(word)) return canPair(left, others, rest.slice(word.length))
    /** The first name is ahead now, so the two change places. */
    return word.startsWith(rest) && canPair(others, left, word.slice(rest.length))
  })
}
