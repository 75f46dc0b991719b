import type { Niche } from '#contract/niches/niche.ts'

export type SelectionMode = 'niche' | 'row' | 'column' | 'rectangle'

export interface Selection {
  nicheIDs: ReadonlySet<string>
  /** The first corner of a rectangle, until the second is chosen. */
  corner?: Niche | undefined
}

/** The niches that a click on one, or Enter, selects. If all of them are selected already, they are deselected. */
export function selectAt(last: Selection, mode: SelectionMode, niche: Niche, niches: readonly Niche[]): Selection {
  if (mode === 'rectangle' && !last.corner) return { ...last, corner: niche }
  const isChosen = (each: Niche) => rules[mode](each, niche, last.corner ?? niche)
  const chosen = niches.filter(isChosen).map(({ nicheID }) => nicheID)
  const nicheIDs = new Set(last.nicheIDs)
  const isSelected = chosen.every((nicheID) => nicheIDs.has(nicheID))
  for (const nicheID of chosen) {
    if (isSelected) nicheIDs.delete(nicheID)
    else nicheIDs.add(nicheID)
  }
  return { nicheIDs }
}

const rules: Record<SelectionMode, (each: Niche, niche: Niche, corner: Niche) => boolean> = {
  niche: (each, niche) => each.nicheID === niche.nicheID,
  row: (each, niche) => each.nicheRow === niche.nicheRow,
  column: (each, niche) => each.nicheColumn === niche.nicheColumn,
  rectangle: (each, niche, corner) =>
    isBetween(each.nicheRow, niche.nicheRow, corner.nicheRow) &&
    isBetween(each.nicheColumn, niche.nicheColumn, corner.nicheColumn),
}

const isBetween = (number: number, one: number, other: number) =>
  number >= Math.min(one, other) && number <= Math.max(one, other)
