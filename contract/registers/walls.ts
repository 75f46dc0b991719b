import { z } from 'zod'

export const corners = ['top left', 'top right', 'bottom left', 'bottom right'] as const
export const directions = ['along the row', 'along the column'] as const
/** What stands where a number is missing. */
export const missingNiches = ['no niche', 'a free niche', 'a blocked niche'] as const

/** How the numbers of a wall run: `A-1` is at the corner, and the next is beside it or above or below it. */
export const Wall = z.object({
  columns: z.int().min(1).max(400),
  rows: z.int().min(1).max(400),
  corner: z.enum(corners),
  direction: z.enum(directions),
  missing: z.enum(missingNiches),
})
export type Wall = z.infer<typeof Wall>

export interface NumberedCode {
  /** What all codes of the wall begin with, such as `A-`. */
  prefix: string
  number: number
  half: string
  /** How the number is written: with as many digits as this. */
  digits: number
}

/** Takes `A-12b` apart, if a code ends with a number. */
export function readNumberedCode(code: string): NumberedCode | undefined {
  const [, prefix = '', number = '', half = ''] = /^(.*?)(\d{1,5})(?:[-/ ]?([a-d]))?$/i.exec(code.trim()) ?? []
  if (!number) return undefined
  return {
    prefix,
    number: Number(number),
    half: half.toLowerCase(),
    digits: number.startsWith('0') ? number.length : 1,
  }
}

/** Column and row of a number, both counted from the corner; undefined outside the wall. */
export function positionOf({ columns, rows, direction }: Wall, number: number) {
  const at = number - 1
  if (at < 0 || at >= columns * rows) return undefined
  return direction === 'along the row'
    ? { column: (at % columns) + 1, row: Math.floor(at / columns) + 1 }
    : { column: Math.floor(at / rows) + 1, row: (at % rows) + 1 }
}

/** On which side and at which end of the wall the lowest column and row are. */
export const numberingFrom = ({ corner }: Wall) => ({
  firstColumnAt: corner.endsWith('right') ? ('right' as const) : ('left' as const),
  rowOneAt: corner.startsWith('bottom') ? ('bottom' as const) : ('top' as const),
})

/** The most square wall for so many numbers. */
export function suggestWall(numbers: number): Wall {
  const rows = Math.max(1, Math.round(Math.sqrt(numbers / 2)))
  const columns = Math.ceil(numbers / rows)
  return { columns, rows, corner: 'top left', direction: 'along the row', missing: 'no niche' }
}
