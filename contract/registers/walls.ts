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
  /** Or another letter, if those of the wall are no halves. */
  half: string
  /** How the number is written: with as many digits as this. */
  digits: number
}

/** Takes `A-12b` apart, if a code ends with a number, and perhaps a letter after it. */
export function readNumberedCode(code: string): NumberedCode | undefined {
  const [, prefix = '', number = '', half = ''] = /^(.*?)(\d{1,5})(?:[-/ ]?([a-z]))?$/i.exec(code.trim()) ?? []
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

/** The numbers of a wall that no row names, with their codes. Empty if there is no niche at such a number. */
export function missingCodes(wall: Wall, codes: readonly NumberedCode[]): { number: number; code: string }[] {
  if (wall.missing === 'no niche') return []
  /** Only codes with leading zeros say how many digits there are: `A-100` may stand before `A-005`. */
  const digits = codes.reduce((most, code) => Math.max(most, code.digits), 1)
  const there = new Set(codes.map(({ number }) => number))
  return Array.from({ length: wall.columns * wall.rows }, (_, at) => at + 1)
    .filter((number) => !there.has(number))
    .map((number) => ({ number, code: `${codes[0]?.prefix ?? ''}${String(number).padStart(digits, '0')}` }))
}

/** On which side and at which end of the wall the lowest column and row are. */
export const numberingFrom = ({ corner }: Wall) => ({
  firstColumnAt: corner.endsWith('right') ? ('right' as const) : ('left' as const),
  rowOneAt: corner.startsWith('bottom') ? ('bottom' as const) : ('top' as const),
})

/** A wall as its codes count it. */
export interface CountedWall {
  prefix: string
  /** Its highest number. */
  last: number
}

/**
 * Finds how a wall is numbered: as the admin described it, or another wall with as many numbers (`like`). Otherwise it is a guess.
 */
export function wallReader(all: readonly CountedWall[], said: Record<string, Wall>) {
  const answered = all.filter(({ prefix }) => said[prefix])
  const byLast = new Map(answered.toReversed().map(({ prefix, last }) => [last, prefix]))
  return ({ prefix, last }: CountedWall): { wall: Wall; like: string | undefined } => {
    const like = said[prefix] ? prefix : byLast.get(last)
    return { wall: said[like ?? prefix] ?? suggestWall(last), like }
  }
}

/** The most square wall for so many numbers. */
function suggestWall(numbers: number): Wall {
  const rows = Math.max(1, Math.round(Math.sqrt(numbers / 2)))
  const columns = Math.ceil(numbers / rows)
  return { columns, rows, corner: 'top left', direction: 'along the row', missing: 'no niche' }
}
