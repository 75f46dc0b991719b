import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { arrangeWall, WallDrawing } from './WallDrawing.tsx'

const niche = {
  nicheID: 'n',
  nicheCode: 'A-1-1',
  nicheRow: 1,
  nicheColumn: 1,
  half: '',
  beneficiaryName: '',
  expectedTag: '',
  tag: null,
  isOccupied: false,
  isSeen: true,
  mark: null,
}
const draw = (niches: (typeof niche)[]) => renderToStaticMarkup(<WallDrawing niches={niches} view={null} />)

test('a niche overridden to Occupied without an urn in the ledger is drawn as left to count, and its row can be pressed', () => {
  const html = draw([{ ...niche, isOccupied: true }])
  expect(html).toContain('Row 1: 0 of 1 counted')
  expect(html).toContain('data-state="left"')
  expect(html).not.toContain('disabled')
})

test('a wall whose niches have codes of their own shows no numbers of rows', () => {
  const html = draw([{ ...niche, nicheCode: 'E07', isOccupied: true }])
  expect(html).toContain('aria-label="E07: 0 of 1 counted"')
  expect(html).not.toMatch(/Row|>1</)
})

test('a row of niches that should be empty cannot be pressed', () => {
  const html = draw([niche])
  expect(html).toContain('data-state="empty"')
  expect(html).toContain('disabled')
})

const wall = [1, 2, 3].flatMap((nicheRow) => [1, 2, 3].map((nicheColumn) => ({ nicheRow, nicheColumn })))

test.each([
  ['without a view', null, [1, 2, 3], [1, 2, 3]],
  ['numbered from the right and from the bottom', { columns: [3, 2, 1], rows: [3, 2, 1] }, [3, 2, 1], [3, 2, 1]],
  ['with a column that its view does not know', { columns: [3, 2], rows: [1, 2, 3] }, [3, 2, 1], [1, 2, 3]],
])('a wall %s is drawn as it stands, from the left and the top', (_, view, columns, rows) => {
  const drawn = arrangeWall(wall, view)
  expect([drawn.columns, drawn.rows.map(([row]) => row)]).toEqual([columns, rows])
  expect(drawn.rows.flatMap(([row, inRow]) => inRow.map(({ nicheRow }) => nicheRow === row))).toEqual(
    Array(9).fill(true),
  )
})
