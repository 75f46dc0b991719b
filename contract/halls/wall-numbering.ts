import { z } from 'zod'
import type { BlockView } from '../niches/niche.ts'

export const columnSides = ['left', 'right'] as const
export const rowEnds = ['top', 'bottom'] as const

/** The side of the wall with the lowest column number, and the end with the lowest row number. */
export const Numbering = z.object({ firstColumnAt: z.enum(columnSides), rowOneAt: z.enum(rowEnds) })
export type Numbering = z.output<typeof Numbering>

/** The numbers as they appear on the wall, or undefined for the usual 1, 2, 3 from the left and the top. */
export function viewOf(
  columns: readonly number[],
  rows: readonly number[],
  { firstColumnAt, rowOneAt }: Numbering,
): BlockView | undefined {
  const view = {
    columns: inOrder(columns, firstColumnAt === 'right'),
    rows: inOrder(rows, rowOneAt === 'bottom'),
  }
  const isUsual = [view.columns, view.rows].every((numbers) => numbers.every((number, index) => number === index + 1))
  return isUsual ? undefined : view
}

const inOrder = (numbers: readonly number[], isDescending: boolean) => {
  const sorted = [...new Set(numbers)].toSorted((one, other) => one - other)
  return isDescending ? sorted.toReversed() : sorted
}

/** Finds out from a view how the wall is numbered. */
export const numberingOf = (view: BlockView | null | undefined): Numbering => ({
  firstColumnAt: isDescending(view?.columns) ? 'right' : 'left',
  rowOneAt: isDescending(view?.rows) ? 'bottom' : 'top',
})

const isDescending = (numbers: readonly number[] = []) => (numbers[0] ?? 0) > (numbers.at(-1) ?? 0)
