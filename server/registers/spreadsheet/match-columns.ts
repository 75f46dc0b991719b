import {
  type Choices,
  columnUseOf,
  columnUses,
  dateTargets,
  type Target,
  targets,
} from '#contract/registers/choices.ts'

/** What operators call the columns, besides the names of the register. */
const otherNames: Partial<Record<Target, readonly string[]>> = {
  building: ['hall', 'building name', 'chapel', 'temple'],
  level: ['floor', 'storey', 'level number'],
  block: ['block name', 'wall', 'section', 'bay'],
  code: ['niche', 'niche code', 'niche no', 'niche number', 'no', 'lot', 'lot no', 'slot', 'unit no', 'number'],
  column: ['col', 'column no'],
  row: ['row no', 'tier'],
  half: ['side', 'part'],
  price: ['amount', 'fee', 'cost', 'donation'],
  status: ['state', 'occupancy'],
  urns: ['number of urns', 'no of urns', 'urn count', 'urns inside', 'ashes'],
  capacity: ['places', 'persons', 'number of persons', 'number of people', 'type', 'single double'],
  further_price: ['price of a further person'],
  holder_name: ['holder', 'owner', 'applicant', 'permittee', 'next of kin', 'nok', 'contact person', 'purchaser'],
  holder_contact: [
    'telephone',
    'phone',
    'contact',
    'contact number',
    'contact no',
    'mobile',
    'tel',
    'tel no',
    'holder tel',
  ],
  holder_email: ['email', 'e mail'],
  beneficiary_name: [
    'name',
    'deceased',
    'name of deceased',
    'deceased name',
    'beneficiary',
    'occupant',
    'name in english',
  ],
  other_script: ['chinese name', 'name in chinese', 'chinese', 'name in tamil', '姓名', '中文名'],
  gender: ['sex'],
  identity_number: ['nric', 'ic', 'ic no', 'id number', 'passport'],
  relationship: ['relation', 'relation to holder', 'relationship to holder'],
  born: ['date of birth', 'birth', 'year of birth', 'dob', 'birth date'],
  died: ['date of death', 'death', 'year of death', 'dod', 'death date', 'deceased on', 'passed away'],
  is_here: ['urn here', 'interred', 'placed', 'urn placed', 'inurned'],
  for_later: ['pre order', 'preorder', 'pre need', 'living'],
  booked_on: ['date', 'date of purchase', 'purchase date', 'date given', 'date of grant', 'date of booking'],
  postal_code: ['postcode', 'post code', 'zip'],
  inscription: ['engraving', 'epitaph'],
  deed: ['deed no', 'deed number', 'certificate no', 'permit no'],
  second_holder: ['joint holder', 'co holder', 'second owner', 'holder 2', '2nd holder'],
  receipt_no: ['receipt', 'receipt number', 'or no', 'official receipt'],
  reference: ['reference no', 'ref', 'page', 'file no'],
  remarks: ['remark', 'notes', 'note', 'comments'],
}

/** What operators call a date whose year, month and day have columns of their own: `Day of death`, `death month`. */
const dateNames: Record<(typeof dateTargets)[number], readonly string[]> = {
  born: ['birth', 'born'],
  died: ['death', 'died'],
  booked_on: ['purchase', 'grant', 'booking'],
}

/** How columns of a further person in the same row are marked, before or after the name. */
const personWords = [
  ['first', '1st', '1', 'husband'],
  ['second', '2nd', '2', 'wife'],
  ['third', '3rd', '3'],
  ['fourth', '4th', '4'],
]
/** What else stands between the mark and the name. */
const filler = /\b(urn|person|deceased|niche|the|of|holder s)\b/g

/** For example `date of birth` for `Date_of-Birth:`. */
const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const namesOf = ({ key, target, person, part }: (typeof columnUses)[number]): string[] =>
  person === 0 && !part ? [plain(target), ...(otherNames[target] ?? [])] : [plain(key)]

const useByName = new Map(columnUses.flatMap((use) => namesOf(use).map((name) => [name, use.key] as const)))
/** Exact names of the register come before what operators call other columns. */
for (const { name } of targets) useByName.set(plain(name), name)

/** What a column becomes, by its name. */
function recognise(header: string): string | undefined {
  const name = plain(header)
  const known = useByName.get(name)
  if (known) return known
  const words = name.split(' ')
  const person = personWords.findIndex((marks) => marks.some((mark) => mark === words[0] || mark === words.at(-1)))
  const marks = personWords[person] ?? []
  const rest = words.filter((word) => !marks.includes(word)).join(' ')
  const key = useByName.get(rest) ?? useByName.get(rest.replaceAll(filler, ' ').replaceAll(/ +/g, ' ').trim())
  const named = columnUseOf(key)
  return columnUses.find((use) => use.person === person && use.target === named?.target && use.part === named.part)?.key
}

/** The columns of the register that the header names. A column of one kind is used once. */
export function matchColumns(headers: readonly string[]): Choices['columns'] {
  const columns: Choices['columns'] = {}
  const taken = new Set<string>()
  const take = (header: string, key: string | undefined) => {
    if (!key || taken.has(key) || columns[header]) return
    columns[header] = key
    taken.add(key)
  }
  for (const header of headers) take(header, divided(headers).get(header))
  for (const header of headers) take(header, useByName.get(plain(header)))
  for (const header of headers) take(header, recognise(header))
  return Object.fromEntries(Object.entries(columns).filter(([, key]) => isOfNamedPerson(key, taken)))
}

/** The columns of dates that have one of their own for the year and the month. */
function divided(headers: readonly string[]): Map<string, string> {
  const byName = new Map(headers.map((header) => [plain(header), header]))
  return new Map(
    dateTargets.flatMap((target) => {
      const columnOf = (part: string) =>
        dateNames[target].flatMap((name) => [`${part} of ${name}`, `${name} ${part}`]).find((name) => byName.has(name))
      const parts = ['year', 'month', 'day'].map((part) => [part, columnOf(part)] as const)
      if (!parts[0]?.[1] || !parts[1]?.[1]) return []
      return parts.flatMap(([part, name]) => (name ? [[byName.get(name) ?? '', `${target} ${part}`] as const] : []))
    }),
  )
}

/** `Remarks (2)` is of a second person only if there is a column with a second name. */
function isOfNamedPerson(key: string, taken: ReadonlySet<string>): boolean {
  const use = columnUseOf(key)
  return (
    !use?.person ||
    columnUses.some((each) => each.person === use.person && each.target === 'beneficiary_name' && taken.has(each.key))
  )
}
