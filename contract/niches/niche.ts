import { z } from 'zod'
import { ordinal } from '../ordinal.ts'
import { instant } from '../schema-parts.ts'
import { t, translate } from '../words/t.ts'
import { RowHeights } from './row-heights.ts'

/** `selected`, which the map shows, is not a status: it exists only on screen. */
export const nicheStatuses = ['Available', 'Pending', 'Reserved', 'Occupied', 'Blocked'] as const
export type NicheStatus = (typeof nicheStatuses)[number]

/** The status of a niche with several bookings: of those that they give it, the last in this list. */
export const strongestStatus = (statuses: readonly NicheStatus[]): NicheStatus =>
  nicheStatuses.findLast((status) => statuses.includes(status)) ?? 'Available'

/** A code in upper case without hyphens, spaces, dots and slashes, however people type it. */
export const toBareCode = (code: string) => code.replace(/[- ./]/g, '').toUpperCase()

export const maxCapacity = 8
const numberWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** For example `for two`. */
export const forPeople = (capacity: number) => t`for ${translate(numberWords[capacity - 1] ?? '')}`

/** Several niches behind one door, which a house sells to different families. */
export const halves = ['a', 'b', 'c', 'd'] as const

export const Building = z.object({
  buildingID: z.string(),
  buildingName: z.string(),
  /** The way there; left out if nothing is written. */
  directions: z.string().optional(),
})
export type Building = z.infer<typeof Building>

export const Level = z.object({ levelID: z.string(), levelNumber: z.int() })
export type Level = z.infer<typeof Level>

/** The level and the building of a block, by ID and name. */
export const levelAndBuilding = { ...Level.shape, buildingID: z.string(), buildingName: z.string() }

/** The column numbers from the left and the row numbers from the top, of a block that is not numbered 1, 2, 3. */
export const BlockView = z.object({ columns: z.array(z.int()), rows: z.array(z.int()) })
export type BlockView = z.infer<typeof BlockView>

/** Where a niche is, for somebody who wants to visit it. */
export const WayToNiche = z.object({
  nicheCode: z.string(),
  nicheColumn: z.int(),
  half: z.string(),
  nicheRow: z.int(),
  blockID: z.string(),
  blockName: z.string(),
  view: BlockView.nullable(),
  levelNumber: z.int(),
  buildingName: z.string(),
  /** The way to the building; empty if nothing is written. */
  directions: z.string(),
})

export const Block = z.object({
  blockID: z.string(),
  blockName: z.string(),
  view: BlockView.optional(),
  /** The heights of the rows; left out if they were not measured. */
  rowHeights: RowHeights.optional(),
  /** When its niches can be booked; left out once they can. */
  opensAt: instant.optional(),
  /** The block is imported and not published yet: families do not see it. */
  isDraft: z.boolean().optional(),
})
export type Block = z.infer<typeof Block>

/** A niche by its code and its place in the block. */
export const codeAndPlace = { nicheCode: z.string(), nicheRow: z.int(), nicheColumn: z.int() }

export const Niche = z.object({
  nicheID: z.string(),
  blockID: z.string(),
  ...codeAndPlace,
  /** The letter of the niche behind a shared door; left out if the niche has a door of its own. */
  half: z.string().optional(),
  status: z.enum(nicheStatuses),
  /** SGD with two decimals: `3800.00`. */
  price: z.string(),
  /** The number of people it has places for, and the price for each after the first; left out for one person. */
  capacity: z.int().optional(),
  furtherPrice: z.string().optional(),
})
export type Niche = z.infer<typeof Niche>

interface Place {
  nicheCode: string
  nicheColumn: number
  nicheRow: number
  half?: string | undefined
}

/** Column, then row, then the half behind a shared door. */
export const placeLabel = ({ nicheColumn, nicheRow, half = '' }: Omit<Place, 'nicheCode'>) =>
  `${nicheColumn}-${nicheRow}${half}`

/**
 * Whether the code says the place, as `TH-1A-03-05` and `TH1A03/5` do. A house with codes of its own has other numbers on its doors, as
 * `A1-3`, or none.
 */
export function saysPlace({ nicheCode, nicheColumn, nicheRow, half = '' }: Place): boolean {
  const [, column, row, letter = ''] =
    /((?<![\p{L}\p{N}])\d+|(?<=\p{L})0\d+)[^\p{L}\p{N}]+(\d+)(?:\D?([a-d]))?$/iu.exec(nicheCode) ?? []
  return Number(column) === nicheColumn && Number(row) === nicheRow && letter.toLowerCase() === half
}

/** What people read of a niche: its place where the code says that, and otherwise the code on the door. */
export const doorLabel = (niche: Place) => (saysPlace(niche) ? placeLabel(niche) : niche.nicheCode)

/** For example `column 3, row 5, half a`. Empty where the code says something else. */
export const placeInWords = (niche: Place) =>
  !saysPlace(niche)
    ? ''
    : niche.half
      ? t`column ${niche.nicheColumn}, row ${niche.nicheRow}, half ${niche.half}`
      : t`column ${niche.nicheColumn}, row ${niche.nicheRow}`

/** For example `A-1 to A-10`. */
export function codeRange(niches: readonly Pick<Place, 'nicheCode'>[]): string {
  const [first, last] = [niches[0]?.nicheCode ?? '', niches.at(-1)?.nicheCode ?? '']
  return first === last ? first : t`${first} to ${last}`
}

/** What people call these niches of one row: `Row 3` where their codes say it, and otherwise their codes. */
export const rowLabel = (niches: readonly Place[]) =>
  niches.every(saysPlace) ? `Row ${niches[0]?.nicheRow}` : codeRange(niches)

/** Where to find a niche: `Tembusu Hall, level 1, block A`. */
export const buildingLevelBlock = (niche: { buildingName: string; levelNumber: number; blockName: string }) =>
  t`${niche.buildingName}, level ${niche.levelNumber}, block ${niche.blockName}`

/** Somebody else was faster, or staff have given it another status. */
export const nicheTaken = 'This niche is no longer available. Please choose another.'

interface PlaceInBlock {
  nicheColumn: number
  nicheRow: number
  half: string
  view: BlockView | null
}

/** `Facing the block, it is the 3rd niche from the left, in the 5th row from the top.` */
export function describeWay({ nicheColumn, nicheRow, half, view }: PlaceInBlock) {
  const fromLeft = (view ? view.columns.indexOf(nicheColumn) : nicheColumn - 1) + 1
  const fromTop = (view ? view.rows.indexOf(nicheRow) : nicheRow - 1) + 1
  return half
    ? t`Facing the block, it is behind the ${ordinal(fromLeft)} door from the left, in the ${ordinal(fromTop)} row from the top: half ${half}.`
    : t`Facing the block, it is the ${ordinal(fromLeft)} niche from the left, in the ${ordinal(fromTop)} row from the top.`
}
