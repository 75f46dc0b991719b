import { expect, test } from 'vitest'
import { noExtension } from './extension.ts'
import { RightRules, toHouseRules, toRightRules } from './house-rules.ts'
import {
  describeRight,
  describeTerm,
  endOfTerm,
  formatRightNumber,
  isOver,
  lastDayOf,
  perpetual,
  readRightNumber,
  termOffered,
  termUnder,
} from './term.ts'

test.each([
  ['2026-03-14', 30, '2056-03-14'],
  ['2026-03-14', 1, '2027-03-14'],
  ['2028-02-29', 30, '2058-02-28'],
  ['2028-02-29', 20, '2048-02-29'],
  ['2028-02-29', 72, '2100-02-28'],
  ['2026-01-31', 999, '3025-01-31'],
  ['1998', 30, '2028-12-31'],
  ['1998-02', 30, '2028-02-29'],
  ['1999-02', 30, '2029-02-28'],
])('a term from %s of %i years has its last day on %s', (from, years, end) => {
  expect(endOfTerm(from, years)).toBe(end)
})

test.each([
  ['2056', '2056-12-31'],
  ['2056-02', '2056-02-29'],
  ['2057-02', '2057-02-28'],
  ['2056-11', '2056-11-30'],
  ['2056-03-14', '2056-03-14'],
])('the last day of %s is %s', (date, day) => {
  expect(lastDayOf(date)).toBe(day)
})

test('a right is over after its last day, and never without one', () => {
  expect([isOver('2056-03-14', '2056-03-14'), isOver('2056-03-14', '2056-03-15'), isOver(null, '2999-01-01')]).toEqual([
    false,
    true,
    false,
  ])
})

test.each([
  [perpetual, { basis: 'perpetual', years: null, endsOn: null }, 'without an end'],
  [
    { basis: 'purchase', years: 30, until: null },
    { basis: 'purchase', years: 30, endsOn: '2056-03-14' },
    'until 14 Mar 2056',
  ],
  [
    { basis: 'firstPlacement', years: 1, until: null },
    { basis: 'firstPlacement', years: 1, endsOn: null },
    '1 year from the first placement',
  ],
  [
    { basis: 'leaseEnd', years: null, until: '2099-06-30' },
    { basis: 'leaseEnd', years: null, endsOn: '2099-06-30' },
    'until 30 Jun 2099',
  ],
  [
    { basis: 'fixedDay', years: null, until: '2060-12-31' },
    { basis: 'fixedDay', years: null, endsOn: '2060-12-31' },
    'until 31 Dec 2060',
  ],
] as const)('under the rules %j a right of 14 March 2026 has the term %j, in words %s', (rules, term, words) => {
  expect(termUnder(rules, '2026-03-14')).toEqual(term)
  expect(describeTerm(term)).toBe(words)
})

test.each([
  [perpetual, 'without an end'],
  [{ ...perpetual, basis: 'purchase', years: 30 }, '30 years from the day on which the booking is confirmed'],
  [{ ...perpetual, basis: 'firstPlacement', years: 1 }, '1 year from the first placement'],
  [{ ...perpetual, basis: 'leaseEnd', until: '2056-03-14' }, 'until 14 Mar 2056'],
  [{ ...perpetual, basis: 'fixedDay', until: '2056-03-14' }, 'until 14 Mar 2056'],
] as const)('before the sale the rules %j promise a right %s', (rules, words) => {
  expect(describeTerm(termOffered(rules))).toBe(words)
})

test('staff read that a right has ended', () => {
  const right = { number: 'R-000001', basis: 'fixedDay', years: null, endsOn: '2020-12-31' } as const
  expect(describeRight({ ...right, state: 'living' })).toBe('until 31 Dec 2020')
  expect(describeRight({ ...right, state: 'ended' })).toBe('ended, waiting, until 31 Dec 2020')
})

test('a number is read as it is printed, and as people type it', () => {
  expect(formatRightNumber(12)).toBe('R-000012')
  expect(['R-000012', 'r-12', ' R12 ', '12', 'B-12', 'R-', ''].map(readRightNumber)).toEqual([
    12,
    12,
    12,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  [
    { basis: 'purchase', years: '30', until: '2056-01-01' },
    { basis: 'purchase', years: 30, until: null },
  ],
  [
    { basis: 'leaseEnd', years: '30', until: '2056-01-01' },
    { basis: 'leaseEnd', years: null, until: '2056-01-01' },
  ],
  [{ basis: 'perpetual', years: '30', until: '2056-01-01' }, perpetual],
] as const)('of the rules %j only what belongs to their basis is kept', (sent, rules) => {
  const kept = toHouseRules(RightRules.parse(sent))
  expect(kept).toEqual({ ...noExtension, ...rules })
  expect(toHouseRules(toRightRules(kept))).toEqual(kept)
})

test.each([
  [{ basis: 'perpetual', years: '', until: '', extensionYears: '10' }, 'extensionTimes'],
  [{ basis: 'perpetual', years: '', until: '', extensionTimes: '2' }, 'extensionYears'],
  [{ basis: 'purchase', years: '', until: '' }, 'years'],
  [{ basis: 'firstPlacement', years: '1000', until: '' }, 'years'],
  [{ basis: 'firstPlacement', years: '2.5', until: '' }, 'years'],
  [{ basis: 'fixedDay', years: '', until: '' }, 'until'],
  [{ basis: 'leaseEnd', years: '', until: '2057-02-29' }, 'until'],
])('the rules %j are refused at %s', (sent, field) => {
  expect(RightRules.safeParse(sent).error?.issues.map(({ path }) => path[0])).toEqual([field])
})
