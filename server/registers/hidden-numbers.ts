import type { CellProblem } from '#contract/registers/check-row.ts'

/** Whoever finds a session open reads no identity numbers of a file. The last four characters are enough to find its row. */
export const hideNumber = (number: string) => number.replaceAll(/.(?=.{4})/gu, '•')

/** Hides whatever has the form of an identity number of Singapore. */
export const hideNRICs = (text: string) => text.replaceAll(/\b[STFGM]\d{7}[A-Z]\b/gi, hideNumber)

/** What a problem shows of its cell. Of a whole row, any long word with a digit may be the identity number. */
export function shownValue({ column, value }: Pick<CellProblem, 'column' | 'value'>) {
  if (column === 'identity_number') return hideNumber(value)
  return column === '' ? value.replaceAll(/[\p{L}\d]*\d[\p{L}\d]*/gu, hideNumber) : hideNRICs(value)
}
