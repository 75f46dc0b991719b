import { genders } from '../accounts/genders.ts'
import { longestName, relationships } from '../bookings/booking.ts'
import { isIsoDay } from '../dates.ts'
import { columnSides, rowEnds } from '../halls/wall-numbering.ts'
import { toCents } from '../money.ts'
import { halves, maxCapacity } from '../niches/niche.ts'
import { isAfter, isPartialDate } from './partial-date.ts'

/** No `Pending`: a register has no bookings that wait for payment or a decision. */
export const registerStatuses = ['Available', 'Reserved', 'Occupied', 'Blocked'] as const

/** `Holder name` for `holder_name`. */
export const columnTitle = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** One column of a register, which docs/registers.md describes. */
export interface Column<Name extends string = string> {
  name: Name
  required?: true
  max: number
  values?: readonly string[]
  /** Returns what is wrong with a value that is not empty. */
  rule?: (value: string, today: string) => string | undefined
  /** Help for the field with one value for all rows. */
  help?: string
  /** What the column describes, if several rows are about it: they must not contradict each other. */
  of?: 'block' | 'hall' | 'right'
  /**
   * An empty value never contradicts what Columba has stored. An export leaves out the identity numbers of the living, and those of earlier
   * builds had no column for the others.
   */
  mayBeUnsaid?: true
  /** It may be left empty if the register has it wrong. Codes, names and identity numbers may not. */
  mayBeOmitted?: true
  /** Can be given for each person if a row names several. */
  ofEachPerson?: true
}

const wholeNumber = (least: number, most: number) => (value: string) =>
  /^-?\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
    ? undefined
    : `must be a whole number from ${least} to ${most}`

/** The only values that a column may have. They are read in any case. */
const listed = (values: readonly string[]) => ({
  values,
  rule: (value: string) => (values.includes(value) ? undefined : `must be one of ${values.join(', ')}`),
})

const pattern = (expected: RegExp, message: string) => (value: string) => (expected.test(value) ? undefined : message)

const price = (value: string) =>
  toCents(value) === undefined ? 'must be an amount such as 3800.00, at most 1000000.00' : undefined

const pastDate = (value: string, today: string) => {
  if (!isPartialDate(value)) return 'must be a year (1932), a month (1932-05) or a day (1932-05-14)'
  return isAfter(value, today) ? 'is in the future' : undefined
}

const partialDate = (value: string) =>
  isPartialDate(value) ? undefined : 'must be a year (2056), a month (2056-03) or a day (2056-03-14)'

const localTime = (value: string) => {
  const [day = '', time = ''] = value.split('T')
  const isTime = isIsoDay(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
  return isTime ? undefined : 'must be a day and a time such as 2026-12-01T09:00'
}

const telephone = pattern(/^\+?[\d ()/-]{3,}$/, 'is not a telephone number')
const email = pattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'is not an email address')
const oneLine = pattern(/^[^\r\n]*$/, 'must be on one line')

const priceHelp = 'Price in SGD, also of niches that are taken; 0.00 if there is nothing to pay'
const yesOrNo = ['yes', 'no']

/** Keeps the names of the columns in the type of the list. */
const columns = <Name extends string>(...list: Column<Name>[]): readonly Column<Name>[] => list

const nicheColumns = columns(
  { name: 'building', required: true, max: 80, rule: oneLine, help: 'Name of the hall' },
  { name: 'level', required: true, max: 10, rule: wholeNumber(-9, 99), help: 'Number of the floor' },
  { name: 'block', required: true, max: 20, rule: oneLine, help: 'Name of the block on its floor, such as A' },
  { name: 'code', required: true, max: 40, rule: oneLine },
  { name: 'column', required: true, max: 10, rule: wholeNumber(1, 9999), help: 'Column, counted from 1' },
  { name: 'row', required: true, max: 10, rule: wholeNumber(1, 9999), help: 'Row, counted from 1' },
  { name: 'half', max: 10, ...listed(halves) },
  { name: 'price', required: true, max: 12, rule: price, help: priceHelp },
  { name: 'status', required: true, max: 20, ...listed(registerStatuses) },
  { name: 'reason', max: 500, mayBeUnsaid: true },
  { name: 'capacity', max: 10, rule: wholeNumber(1, maxCapacity) },
  { name: 'further_price', max: 12, rule: price },
  { name: 'urns', max: 10, rule: wholeNumber(0, maxCapacity), mayBeUnsaid: true },
  { name: 'first_column_at', max: 10, ...listed(columnSides), of: 'block' },
  { name: 'row_one_at', max: 10, ...listed(rowEnds), of: 'block' },
  { name: 'opening_width_mm', max: 10, rule: wholeNumber(1, 9999), of: 'block' },
  { name: 'opening_height_mm', max: 10, rule: wholeNumber(1, 9999), of: 'block' },
  { name: 'opens_at', max: 20, rule: localTime, of: 'block' },
  { name: 'directions', max: 1000, of: 'hall' },
  { name: 'is_blocked', max: 3, ...listed(yesOrNo), mayBeUnsaid: true },
)

const peopleColumns = columns(
  { name: 'code', required: true, max: 40, rule: oneLine },
  { name: 'holder_name', max: 200 },
  { name: 'holder_contact', max: 30, rule: telephone, mayBeOmitted: true },
  { name: 'holder_email', max: 200, rule: email, mayBeOmitted: true },
  { name: 'beneficiary_name', max: longestName, ofEachPerson: true },
  { name: 'other_script', max: longestName, ofEachPerson: true },
  { name: 'gender', max: 20, ...listed(genders), mayBeOmitted: true, ofEachPerson: true },
  { name: 'nationality', max: 200, mayBeOmitted: true, ofEachPerson: true },
  { name: 'identity_number', max: 20, mayBeUnsaid: true, ofEachPerson: true },
  { name: 'relationship', max: 20, ...listed(relationships), mayBeOmitted: true, ofEachPerson: true },
  { name: 'born', max: 10, rule: pastDate, mayBeOmitted: true, ofEachPerson: true },
  { name: 'died', max: 10, rule: pastDate, mayBeOmitted: true, ofEachPerson: true },
  { name: 'is_here', max: 3, ...listed(yesOrNo), mayBeUnsaid: true, ofEachPerson: true },
  { name: 'for_later', max: 3, ...listed(yesOrNo), ofEachPerson: true },
  { name: 'address', max: 200, mayBeOmitted: true },
  { name: 'unit', max: 200, mayBeOmitted: true },
  { name: 'postal_code', max: 20, rule: pattern(/^\d{6}$/, 'must be 6 digits'), mayBeOmitted: true },
  { name: 'inscription', max: 500, mayBeOmitted: true, ofEachPerson: true },
  { name: 'booked_on', max: 10, rule: pastDate, mayBeOmitted: true },
  { name: 'reference', max: 100, mayBeOmitted: true },
  { name: 'deed', max: 100, mayBeOmitted: true },
  { name: 'right_from', max: 10, rule: pastDate, of: 'right', mayBeOmitted: true },
  { name: 'right_until', max: 10, rule: partialDate, of: 'right', mayBeOmitted: true },
  { name: 'second_holder', max: 500, of: 'right', mayBeOmitted: true },
  { name: 'receipt_no', max: 100, mayBeUnsaid: true, mayBeOmitted: true },
  { name: 'remarks', max: 500, mayBeOmitted: true, ofEachPerson: true },
  { name: 'visitors', max: 10, ...listed(['shared', 'withheld']), mayBeUnsaid: true },
  { name: 'withheld_reason', max: 500, mayBeUnsaid: true },
)

export const columnsOf = { niches: nicheColumns, people: peopleColumns } as const
export const optionalDetails: readonly string[] = peopleColumns.flatMap(({ name, mayBeOmitted }) =>
  mayBeOmitted ? [name] : [],
)

/** Every value as text; what is missing is empty. */
export type NicheRow = Record<(typeof nicheColumns)[number]['name'], string>
export type PersonRow = Record<(typeof peopleColumns)[number]['name'], string>
export interface RowOf {
  niches: NicheRow
  people: PersonRow
}

const emptied = <Name extends string>(list: readonly Column<Name>[]) =>
  Object.fromEntries(list.map(({ name }) => [name, ''])) as Record<Name, string>
export const emptyRow: Readonly<RowOf> = { niches: emptied(nicheColumns), people: emptied(peopleColumns) }
