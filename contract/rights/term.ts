import { addMonths, daysIn, formatDay } from '../dates.ts'
import { plural } from '../words/plural.ts'
import { spoken, t } from '../words/t.ts'
import { type ExtensionRules, noExtension } from './extension.ts'
import { type RightBasis, type RightOfBooking, rightStates, type Term } from './right.ts'

export const basisLabels: Record<RightBasis, string> = {
  perpetual: 'Without an end',
  purchase: 'Years from the day it is granted',
  firstPlacement: 'Years from the first placement',
  leaseEnd: "Until the end of the land's lease",
  fixedDay: 'Until a fixed day',
}

/** How many years a right lasts, from the purchase or the first placement; otherwise a day on which it ends. */
export const hasYears = (basis: RightBasis) => basis === 'purchase' || basis === 'firstPlacement'
export const hasDay = (basis: RightBasis) => basis === 'leaseEnd' || basis === 'fixedDay'

/** `R-000012`. */
export const formatRightNumber = (number: number): string => `R-${String(number).padStart(6, '0')}`

/** Accepts `r-12` too. Undefined for other texts. */
export function readRightNumber(text: string): number | undefined {
  const [, digits] = /^\s*r-?0*(\d{1,12})\s*$/i.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/**
 * `until 14 Mar 2056`, `without an end` or `30 years from the first placement`. Years from the purchase have no last day before the
 * right is granted.
 */
export function describeTerm({ basis, years, endsOn }: Term): string {
  if (endsOn) return t`until ${spoken().day(endsOn)}`
  if (years === null) return t`without an end`
  return basis === 'purchase'
    ? t`${countYears(years)} from the day on which the booking is confirmed`
    : t`${countYears(years)} from the first placement`
}

/** The same for staff: whether it has ended, too. */
export const describeRight = (right: RightOfBooking): string =>
  right.state === 'living' ? describeTerm(right) : `${rightStates[right.state].toLowerCase()}, ${describeTerm(right)}`

export const countYears = (years: number) => plural(years, { one: t`1 year`, other: t`${years} years` })

/** The last day of a year, a month or a day: `2056` ends on 31 December. */
export function lastDayOf(date: string): string {
  if (date.length > 7) return date
  if (date.length === 4) return `${date}-12-31`
  const [year = 0, month = 0] = date.split('-').map(Number)
  return `${date}-${String(daysIn(year, month)).padStart(2, '0')}`
}

/** The last day of a term of so many years. 29 February becomes 28 February in a year that has none. */
export function endOfTerm(from: string, years: number): string {
  if (from.length > 7) return addMonths(from, 12 * years)
  return lastDayOf(`${Number(from.slice(0, 4)) + years}${from.slice(4)}`)
}

/** The last day is part of the term. */
export const isOver = (endsOn: string | null, today: string): boolean => endsOn !== null && today > endsOn

/** The rules of the house, as they are when a right is granted. */
export interface HouseRules extends ExtensionRules {
  basis: RightBasis
  years: number | null
  until: string | null
}

export const perpetual: HouseRules = { basis: 'perpetual', years: null, until: null, ...noExtension }

/** The term of a right that is granted under these rules. */
export const termUnder = (
  { basis, years, until }: Omit<HouseRules, keyof ExtensionRules>,
  grantedOn: string,
): Term => ({
  basis,
  years,
  endsOn: basis === 'purchase' && years !== null ? endOfTerm(grantedOn, years) : until,
})

/** What the house promises before a right is granted. */
export const termOffered = ({ basis, years, until }: HouseRules): Term => ({ basis, years, endsOn: until })

/** For the audit log. */
export const describeRules = ({ basis, years, until, extensionYears, extensionTimes }: HouseRules): string => {
  const term = until ? formatDay(until) : years && countYears(years)
  const extension = extensionYears && `, extended by ${countYears(extensionYears)} up to ${extensionTimes} times`
  return `${basisLabels[basis]}${term ? `: ${term}` : ''}${extension ?? ''}`
}
