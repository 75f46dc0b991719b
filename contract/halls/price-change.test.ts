import { expect, test } from 'vitest'
import { changedPrice, describeChange, type PriceChangeKind } from './price-change.ts'

test.each<[cents: number, kind: PriceChangeKind, value: string, after: number | undefined, words: string]>([
  [300_000, 'set', '2500', 250_000, 'set to 2500.00'],
  [300_000, 'set', '0', 0, 'set to 0.00'],
  [300_000, 'amount', '200', 320_000, '+200.00'],
  [300_000, 'amount', '-50.50', 294_950, '-50.50'],
  [300_000, 'percent', '5', 315_000, '+5.00 %'],
  [333_333, 'percent', '-2.5', 325_000, '-2.50 %'],
  [10_000, 'amount', '-200', undefined, '-200.00'],
  [99_999_999, 'percent', '1', undefined, '+1.00 %'],
])('a price of %i cents, changed by %s %s, becomes %s', (cents, kind, value, after, words) => {
  expect([changedPrice(cents, { kind, value }), describeChange({ kind, value })]).toEqual([after, words])
})

test.each<[PriceChangeKind, string]>([
  ['set', '-5'],
  ['set', ''],
  ['amount', 'x'],
  ['percent', '5%'],
])('a change of kind %s by %j is refused', (kind, value) => {
  expect(changedPrice(100, { kind, value })).toBeUndefined()
})
