import { columnsOf, type NicheRow, type PersonRow } from '#contract/registers/columns.ts'
import { type DateColumns, type Mapping, type Target, targets } from './match-columns.ts'
import { type DateOrder, joinDate, normalise } from './normalise.ts'
import { readCode } from './read-code.ts'
import type { Rows } from './read-spreadsheet.ts'

export interface Options {
  mapping: Mapping
  order: DateOrder
  /** Empty if the codes say nothing about places. */
  codePattern: string
}

/** Values of one column that were written in another way, with the first as an example. */
export interface Change {
  target: Target
  count: number
  from: string
  to: string
}

export interface Converted {
  niches: NicheRow[]
  people: PersonRow[]
  /** The row of the spreadsheet from which each of them comes. */
  rowOf: { niches: number[]; people: number[] }
  changes: Change[]
  /** Rows that are there twice, word for word; each is taken once. */
  repeated: number
  /** Codes of niches with more people than the spreadsheet has places for. They get as many as they need. */
  enlarged: string[]
}

type Cells = Record<Target, string>

/** Both files of a register from one spreadsheet: a line for each niche or, in a niche for several, for each person. */
export function toRegister([header, ...rows]: Rows, options: Options): Converted {
  const headers = header?.cells ?? []
  const niches = new Map<string, NicheRow>()
  const people: PersonRow[] = []
  const inNiche = new Map<string, number>()
  const rowOf: Converted['rowOf'] = { niches: [], people: [] }
  const changes = new Map<Target, Change>()
  const seen = new Set<string>()
  for (const row of rows) {
    const text = JSON.stringify(row.cells)
    if (seen.has(text)) continue
    seen.add(text)
    const cells = readCells(headers, row.cells, options, changes)
    const isNamed = cells.holder_name !== '' || cells.beneficiary_name !== ''
    const status = cells.status || statusOf(cells)
    const code = cells.code.toUpperCase()
    const niche = niches.get(code)
    if (!niche) {
      niches.set(code, { ...pick('niches', cells), status })
      rowOf.niches.push(row.number)
    } else if ((cells.status || !options.mapping.status) && isStronger(status, niche.status)) niche.status = status
    if (!isNamed) continue
    rowOf.people.push(row.number)
    const for_later = cells.for_later || (cells.status === 'Reserved' ? 'yes' : '')
    people.push({ ...pick('people', cells), code: cells.code, for_later })
    /** Another holder of a niche is no further person in it: the check reports that row. */
    if (cells.beneficiary_name) inNiche.set(code, (inNiche.get(code) ?? 0) + 1)
  }
  /** Elsewhere, the status of the niche says it already. */
  for (const person of people)
    if (person.for_later === 'yes' && niches.get(person.code.toUpperCase())?.status !== 'Occupied')
      person.for_later = ''
  const enlarged = [...niches.values()].filter(({ code, capacity }) => {
    const needed = inNiche.get(code.toUpperCase()) ?? 0
    return needed > Number(capacity || 1)
  })
  for (const niche of enlarged) niche.capacity = String(inNiche.get(niche.code.toUpperCase()))
  return {
    niches: [...niches.values()],
    people,
    rowOf,
    changes: [...changes.values()],
    repeated: rows.length - seen.size,
    enlarged: enlarged.map(({ code }) => code),
  }
}

function readCells(
  headers: string[],
  row: string[],
  { mapping, order, codePattern }: Options,
  changes: Map<Target, Change>,
) {
  const cells = Object.fromEntries(
    targets.map(({ name }) => {
      const source = mapping[name]
      if (!source || 'same' in source) return [name, source?.same ?? '']
      const cell = (header: string) => row[headers.indexOf(header)] ?? ''
      const [from, to] = 'parts' in source ? readParts(source.parts, cell) : readOne(name, cell(source.header), order)
      if (to !== from) count(changes, name, from, to)
      return [name, to]
    }),
  ) as Cells
  const parts = codePattern ? readCode(codePattern, cells.code) : undefined
  for (const [name, value] of Object.entries(parts ?? {})) if (name in cells) cells[name as Target] ||= value
  return cells
}

const readOne = (target: Target, from: string, order: DateOrder) => [from, normalise(target, from, order)] as const

function readParts({ year, month, day }: DateColumns, cell: (header: string) => string) {
  const parts = { year: cell(year), month: cell(month), day: cell(day) }
  return [[parts.day, parts.month, parts.year].filter(Boolean).join(' '), joinDate(parts)] as const
}

function count(changes: Map<Target, Change>, target: Target, from: string, to: string) {
  const change = changes.get(target) ?? { target, count: 0, from, to }
  change.count += 1
  changes.set(target, change)
}

/** What the rows of one niche say together is what the strongest of them says. */
const byStrength = ['Available', 'Reserved', 'Occupied']
const isStronger = (status: string, than: string) =>
  byStrength.includes(than) && byStrength.indexOf(status) > byStrength.indexOf(than)

/** For a spreadsheet without a column of statuses. */
function statusOf({ beneficiary_name, died, holder_name, for_later }: Cells) {
  if (died || (beneficiary_name && for_later !== 'yes')) return 'Occupied'
  return beneficiary_name || holder_name ? 'Reserved' : 'Available'
}

const pick = <File extends keyof typeof columnsOf>(file: File, cells: Cells) =>
  Object.fromEntries(columnsOf[file].map(({ name }) => [name, cells[name as Target] ?? ''])) as File extends 'niches'
    ? NicheRow
    : PersonRow

/** A CSV file as the import reads it. */
export function toCsvFile(name: string, rows: readonly Record<string, string>[], columns: readonly string[]): File {
  const line = (values: readonly string[]) => `${values.map(quote).join(',')}\r\n`
  const text = [line(columns), ...rows.map((row) => line(columns.map((column) => row[column] ?? '')))]
  return new File(text, name, { type: 'text/csv' })
}

const quote = (value: string) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
