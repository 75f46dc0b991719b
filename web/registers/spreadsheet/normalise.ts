import { relationships } from '#contract/bookings/booking.ts'
import type { DateColumns, Target } from './match-columns.ts'

export const dateOrders = ['day first', 'month first'] as const
export type DateOrder = (typeof dateOrders)[number]

/** How old registers write that something is not known. */
const unknown = /^(0|-+|\.+|\?+|n\/?a|nil|none|unknown|not known|0001-01-01)$/i

/** The value as the register has it. What is not understood stays as it is, so that the check reports it. */
export function normalise(target: Target, text: string, order: DateOrder): string {
  const value = text.replaceAll(/\s+/g, ' ').trim()
  if (target === 'born' || target === 'died' || target === 'booked_on') return readDate(value, order)
  if (target === 'price' || target === 'further_price') return readPrice(value)
  if (target === 'level')
    return value.replace(/^(l|level|floor|storey)\s*(?=-?\d)/i, '').replace(/^(\d+)(st|nd|rd|th)\b.*$/i, '$1')
  if (target === 'status') return readStatus(value)
  if (target === 'gender') return readFirst(['Female', 'Male'], value)
  if (target === 'for_later' && /^(y|yes|true|x)$/i.test(value)) return 'yes'
  if (target === 'for_later' && /^(no?|false)$/i.test(value)) return ''
  if (target === 'relationship')
    return relationships.find((each) => each.toLowerCase() === value.toLowerCase()) ?? value
  return unknown.test(value) ? '' : value
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function readDate(value: string, order: DateOrder): string {
  if (unknown.test(value)) return ''
  const numbers = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(value)
  if (numbers) {
    const [, one = '', other = '', year = ''] = numbers
    return order === 'day first' ? toDate(year, other, one) : toDate(year, one, other)
  }
  const yearFirst = /^(\d{4})[/. ](\d{1,2})[/. ](\d{1,2})$/.exec(value)
  if (yearFirst) return toDate(yearFirst[1] ?? '', yearFirst[2] ?? '', yearFirst[3] ?? '')
  const named = /^(?:(\d{1,2})[ -])?([a-z]{3})[a-z]*[ ,-]+(\d{4})$/i.exec(value)
  const month = months.indexOf((named?.[2] ?? '').toLowerCase()) + 1
  if (!named || month === 0) return value
  const [, day, , year = ''] = named
  return day ? toDate(year, String(month), day) : `${year}-${String(month).padStart(2, '0')}`
}

/** One date from columns of its own for year, month and day. A part that is not known is left out. */
export function joinDate(parts: DateColumns): string {
  const known = (part: string) => (unknown.test(part) ? '' : part)
  const [year, month, day] = [known(parts.year), known(parts.month), known(parts.day)]
  if (!month && !day) return year
  if (/[a-z]/i.test(month)) return readDate([day, month, year].filter(Boolean).join(' '), 'day first')
  return day ? toDate(year, month, day) : `${year}-${month.padStart(2, '0')}`
}

const toDate = (year: string, month: string, day: string) =>
  [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')

/** `SGD 3,800` becomes `3800`. */
const readPrice = (value: string) => value.replace(/^(sgd|s?\$)\s*/i, '').replaceAll(/,(?=\d{3}(\D|$))/g, '')

const statusWords: Record<string, readonly string[]> = {
  Available: ['available', 'free', 'empty', 'vacant', 'unsold'],
  Reserved: ['reserved', 'booked', 'pre order', 'preorder', 'pre need', 'sold'],
  Occupied: ['occupied', 'used', 'taken', 'in use', 'placed'],
  Blocked: ['blocked', 'closed', 'defective', 'damaged', 'not for sale', 'maintenance'],
}

const readStatus = (value: string) =>
  Object.keys(statusWords).find((status) => statusWords[status]?.includes(value.toLowerCase().replaceAll('-', ' '))) ??
  value

/** `f` for `Female`. */
const readFirst = (words: readonly string[], value: string) =>
  words.find((word) => value !== '' && word.toLowerCase().startsWith(value.toLowerCase())) ?? value
