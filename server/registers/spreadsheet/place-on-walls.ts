import { setImmediate } from 'node:timers/promises'
import { groupBy } from '#contract/group-by.ts'
import { halves } from '#contract/niches/niche.ts'
import type { Choices } from '#contract/registers/choices.ts'
import {
  type CountedWall,
  missingCodes,
  type NumberedCode,
  numberingFrom,
  positionOf,
  readNumberedCode,
  type Wall,
  wallReader,
} from '#contract/registers/walls.ts'
import type { MergedNiche } from './settle-niche.ts'

/** A wall that the codes count, such as. */
interface NumberedWall extends CountedWall {
  wall: Wall
  /** Nobody has described this wall, or another one with as many numbers. */
  isGuess: boolean
  /** The codes by number, and beside it those of its halves. */
  codes: { number: number; code: string }[]
}

/** Gives niches whose place nothing else says the column and row of their number, and adds those that are missing, if they are wanted. */
export async function placeOnWalls(niches: readonly MergedNiche[], { walls }: Pick<Choices, 'walls'>) {
  const numbered = niches.flatMap((niche) => {
    const { code, column, row } = niche.row
    const read = column === '' && row === '' ? readNumberedCode(code) : undefined
    return read ? [{ niche, ...read }] : []
  })
  const added: MergedNiche[] = []
  const found: NumberedWall[] = []
  const all = [...groupBy(numbered, ({ prefix }) => prefix.toUpperCase())].flatMap(([prefix, lettered]) => {
    /** 12A to 12F are not behind one door, so the letters of such a wall do not say where a niche is. */
    const hasHalves = lettered.every(({ half }) => half === '' || halves.some((each) => each === half))
    const codes = lettered.filter(({ half }) => hasHalves || half === '')
    const last = codes.reduce((most, { number }) => Math.max(most, number), 0)
    return codes.length > 0 ? [{ prefix, last, codes, lettered }] : []
  })
  const readWall = wallReader(all, walls)
  for (const { prefix, last, codes, lettered } of all) {
    await setImmediate()
    const { wall, like } = readWall({ prefix, last })
    const { firstColumnAt, rowOneAt } = numberingFrom(wall)
    const block = (codes[0]?.prefix ?? '').replace(/[^\p{L}\p{N}]+$/u, '')
    for (const { niche, number, half } of codes) {
      const position = positionOf(wall, number)
      Object.assign(niche.row, {
        column: position ? String(position.column) : '',
        row: position ? String(position.row) : '',
        half: niche.row.half || half,
        block: niche.row.block || block,
      })
    }
    const missing = missingOf(wall, lettered)
    added.push(...missing)
    const ofWall = [...codes.map(({ niche }) => niche.row), ...missing.map(({ row }) => row)]
    const hasSeveral = (name: 'column' | 'row') => new Set(ofWall.map((row) => row[name])).size > 1
    const numbering = {
      first_column_at: firstColumnAt === 'right' && hasSeveral('column') ? 'right' : '',
      row_one_at: rowOneAt === 'bottom' && hasSeveral('row') ? 'bottom' : '',
    }
    for (const row of ofWall) Object.assign(row, numbering)
    const written = codes.map(({ number, niche }) => ({ number, code: niche.row.code }))
    found.push({ prefix, last, wall, isGuess: like === undefined, codes: written })
  }
  return { niches: [...niches, ...added], walls: found }
}

type Numbered = NumberedCode & { niche: MergedNiche }

/** Niches for the numbers of a wall that no row has, like the first that has one. */
function missingOf(wall: Wall, codes: readonly Numbered[]): MergedNiche[] {
  const [first] = codes
  if (!first) return []
  const { niche } = first
  const isBlocked = wall.missing === 'a blocked niche'
  return missingCodes(wall, codes).map(({ number, code }) => {
    const position = positionOf(wall, number)
    return {
      ...niche,
      disagreements: [],
      row: {
        ...niche.row,
        code,
        column: String(position?.column),
        row: String(position?.row),
        half: '',
        urns: '',
        capacity: '',
        status: isBlocked ? 'Blocked' : 'Available',
        reason: isBlocked ? 'The old register does not name it' : '',
      },
    }
  })
}
