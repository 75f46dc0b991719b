import { ordinal } from '../ordinal.ts'
import type { BlockView } from './niche.ts'

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
  const row = `in the ${ordinal(fromTop)} row from the top`
  return half
    ? `Facing the block, it is behind the ${ordinal(fromLeft)} door from the left, ${row}: half ${half}.`
    : `Facing the block, it is the ${ordinal(fromLeft)} niche from the left, ${row}.`
}
