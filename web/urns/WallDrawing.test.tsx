import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WallDrawing } from './WallDrawing.tsx'

const niche = {
  ...{ nicheID: 'n', nicheCode: 'A-1', nicheRow: 1, nicheColumn: 1, beneficiaryName: '', expectedTag: '' },
  ...{ tag: null, isOccupied: false, isSeen: true, mark: null },
}
const draw = (niches: (typeof niche)[]) => renderToStaticMarkup(<WallDrawing niches={niches} view={null} />)

test('a niche overridden to Occupied without an urn in the ledger is drawn as left to count, and its row can be pressed', () => {
  const html = draw([{ ...niche, isOccupied: true }])
  expect(html).toContain('Row 1: 0 of 1 counted')
  expect(html).toContain('data-state="left"')
  expect(html).not.toContain('disabled')
})

test('a row of niches that should be empty cannot be pressed', () => {
  const html = draw([niche])
  expect(html).toContain('data-state="empty"')
  expect(html).toContain('disabled')
})
