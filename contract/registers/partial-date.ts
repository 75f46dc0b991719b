import { isIsoDay } from '../dates.ts'
import { spoken, t, translate } from '../words/t.ts'

/** Old registers often know only the year, or year and month: `1932`, `1932-05` or `1932-05-14`. */
export const isPartialDate = (text: string): boolean => /^[12]\d{3}(-(0[1-9]|1[0-2]))?$/.test(text) || isIsoDay(text)

/** Whether the date lies after the day, as far as it is known: `2026` is not after 14 March 2026. */
export const isAfter = (date: string, day: string): boolean => {
  const known = Math.min(date.length, day.length)
  return date.slice(0, known) > day.slice(0, known)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `1932`, `May 1932` or `14 May 1932`. */
export function formatPartialDate(date: string): string {
  if (date.length > 7) return spoken().day(date)
  const month = months[Number(date.slice(5, 7)) - 1]
  return month ? t`${translate(month)} ${date.slice(0, 4)}` : date
}

export const notRecorded = 'Not recorded'

/** What an old register does not say is shown as such. */
export const orNotRecorded = (text: string | null | undefined): string => text || notRecorded
export const dateOrNotRecorded = (date: string | null | undefined): string =>
  date ? formatPartialDate(date) : notRecorded

/** A register may count an urn without naming anybody. */
export const urnName = (beneficiaryName: string): string => beneficiaryName.trim() || 'An urn without a name'

/** How staff see somebody who has a place in a niche. `placedUrn` is the tag of their urn, if that is in it. */
export const nameInNiche = (person: { beneficiaryName: string; placedUrn: string | null }): string =>
  person.placedUrn ? urnName(person.beneficiaryName) : orNotRecorded(person.beneficiaryName)
