import { groupBy } from '#contract/group-by.ts'
import type { BlockView } from '#contract/niches/niche.ts'

interface Spot {
  nicheRow: number
  nicheColumn: number
}

/** Columns from the left and rows from the top, as on the wall. Numbers that the view does not have come last. */
export function arrangeWall<Niche extends Spot>(niches: readonly Niche[], view: BlockView | null) {
  const byRow = groupBy(niches, ({ nicheRow }) => nicheRow)
  return {
    columns: inOrder(new Set(niches.map(({ nicheColumn }) => nicheColumn)), view?.columns),
    rows: inOrder(byRow.keys(), view?.rows).map((row) => [row, byRow.get(row) ?? []] as const),
  }
}

function inOrder(numbers: Iterable<number>, known: readonly number[] = []): number[] {
  const positions = new Map(known.map((number, index) => [number, index]))
  const positionOf = (number: number) => positions.get(number) ?? known.length + number
  return [...numbers].sort((one, other) => positionOf(one) - positionOf(other))
}
