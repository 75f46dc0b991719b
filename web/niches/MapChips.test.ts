import { expect, test } from 'vitest'
import { mapChips } from './MapChips.tsx'
import type { MapNiche } from './screen-status.ts'

/** The block has three rows of three: the price rises by row, and x is taken. */
const wall = ['x..', '.x.', '..x'].flatMap((row, r) =>
  [...row].map(
    (cell, c): MapNiche => ({
      nicheID: `${c + 1}-${r + 1}`,
      blockID: 'A',
      nicheCode: `A-${c + 1}-${r + 1}`,
      nicheColumn: c + 1,
      nicheRow: r + 1,
      half: '',
      status: cell === 'x' ? 'Occupied' : 'Available',
      price: `${2000 + r * 1000}.00`,
    }),
  ),
)
const listed = (niches: MapNiche[], block: Parameters<typeof mapChips>[1] = {}) =>
  mapChips(niches, block).map(({ label, nicheIDs }) => [label, [...nicheIDs].sort().join(' ')])

test('chips mark free niches at eye level, beside another free one, and below the middle of the prices', () => {
  expect(listed(wall)).toEqual([
    ['Eye level', '1-2 3-2'],
    ['Side by side', '1-3 2-1 2-3 3-1'],
    ['Under SGD 3,000', '2-1 3-1'],
  ])
})

test('where rows were measured, eye level is that of people who sit or stand', () => {
  expect(listed(wall, { rowHeights: { lowestCm: 90, rowCm: 40 } })[0]).toEqual(['Eye level', '1-2 1-3 2-3 3-2'])
  expect(listed(wall, { rowHeights: { lowestCm: 0, rowCm: 30 } })[0]?.[0]).toBe('Side by side')
})

test('neighbours are those on the wall, whatever their numbers', () => {
  const view = { columns: [2, 1, 3], rows: [1, 2, 3] }
  expect(listed(wall, { view })[1]).toEqual(['Side by side', '1-2 1-3 2-3 3-2'])
})

test('a chip that would mark all free niches or none is left out', () => {
  const samePrice = wall.map((niche) => ({ ...niche, price: '3000.00' }))
  expect(listed(samePrice).map(([label]) => label)).toEqual(['Eye level', 'Side by side'])
  expect(listed(samePrice.map((niche) => ({ ...niche, status: 'Occupied' as const })))).toEqual([])
})
