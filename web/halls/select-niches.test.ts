import { expect, test } from 'vitest'
import { type Niche, placeLabel } from '#contract/niches/niche.ts'
import { type Selection, type SelectionMode, selectAt } from './select-niches.ts'

const wall: Niche[] = [1, 2, 3].flatMap((nicheRow) =>
  [1, 2, 3].map((nicheColumn) => {
    const nicheID = `${nicheColumn}-${nicheRow}`
    return { nicheID, blockID: 'A', nicheCode: nicheID, nicheRow, nicheColumn, status: 'Available', price: '100.00' }
  }),
)
const at = (label: string) => wall.find((niche) => placeLabel(niche) === label) as Niche

const select = (mode: SelectionMode, ...labels: string[]) => {
  const start: Selection = { nicheIDs: new Set() }
  return [...labels.reduce((last, label) => selectAt(last, mode, at(label), wall), start).nicheIDs]
}

test.each<[SelectionMode, string[], string[]]>([
  ['niche', ['1-1', '3-2'], ['1-1', '3-2']],
  ['niche', ['1-1', '1-1'], []],
  ['row', ['2-2'], ['1-2', '2-2', '3-2']],
  ['row', ['2-2', '3-2'], []],
  ['column', ['3-1'], ['3-1', '3-2', '3-3']],
  ['rectangle', ['3-3', '2-2'], ['2-2', '3-2', '2-3', '3-3']],
  ['rectangle', ['1-1'], []],
])('by %s, choosing %j selects %j', (mode, chosen, selected) => {
  expect(select(mode, ...chosen)).toEqual(selected)
})
