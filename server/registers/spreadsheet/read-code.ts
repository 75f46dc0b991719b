import { defaultCodePattern } from '#contract/halls/code-pattern.ts'
import { halves } from '#contract/niches/niche.ts'
import { monthOf } from './normalise.ts'

/** What the code of a niche can say about its place. */
export type CodePart = 'level' | 'block' | 'column' | 'row' | 'half'

/**
 * Makes a reader that takes codes apart: `{hall}-{level}{block}-{column}-{row}` reads level 1, block A, column 3 and row 5 in `TH-1A-03-05`,
 * and half b in `TH-1A-03-05-b`.
 */
export function codeReader(pattern: string): (code: string) => Partial<Record<CodePart, string>> | undefined {
  const names: string[] = []
  const expression = pattern
    .split(/(\{\w+(?::\d)?\})/)
    .map((part) => {
      const name = /^\{(\w+)/.exec(part)?.[1]
      if (!name) return part.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      names.push(name)
      if (name !== 'block' && name !== 'hall') return '(\\d+)'
      /** Next to another part without a sign between, digits could belong to either. */
      const isApart = !pattern.includes(`}${part}`) && !pattern.includes(`${part}{`)
      return isApart ? '([A-Za-z0-9]+)' : '([A-Za-z]+)'
    })
    .join('')
  const whole = new RegExp(`^${expression}(?:-([${halves.join('')}]))?$`, 'i')
  return (code) => {
    const found = whole.exec(code)
    if (!found) return undefined
    const parts = names.map((name, at) => [name, name === 'block' ? found[at + 1] : withoutZeros(found[at + 1])])
    const half = found[names.length + 1]?.toLowerCase()
    return Object.fromEntries(half ? [...parts, ['half', half]] : parts)
  }
}

/** How the codes of many houses are made. */
const usualPatterns = [defaultCodePattern, '{hall}-{level}-{block}-{column}-{row}', '{level}{block}-{column}-{row}']

/** The pattern that all of these codes fit; empty if none is usual. */
export const suggestPattern = (codes: readonly string[]): string =>
  (codes.length > 1 && usualPatterns.find((pattern) => codes.every(codeReader(pattern)))) || ''

const withoutZeros = (digits = '') => digits.replace(/^0+(?=\d)/, '')

/**
 * Codes that a spreadsheet took for days, such as 5-1: `2026-01-05` in a workbook, `5-Jan` in a CSV file. Of a code with a number above 12,
 * such as 5-13, it makes a month: `May-13`, in a workbook `2013-05-01`.
 */
const codeDate =
  /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)|(?<dayFirst>\d{1,2})-(?<name>[a-z]{3})|(?<ofYear>[a-z]{3})-(?<number>\d{1,2}))$/i

/** The codes that it may have been, if it was one. */
export function readCodeDate(code: string) {
  const parts = codeDate.exec(code)?.groups
  const month = Number(parts?.month) || monthOf(parts?.name ?? parts?.ofYear ?? '')
  if (!parts || month === 0) return undefined
  const day = Number(parts.day ?? parts.dayFirst ?? parts.number)
  const monthFirst = `${month}-${day}`
  return {
    'day first': parts.ofYear ? monthFirst : `${day}-${month}`,
    'month first': monthFirst,
    year: parts.year,
    mayBeMonth: parts.year !== undefined && day === 1,
  }
}
