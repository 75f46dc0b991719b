import { expect, test } from 'vitest'
import { awaitedBy, type BillLine, needsAddress, taxedAs, totalsByRate } from './bill.ts'

const line = (rate: number, taxCategory: string, net: string, tax: string): BillLine => ({
  text: 'Engraving',
  rate,
  taxCategory,
  net,
  tax,
  gross: '0.00',
})

const supplier = { name: 'House', address: '', registrationNumber: '', taxNote: '', taxNumber: 'M2-1' }
const lines = [line(900, 'SR', '100.00', '9.00'), line(0, 'ES33', '45.00', '0.00'), line(900, 'SR', '10.00', '0.90')]

test('a tax invoice adds up each rate, and what is exempt apart from it', () => {
  expect(totalsByRate({ lines, supplier })).toEqual([
    { name: '9%', net: '110.00', tax: '9.90' },
    { name: 'Exempt', net: '45.00', tax: '0.00' },
  ])
})

const taxed = (rate: number, taxCategory: string) => line(rate, taxCategory, '10.00', '0.00')
const [standard, other] = [taxed(900, 'SR'), taxed(800, 'SR')]

test.each([
  ['more than 1,000', 'M2-1', '1000.01', [standard], true],
  ['1,000', 'M2-1', '1000.00', [standard, standard], false],
  ['a house that is not registered', '', '3800.00', [taxed(0, 'NG')], false],
  ['two rates', 'M2-1', '20.00', [standard, other], true],
  ['an exempt line', 'M2-1', '20.00', [standard, taxed(0, 'ES33')], true],
  ['a zero-rated line alone', 'M2-1', '10.00', [taxed(0, 'ZR')], true],
  ['a line out of scope', 'M2-1', '20.00', [standard, taxed(0, 'OS')], false],
])('a bill of %s needs the address of its buyer: %s %s', (_, taxNumber, gross, lines, needed) => {
  expect(needsAddress({ supplier: { ...supplier, taxNumber }, gross, lines })).toBe(needed)
})

test('a bill with one rate, or of a house that is not registered, has no sums by rate', () => {
  expect(totalsByRate({ lines: lines.slice(0, 1), supplier })).toEqual([])
  expect(totalsByRate({ lines, supplier: { ...supplier, taxNumber: '' } })).toEqual([])
})

test.each([
  [900, 'SR', '9%'],
  [0, 'SR', '0%'],
  [0, 'ZR', 'Zero rate'],
  [0, 'OS', 'Out of scope'],
  [0, 'NG', '0%'],
  [0, undefined, '0%'],
])('a line at the rate %i with the code %s is taxed as %s', (rate, taxCategory, words) => {
  expect(taxedAs({ rate, taxCategory })).toBe(words)
})

test.each([
  ['open', '2026-12-01'],
  ['overdue', '2026-12-01'],
  ['paid', null],
  ['credited', null],
] as const)('a transfer for a bill that is %s is awaited by %s', (state, day) => {
  expect(awaitedBy({ state, dueOn: '2026-12-01' })).toBe(day)
})
