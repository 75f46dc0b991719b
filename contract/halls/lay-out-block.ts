import { toCents } from '../money.ts'
import { halves } from '../niches/niche.ts'
import { type BlockLayout, columnNumbers, rowNumbers, rowPrices } from './block-layout.ts'
import { hallInitials, maxCodeLength, nicheCodeOf, suggestHallCode } from './code-pattern.ts'
import { viewOf } from './wall-numbering.ts'

/** The location of the block, which its codes contain. */
export interface BlockLocation {
  buildingName: string
  levelNumber: number
  blockName: string
}

export interface PlannedNiche {
  nicheCode: string
  nicheRow: number
  nicheColumn: number
  /** Empty for a door of its own. */
  half: string
  priceCents: number
  capacity: number
  furtherPriceCents: number
}

/** The niches of a layout without problems, row by row from the lowest number. */
export function layOutBlock(
  layout: BlockLayout,
  { buildingName, levelNumber, blockName }: BlockLocation,
): PlannedNiche[] {
  const hall = layout.hallCode || hallInitials(buildingName)
  const columns = columnNumbers(layout)
  const prices = rowPrices(layout)
  const behindDoor = layout.halves > 1 ? halves.slice(0, layout.halves) : ['']
  return rowNumbers(layout).flatMap((row, index) =>
    columns.flatMap((column) => {
      const code = nicheCodeOf(layout.codePattern, { hall, level: levelNumber, block: blockName, column, row })
      return behindDoor.map((half) => ({
        nicheCode: half ? `${code}-${half}` : code,
        nicheRow: row,
        nicheColumn: column,
        half,
        priceCents: prices[index] ?? 0,
        capacity: layout.capacity,
        furtherPriceCents: toCents(layout.furtherPrice) ?? 0,
      }))
    }),
  )
}

/** Codes are typed at the wall and read out, so a hall with a name in another script needs a code. */
export const hallCodeProblem = ({ hallCode, codePattern }: BlockLayout, { buildingName }: BlockLocation) =>
  codePattern.includes('{hall}') && !hallCode && !suggestHallCode(buildingName)
    ? 'Please enter a short code of the hall, such as TH.'
    : undefined

/** Shown before a draft is published, because its codes never change after that. */
export function firstAndLastCode(layout: BlockLayout, location: BlockLocation) {
  const planned = layOutBlock(layout, location)
  return { firstCode: planned[0]?.nicheCode ?? '', lastCode: planned.at(-1)?.nicheCode ?? '' }
}

export const blockViewOf = (layout: BlockLayout) => viewOf(columnNumbers(layout), rowNumbers(layout), layout)

/** Describes the first code that cannot be used: too long, with a wrong character, or the same as another. */
export function codeProblem(niches: readonly PlannedNiche[]): string | undefined {
  const seen = new Set<string>()
  for (const { nicheCode } of niches) {
    if (nicheCode.length > maxCodeLength)
      return `The code ${nicheCode} is too long. At most ${maxCodeLength} characters.`
    if (!/^[\p{L}\p{N}_./-]+$/u.test(nicheCode))
      return `The code ${nicheCode} has a space or a sign. Please use letters, digits, hyphens, dots and slashes.`
    const code = nicheCode.toUpperCase()
    if (seen.has(code)) return `Two niches would have the code ${nicheCode}. Please set {column} and {row} apart.`
    seen.add(code)
  }
  return undefined
}
