import { expect, test } from 'vitest'
import { archCount, figuresOf, filledArches, shortPrices } from './facade.ts'

test.each([
  [96, 96, 0],
  [96, 95, 1],
  [96, 48, 6],
  [96, 1, archCount - 1],
  [96, 0, archCount],
  [1, 0, archCount],
  [0, 0, 0],
])('a block of %i niches, of which %i are free, has %i filled arches', (niches, free, filled) => {
  expect(filledArches({ niches, free })).toBe(filled)
})

test.each([
  ['2600.00', '4150.00', ['2,600', '4,150']],
  ['2600.50', '12000.00', ['2,600.50', '12,000']],
  ['3800.00', '3800.00', ['3,800']],
])('prices from %s to %s are written as %j', (from, to, written) => {
  expect(shortPrices({ from, to })).toEqual(written)
})

test('the figures of a map count its free niches, and only those have prices', () => {
  const niche = (status: string, price: string) => ({ status, price })
  const wall = [niche('Available', '3800.00'), niche('Available', '990.50'), niche('Occupied', '100.00')]
  expect(figuresOf(wall)).toEqual({ niches: 3, free: 2, prices: { from: '990.50', to: '3800.00' } })
  expect(figuresOf(wall.slice(2))).toEqual({ niches: 1, free: 0 })
})
