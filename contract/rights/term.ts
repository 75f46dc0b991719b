import { formatDay } from '../dates.ts'
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

/** `until 14 Mar 2056`, `without an end` or `30 years from the first placement`. */
export function describeTerm({ years, endsOn }: Term): string {
  if (endsOn) return `until ${formatDay(endsOn)}`
  return years === null ? 'without an end' : `${countYears(years)} from the first placement`
}

/** The same for staff: whether it has ended, too. */
export const describeRight = (right: RightOfBooking): string =>
  right.state === 'living' ? describeTerm(right) : `${rightStates[right.state].toLowerCase()}, ${describeTerm(right)}`

const countYears = (years: number) => (years === 1 ? '1 year' : `${years} years`)

/** The last day of a year, a month or a day: `2056` ends on 31 December. */
export function lastDayOf(date: string): string {
  if (date.length > 7) return date
  if (date.length === 4) return `${date}-12-31`
  const [year = 0, month = 0] = date.split('-').map(Number)
  return `${date}-${String(daysIn(year, month)).padStart(2, '0')}`
}

/** The last day of a term of so many years. 29 February becomes 28 February in a year that has none. */
export function endOfTerm(from: string, years: number): string {
  const year = Number(from.slice(0, 4)) + years
  const [, month, day] = from.split('-')
  if (!month) return lastDayOf(String(year))
  if (!day) return lastDayOf(`${year}-${month}`)
  const last = Math.min(Number(day), daysIn(year, Number(month)))
  return `${year}-${month}-${String(last).padStart(2, '0')}`
}

/** Day 0 of the next month is the last day of this one. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The last day is part of the term. */
export const isOver = (endsOn: string | null, today: string): boolean => endsOn !== null && today > endsOn

/** The rules of the house, as they are when a right is granted. */
export interface HouseRules {
  basis: RightBasis
  years: number | null
  until: string | null
}

export const perpetual: HouseRules = { basis: 'perpetual', years: null, until: null }

/** The term of a right that is granted under these rules. */
export const termUnder = ({ basis, years, until }: HouseRules, grantedOn: string): Term => ({
  basis,
  years,
  endsOn: basis === 'purchase' && years !== null ? endOfTerm(grantedOn, years) : until,
})

/** For the audit log. */
export const describeRules = ({ basis, years, until }: HouseRules): string => {
  const term = until ? formatDay(until) : years && countYears(years)
  return term ? `${basisLabels[basis]}: ${term}` : basisLabels[basis]
}
