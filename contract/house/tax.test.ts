import { expect, test } from 'vitest'
import { noTax, rateOn, readTaxRates, TaxRules, taxOfLines, taxWithin } from './tax.ts'

const rules: TaxRules = {
  taxNumber: 'M2-1234567-8',
  taxRegisteredOn: '2023-07-01',
  taxRates: '2024-01-01: 9%\n2023-01-01: 8 %',
  taxRounding: 'line',
}

test.each([
  ['2023-06-30', 0],
  ['2023-07-01', 800],
  ['2023-12-31', 800],
  ['2024-01-01', 900],
])('on %s the rate is %i', (day, rate) => {
  expect(rateOn(rules, day)).toBe(rate)
})

test('a house that is not registered charges no tax, whatever the rates say', () => {
  expect(rateOn({ ...rules, taxNumber: '' }, '2026-01-01')).toBe(0)
  expect(TaxRules.safeParse(noTax).success).toBe(true)
})

test.each([
  ['9% from 2024', undefined],
  ['2024-02-30: 9%', undefined],
  ['2024-01-01: 9%\n2024-01-01: 8%', undefined],
  ['\n 2024-01-01: 9.5 \n', [{ from: '2024-01-01', rate: 950 }]],
])('the rates %j are read as %j', (text, rates) => {
  expect(readTaxRates(text)).toEqual(rates)
})

test.each([
  [{ taxRegisteredOn: '' }, ['taxRegisteredOn']],
  [{ taxRegisteredOn: '2024-02-30' }, ['taxRegisteredOn']],
  [{ taxNumber: '', taxRegisteredOn: 'soon' }, ['taxRegisteredOn']],
  [{ taxRates: '' }, ['taxRates']],
  [{ taxRates: 'nine' }, ['taxRates']],
  [{ taxRates: '2024-01-01: 9%' }, ['taxRates']],
])('a registration with %j is refused', (differences, paths) => {
  const { error } = TaxRules.safeParse({ ...rules, ...differences })
  expect(error?.issues.map(({ path }) => path.join())).toEqual(paths)
})

test.each([
  [380_000, 900, 31_376],
  [100, 900, 8],
  [1, 900, 0],
  [380_000, 0, 0],
])('a price of %i cents contains, at a rate of %i, %i cents', (gross, rate, tax) => {
  expect(taxWithin(gross, rate)).toBe(tax)
})

test.each([
  ['line', [1, 1, 0, 900], 902],
  ['total', [1, 0, 1, 900], 902],
] as const)(
  'tax rounded by %s is in each line, and by total the lines of a rate share the tax of their sum',
  (rounding, expected, sum) => {
    const lines = [
      { grossCents: 7, rate: 900 },
      { grossCents: 7, rate: 900 },
      { grossCents: 5, rate: 900 },
      { grossCents: 10_900, rate: 900 },
    ]
    const taxes = taxOfLines(lines, rounding)
    expect(taxes).toEqual(expected)
    expect(taxes.reduce((total, tax) => total + tax, 0)).toBe(sum)
  },
)
