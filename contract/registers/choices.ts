import { z } from 'zod'
import { counted } from '../counted.ts'
import { columnsOf, columnTitle, registerStatuses } from './columns.ts'
import { Wall } from './walls.ts'

/** What a spreadsheet can say about a niche and about a person in it, under the names of the register. */
export const targets = [...columnsOf.niches, ...columnsOf.people.filter(({ name }) => name !== 'code')]
export type Target = (typeof targets)[number]['name']

export const dateTargets = [
  'born',
  'died',
  'booked_on',
  'right_from',
  'right_until',
] as const satisfies readonly Target[]
export const isDate = (target: Target) => dateTargets.some((date) => date === target)
const dateParts = ['year', 'month', 'day'] as const

/** Couples and families are often written in one row, each person with columns of their own. */
const morePeople = ['second', 'third', 'fourth'] as const
const ofEachPerson = columnsOf.people.filter((column) => column.ofEachPerson)

/** What one column of a spreadsheet becomes. */
export interface ColumnUse {
  key: string
  label: string
  group: string
  target: Target
  /** Counted from 0: the people of one row. */
  person: number
  /** Only this part of the date. */
  part?: (typeof dateParts)[number]
}

const usesOf = (target: Target, person: number, group: string): ColumnUse[] => {
  const who = person === 0 ? '' : `${morePeople[person - 1]} `
  const use = { key: `${who}${target}`, label: columnTitle(`${who}${target}`), group, target, person }
  return isDate(target)
    ? [use, ...dateParts.map((part) => ({ ...use, part, key: `${use.key} ${part}`, label: `${use.label}: ${part}` }))]
    : [use]
}

export const columnUses: readonly ColumnUse[] = [
  ...columnsOf.niches.flatMap(({ name }) => usesOf(name, 0, 'The niche')),
  ...targets.slice(columnsOf.niches.length).flatMap(({ name }) => usesOf(name, 0, 'The person and the holder')),
  ...morePeople.flatMap((who, at) =>
    ofEachPerson.flatMap(({ name }) => usesOf(name, at + 1, `A ${who} person in the row`)),
  ),
]

export const columnUseOf = (key: string | undefined) => columnUses.find((use) => use.key === key)

/** Stands for a column that no file has: the name of the sheet. */
export const sheetColumn = 'Name of the sheet'

/** Targets with few values, which each house writes in its own way. */
export const valueTargets = [
  'status',
  'half',
  'capacity',
  'urns',
  'gender',
  'relationship',
  'for_later',
  'is_here',
] as const satisfies readonly Target[]
export type ValueTarget = (typeof valueTargets)[number]
export const isValueTarget = (target: Target): target is ValueTarget => valueTargets.some((name) => name === target)

/** A status that also says what is in the niche: `Occupied, 2 urns`. */
export const occupiedWith = (urns: number) => `Occupied, ${counted(urns, 'urn')}`
export const readStatusWithUrns = (status: string) => /^Occupied, (\d) urns?$/.exec(status)?.[1]

const dateOrders = ['day first', 'month first'] as const

/** What it means that the register names somebody and says neither when they died nor whether their urn is there. */
export const undatedMeanings = ['here', 'not here', 'living'] as const

/** What an old book counts, to compare with what its file makes. */
export const bookTotals = ['niches', 'people', 'urns', ...registerStatuses] as const
export type BookTotal = (typeof bookTotals)[number]
const total = z.int().nullable()
/** Drafts of earlier builds have no totals by status. */
const ofStatus = total.default(null)

const rowNumber = z.int().min(1).max(1_100_000)
const cell = z.string().max(500)

export const SheetChoice = z.object({
  isUsed: z.boolean(),
  headerRow: rowNumber,
  /** The row above the header names groups of columns, such as "Deceased" above "Name" and "Died". */
  hasGroups: z.boolean(),
  firstRow: rowNumber.nullable(),
  lastRow: rowNumber.nullable(),
})
export type SheetChoice = z.infer<typeof SheetChoice>

/** What an admin says about the files of a draft, step by step. */
export const Choices = z.object({
  sheets: z.array(SheetChoice).max(200),
  /** What each column becomes, by its name; empty if it is not used. */
  columns: z.record(cell, z.enum(['', ...columnUses.map(({ key }) => key)])),
  /** Targets whose value is the same in every row. */
  same: z.partialRecord(z.enum(targets.map(({ name }) => name)), cell),
  dateOrder: z.enum(dateOrders),
  /** Empty if the codes say nothing about places. */
  codePattern: z.string().max(100),
  /** What values mean, by target and by the value in lower case. */
  values: z.partialRecord(z.enum(valueTargets), z.record(cell, cell)),
  undated: z.enum(undatedMeanings).nullable(),
  /** A spreadsheet has made a date of codes such as 1-1: which part comes first in the code. Null until somebody has said so. */
  codeDates: z.enum(dateOrders).nullable(),
  /** How the numbers run, by what the codes of a wall begin with. */
  walls: z.record(cell, Wall),
  /** What the old book says. */
  book: z.object({
    niches: total,
    people: total,
    urns: total,
    Available: ofStatus,
    Reserved: ofStatus,
    Occupied: ofStatus,
    Blocked: ofStatus,
  }),
  /** Kinds of problems whose wrong values count as not recorded. Drafts of earlier builds have none. */
  notRecorded: z.array(z.string().max(1000)).max(200).default([]),
  /** Names that nobody in their niche has are those of further people, and no corrected names. */
  furtherPeople: z.boolean().default(false),
})
export type Choices = z.infer<typeof Choices>

/** What is said of a file before anybody has said anything. */
export const noChoices: Choices = {
  sheets: [],
  columns: {},
  same: {},
  dateOrder: 'day first',
  codePattern: '',
  values: {},
  walls: {},
  undated: null,
  codeDates: null,
  book: { niches: null, people: null, urns: null, Available: null, Reserved: null, Occupied: null, Blocked: null },
  notRecorded: [],
  furtherPeople: false,
}
