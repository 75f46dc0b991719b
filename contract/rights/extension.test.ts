import { expect, test } from 'vitest'
import { type Extendable, endAfter, nextExtension, noExtension } from './extension.ts'

const right = (differences: Partial<Extendable> = {}): Extendable => ({
  state: 'living',
  endsOn: '2056-03-14',
  firstEndsOn: null,
  extended: 0,
  extensionYears: 10,
  extensionTimes: 2,
  ...differences,
})
const other = { extensionYears: 5, extensionTimes: 1 }
const once = { extended: 1, firstEndsOn: '2046-03-14' }
const twice = { extended: 2, firstEndsOn: '2036-03-14' }

test.each([
  ['from two years before its end', right(), other, '2054-03-14', '2066-03-14'],
  ['not earlier', right(), other, '2054-03-13', undefined],
  ['after its end, for which nobody has to hurry', right({ state: 'ended' }), other, '2060-01-01', '2066-03-14'],
  ['for a second time', right(once), other, '2055-01-01', '2066-03-14'],
  ['not more often than the rules say', right(twice), other, '2055-01-01', undefined],
  ['not when it is surrendered', right({ state: 'surrendered' }), other, '2055-01-01', undefined],
  ['not without an end', right({ endsOn: null }), other, '2055-01-01', undefined],
  ['not by a house that does not extend', right({ extensionTimes: 0 }), other, '2055-01-01', undefined],
  ['by the rules of the house if it has none of its own', right(noExtension), other, '2055-01-01', '2061-03-14'],
  ['not if nobody has a rule', right(noExtension), noExtension, '2055-01-01', undefined],
])('a right is extended %s', (_, from, house, today, until) => {
  expect(nextExtension(from, house, today)?.until).toBe(until)
})

test('a right that ends on 29 February ends there again after every extension that reaches a leap year', () => {
  const leap = right({ endsOn: '2028-02-29' })
  expect(endAfter(leap, 10, 1)).toBe('2038-02-28')
  expect(endAfter({ ...leap, endsOn: '2038-02-28', firstEndsOn: '2028-02-29', extended: 1 }, 10, 2)).toBe('2048-02-29')
})
