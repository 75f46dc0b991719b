import { columnsOf } from '#contract/registers/columns.ts'

/** What a spreadsheet can say about a niche and about the person in it, under the names of the register. */
export const targets = [...columnsOf.niches, ...columnsOf.people.filter(({ name }) => name !== 'code')]
export type Target = (typeof targets)[number]['name']

/** The columns of the spreadsheet that have the parts of a date; empty if there is no such column. */
export interface DateColumns {
  year: string
  month: string
  day: string
}

/** Where a value of the register comes from: a column of the spreadsheet, three columns with a date, or one text for every row. */
export type Source = { header: string } | { parts: DateColumns } | { same: string }
export type Mapping = Partial<Record<Target, Source>>

const dates = ['born', 'died', 'booked_on'] as const satisfies readonly Target[]
export const isDate = (target: Target) => dates.some((date) => date === target)

/** What operators call the columns of a date that is divided into day, month and year: `Day of death`, `death month`. */
const dateNames: Record<(typeof dates)[number], readonly string[]> = {
  born: ['birth', 'born'],
  died: ['death', 'died'],
  booked_on: ['purchase', 'grant', 'booking'],
}

/** What operators call the columns, besides the names of the register. */
const otherNames: Partial<Record<Target, readonly string[]>> = {
  building: ['hall', 'building name', 'chapel', 'temple'],
  level: ['floor', 'storey', 'level number'],
  block: ['block name', 'wall', 'section', 'bay'],
  code: ['niche', 'niche code', 'niche no', 'niche number', 'lot', 'lot no', 'slot', 'unit no', 'number'],
  column: ['col', 'column no'],
  row: ['row no', 'tier'],
  half: ['side', 'part'],
  price: ['amount', 'fee', 'cost'],
  status: ['state', 'occupancy'],
  capacity: ['places', 'persons', 'number of persons', 'number of people'],
  further_price: ['price of a further person'],
  holder_name: ['holder', 'owner', 'applicant', 'permittee', 'next of kin', 'contact person'],
  holder_contact: ['telephone', 'phone', 'contact', 'contact number', 'mobile', 'tel'],
  holder_email: ['email', 'e mail'],
  beneficiary_name: ['name', 'deceased', 'name of deceased', 'deceased name', 'beneficiary', 'occupant'],
  gender: ['sex'],
  identity_number: ['nric', 'ic', 'ic no', 'id number', 'passport'],
  born: ['date of birth', 'birth', 'year of birth', 'dob', 'birth date'],
  died: ['date of death', 'death', 'year of death', 'dod', 'death date'],
  for_later: ['pre order', 'preorder', 'pre need'],
  booked_on: ['date', 'date of purchase', 'purchase date', 'date given', 'date of grant', 'date of booking'],
  postal_code: ['postcode', 'post code', 'zip'],
  inscription: ['engraving', 'epitaph'],
  reference: ['reference no', 'ref', 'receipt', 'page', 'file no'],
  remarks: ['remark', 'notes', 'note', 'comments'],
}

/** For example `date of birth` for `Date_of-Birth:`. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The columns of the register that the header names; each column of the spreadsheet is used once. */
export function matchColumns(headers: readonly string[]): Mapping {
  const left = new Map(headers.map((header) => [plain(header), header]))
  const mapping: Mapping = {}
  const take = (target: Target, names: readonly string[]) => {
    const found = names.find((name) => left.has(name))
    if (found === undefined || mapping[target]) return
    mapping[target] = { header: left.get(found) ?? '' }
    left.delete(found)
  }
  for (const target of dates) {
    const columnOf = (part: string) =>
      dateNames[target].flatMap((name) => [`${part} of ${name}`, `${name} ${part}`]).find((name) => left.has(name)) ??
      ''
    const found = { year: columnOf('year'), month: columnOf('month'), day: columnOf('day') }
    if (!found.year || !found.month) continue
    const headerOf = (name: string) => left.get(name) ?? ''
    mapping[target] = {
      parts: { year: headerOf(found.year), month: headerOf(found.month), day: headerOf(found.day) },
    }
    for (const name of Object.values(found)) left.delete(name)
  }
  for (const { name } of targets) take(name, [plain(name)])
  for (const { name } of targets) take(name, otherNames[name] ?? [])
  return mapping
}
