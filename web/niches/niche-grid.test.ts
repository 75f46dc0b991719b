import { expect, test } from 'vitest'
import { type Niche, type NicheStatus, placeLabel } from '#contract/niches/niche.ts'
import { clickAction } from './click-rules.ts'
import { columnLabel, nextNiche, rowPrice, tabStopOf, toNicheGrid } from './niche-grid.ts'

const nicheAt = (nicheColumn: number, nicheRow: number, status: NicheStatus = 'Available'): Niche => {
  const nicheCode = `TH-1A-0${nicheColumn}-0${nicheRow}`
  return { nicheID: nicheCode, blockID: 'TH-1A', nicheCode, nicheRow, nicheColumn, status, price: '3800.00' }
}
/** The block has three by three niches, with none in the middle. */
const wall = [1, 2, 3]
  .flatMap((row) => [1, 2, 3].map((column) => nicheAt(column, row)))
  .filter((niche) => placeLabel(niche) !== '2-2')
const grid = toNicheGrid(wall)
const at = (place: string) => wall.find((niche) => placeLabel(niche) === place) ?? nicheAt(9, 9)

test.each<[from: string, key: string, withControl: boolean, to: string | undefined]>([
  ['1-1', 'ArrowRight', false, '2-1'],
  ['1-2', 'ArrowRight', false, '3-2'],
  ['2-1', 'ArrowDown', false, '2-3'],
  ['1-1', 'ArrowUp', false, undefined],
  ['2-3', 'Home', false, '1-3'],
  ['1-3', 'End', true, '3-3'],
  ['1-1', 'PageDown', false, '1-3'],
])('from niche %s, key %s (Ctrl: %s) moves to %s', (from, key, withControl, to) => {
  const next = nextNiche(grid, at(from), key, withControl)
  expect(next && placeLabel(next)).toBe(to)
})

test('a grid with a view shows its columns and rows in that order, and keys follow what is seen', () => {
  const grid = toNicheGrid(wall, { columns: [3, 2, 1], rows: [3, 2, 1] })
  expect(grid.rows[0]?.cells.map((niche) => niche && placeLabel(niche))).toEqual(['3-3', '2-3', '1-3'])
  const next = (from: string, key: string) => nextNiche(grid, at(from), key, false)
  expect(next('3-3', 'ArrowRight')).toBe(at('2-3'))
  expect(next('3-3', 'ArrowDown')).toBe(at('3-2'))
  expect(next('3-1', 'ArrowDown')).toBeUndefined()
})

test('before its block opens, a family can select no niche of it', () => {
  expect(clickAction(nicheAt(1, 1), { isStaff: false, isSelected: false, isOpen: false })).toBe('nothing')
})

test.each([
  ['3,800', ['3800.00', '3800.00']],
  ['3,800+', ['3800.00', '4000.00']],
  ['3,800+', ['3800.50']],
  ['', []],
])('the label of a row is %j if its free niches cost %j', (label, prices) => {
  const free = prices.map((price, index) => ({ ...nicheAt(index + 1, 1), price }))
  const cheaper = { ...nicheAt(9, 1, 'Occupied'), price: '100.00' }
  expect(rowPrice([undefined, cheaper, ...free])).toBe(label)
})

test('the keyboard enters the map at the first wanted niche that is drawn, or else at the first that is', () => {
  const withoutFirstColumn = toNicheGrid(wall, { columns: [2, 3], rows: [1, 2, 3] })
  const [notDrawn, drawn] = [at('1-1').nicheID, at('3-2').nicheID]
  expect(tabStopOf(withoutFirstColumn, [undefined, notDrawn, drawn])).toBe(drawn)
  expect(tabStopOf(withoutFirstColumn, [undefined, notDrawn])).toBe(at('2-1').nicheID)
  expect(tabStopOf(toNicheGrid([]), [undefined])).toBeUndefined()
})

test.each<[NicheStatus, by: string, isSelected: boolean, click: string]>([
  ['Available', 'a family', false, 'select'],
  ['Available', 'staff', true, 'deselect'],
  ['Reserved', 'staff', false, 'nothing'],
])('a click on a niche that is %s by %s (selected: %s) means %s', (status, by, isSelected, click) => {
  expect(clickAction(nicheAt(1, 1, status), { isStaff: by === 'staff', isSelected, isOpen: true })).toBe(click)
})

test('halves behind a door are side by side, and a niche with a door of its own is where the first of them is', () => {
  const half = (name: string, row: number): Niche => ({ ...nicheAt(2, row), nicheID: `2-${row}${name}`, half: name })
  const first = half('a', 1)
  const mixed = [nicheAt(1, 1), first, half('b', 1), nicheAt(3, 1), nicheAt(2, 2)]
  const { columns, rows } = toNicheGrid(mixed)
  expect(columns.map(columnLabel)).toEqual(['1', '2a', '2b', '3'])
  expect(rows.map(({ cells }) => cells.map((niche) => niche && placeLabel(niche)))).toEqual([
    ['1-1', '2-1a', '2-1b', '3-1'],
    [undefined, '2-2', undefined, undefined],
  ])
  const below = nextNiche({ columns, rows }, first, 'ArrowDown', false)
  expect(below && placeLabel(below)).toBe('2-2')
})

test('on a wall that is numbered from the right, the halves of a door go on from the right, too', () => {
  const halves = ['a', 'b'].map((half) => ({ ...nicheAt(2, 1), nicheID: half, half }))
  const { columns, rows } = toNicheGrid([nicheAt(1, 1), ...halves], { columns: [2, 1], rows: [1] })
  expect(columns.map(columnLabel)).toEqual(['2b', '2a', '1'])
  expect(rows[0]?.cells.map((niche) => niche && placeLabel(niche))).toEqual(['2-1b', '2-1a', '1-1'])
})

test('the numbers of a block are shown only if the codes of its niches say them', () => {
  const own = wall.map((niche) => ({ ...niche, nicheCode: `E${niche.nicheRow}${niche.nicheColumn}` }))
  expect([toNicheGrid(wall).isNumbered, toNicheGrid(own).isNumbered]).toEqual([true, false])
})
