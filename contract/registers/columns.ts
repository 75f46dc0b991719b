import { genders } from '../accounts/genders.ts'
import { longestName, relationships } from '../bookings/booking.ts'
import { isIsoDay } from '../dates.ts'
import { columnSides, rowEnds } from '../halls/wall-numbering.ts'
import { toCents } from '../money.ts'
import { halves, maxCapacity } from '../niches/niche.ts'
import { isAfter, isPartialDate } from './partial-date.ts'

/** No `Pending`: a register has no bookings that wait for payment or a decision. */
const registerStatuses = ['Available', 'Reserved', 'Occupied', 'Blocked'] as const

/** `Holder name` for `holder_name`. */
export const spoken = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** One column of a register. `rule` returns what is wrong with a value that is not empty. */
export interface Column {
  name: string
  /** For the documentation and the page. */
  about: string
  required?: true
  max: number
  values?: readonly string[]
  rule?: (value: string, today: string) => string | undefined
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

const oneLine = pattern(/^[^\r\n]*$/, 'must be on one line')

const yesOrNo = ['yes', 'no']

const nicheColumns = [
  { name: 'building', about: 'Name of the hall', required: true, max: 80, rule: oneLine },
  { name: 'level', about: 'Number of the floor', required: true, max: 10, rule: wholeNumber(-9, 99) },
  { name: 'block', about: 'Name of the block on its floor, such as A', required: true, max: 20, rule: oneLine },
  { name: 'code', about: 'Code of the niche, unique in the whole register', required: true, max: 40, rule: oneLine },
  { name: 'column', about: 'Column, counted from 1', required: true, max: 10, rule: wholeNumber(1, 9999) },
  { name: 'row', about: 'Row, counted from 1', required: true, max: 10, rule: wholeNumber(1, 9999) },
  {
    name: 'half',
    about: `Which of several niches behind one door: ${halves.join(', ')}; empty for a door of its own`,
    max: 10,
    ...listed(halves),
  },
  {
    name: 'price',
    about: 'Price in SGD, also of niches that are taken; 0.00 if there is nothing to pay',
    required: true,
    max: 12,
    rule: price,
  },
  {
    name: 'status',
    about: `${registerStatuses.join(', ')}; Reserved for a pre-order, Occupied if it holds an urn`,
    required: true,
    max: 20,
    ...listed(registerStatuses),
  },
  { name: 'reason', about: 'Why the niche is Blocked', max: 500 },
  { name: 'capacity', about: 'For how many people; empty for one', max: 10, rule: wholeNumber(1, maxCapacity) },
  {
    name: 'further_price',
    about: 'Price for each person after the first, in SGD; empty for nothing',
    max: 12,
    rule: price,
  },
  {
    name: 'urns',
    about:
      'How many urns are in the niche; empty: one for each person who is here, or one if an Occupied niche names nobody',
    max: 10,
    rule: wholeNumber(0, maxCapacity),
  },
  {
    name: 'first_column_at',
    about: 'Of the block: on which side of the wall the lowest column is, left or right; empty for left',
    max: 10,
    ...listed(columnSides),
  },
  {
    name: 'row_one_at',
    about: 'Of the block: at which end of the wall the lowest row is, top or bottom; empty for top',
    max: 10,
    ...listed(rowEnds),
  },
  {
    name: 'opening_width_mm',
    about: 'Of the block: width of its doors, where an urn must fit through',
    max: 10,
    rule: wholeNumber(1, 9999),
  },
  { name: 'opening_height_mm', about: 'Of the block: height of its doors', max: 10, rule: wholeNumber(1, 9999) },
  {
    name: 'opens_at',
    about: 'Of the block: from when it can be booked, 2026-12-01T09:00 in Singapore; empty for at once',
    max: 20,
    rule: localTime,
  },
  { name: 'directions', about: 'Of the hall: how to get there', max: 1000 },
  {
    name: 'is_blocked',
    about: 'yes for an Occupied or Reserved niche that an admin has blocked as well',
    max: 3,
    ...listed(yesOrNo),
  },
] as const satisfies readonly Column[]

const peopleColumns = [
  {
    name: 'code',
    about: 'Code of a niche that is Reserved or Occupied; as often as people have a place in it',
    required: true,
    max: 40,
    rule: oneLine,
  },
  { name: 'holder_name', about: 'Who holds the niche; this or the name of the beneficiary is needed', max: 200 },
  {
    name: 'holder_contact',
    about: 'Telephone number of the holder',
    max: 30,
    rule: pattern(/^\+?[\d ()/-]{3,}$/, 'is not a telephone number'),
  },
  {
    name: 'holder_email',
    about: 'Email address of the holder',
    max: 200,
    rule: pattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'is not an email address'),
  },
  { name: 'beneficiary_name', about: 'For whom the niche is', max: longestName },
  { name: 'other_script', about: 'The name in another script, such as 陳大文', max: longestName },
  { name: 'gender', about: genders.join(' or '), max: 20, ...listed(genders) },
  { name: 'nationality', about: 'Nationality of the beneficiary', max: 200 },
  { name: 'identity_number', about: 'NRIC or other number of the beneficiary; stored encrypted', max: 20 },
  {
    name: 'relationship',
    about: `What the beneficiary is to the holder: ${relationships.join(', ')}`,
    max: 20,
    ...listed(relationships),
  },
  { name: 'born', about: 'Year, month or day of birth: 1932, 1932-05 or 1932-05-14', max: 10, rule: pastDate },
  { name: 'died', about: 'Year, month or day of death; empty for a pre-order', max: 10, rule: pastDate },
  {
    name: 'is_here',
    about: 'no: the urn has not come; empty: yes for a person of an Occupied niche who is not for later',
    max: 3,
    ...listed(yesOrNo),
  },
  {
    name: 'for_later',
    about: 'yes for a pre-order beside somebody in an Occupied niche',
    max: 3,
    ...listed(yesOrNo),
  },
  { name: 'address', about: 'Last address of the beneficiary', max: 200 },
  { name: 'unit', about: 'Unit number', max: 200 },
  { name: 'postal_code', about: 'Six digits', max: 20, rule: pattern(/^\d{6}$/, 'must be 6 digits') },
  { name: 'inscription', about: 'Text on the niche', max: 500 },
  { name: 'booked_on', about: 'Year, month or day on which the niche was given', max: 10, rule: pastDate },
  { name: 'reference', about: 'Number or page in the old register', max: 100 },
  { name: 'deed', about: 'Number of the deed', max: 100 },
  { name: 'right_from', about: 'Year, month or day from which the family has the right', max: 10, rule: pastDate },
  {
    name: 'right_until',
    about: 'Year, month or day until which the family has the right; empty if it has no end',
    max: 10,
    rule: partialDate,
  },
  {
    name: 'second_holder',
    about: 'Who holds the right together with the holder; several names with a semicolon between them',
    max: 500,
  },
  { name: 'receipt_no', about: 'Number of the receipt for what was paid before Columba', max: 100 },
  { name: 'remarks', about: 'Anything else', max: 500 },
  {
    name: 'visitors',
    about:
      'shared if the family agreed that visitors find the person, withheld if nobody may; empty: as the house does',
    max: 10,
    ...listed(['shared', 'withheld']),
  },
  { name: 'withheld_reason', about: 'Why the person is withheld from visitors', max: 500 },
] as const satisfies readonly Column[]

export const columnsOf = { niches: nicheColumns, people: peopleColumns } as const

/** Every value as text; what is missing is empty. */
export type NicheRow = Record<(typeof nicheColumns)[number]['name'], string>
export type PersonRow = Record<(typeof peopleColumns)[number]['name'], string>
export interface RowOf {
  niches: NicheRow
  people: PersonRow
}

/**
 * Columns that describe the block or hall of a niche, the same in all rows of it. An empty value never contradicts what
 * Columba has stored.
 */
export const blockColumns = [
  'first_column_at',
  'row_one_at',
  'opening_width_mm',
  'opening_height_mm',
  'opens_at',
] as const
export const hallColumns = ['directions'] as const

/** What is said of the right to a niche is the same in all rows of its people. An empty value never contradicts what Columba has stored. */
export const rightColumns = ['right_from', 'right_until', 'second_holder'] as const

/** Details of people that may be left empty if the register has them wrong. Codes, names and identity numbers are not among them. */
export const optionalDetails = [
  'holder_contact',
  'holder_email',
  'gender',
  'nationality',
  'relationship',
  'born',
  'died',
  'address',
  'unit',
  'postal_code',
  'inscription',
  'booked_on',
  'reference',
  'deed',
  'right_from',
  'right_until',
  'second_holder',
  'receipt_no',
  'remarks',
] as const satisfies readonly (keyof PersonRow)[]
export type OptionalDetail = (typeof optionalDetails)[number]
