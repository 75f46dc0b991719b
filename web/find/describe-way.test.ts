import { expect, test } from 'vitest'
import { describeWay } from './describe-way.ts'

test.each([
  [{ nicheColumn: 3, nicheRow: 5, view: null }, '3rd niche from the left, in the 5th row from the top'],
  [{ nicheColumn: 21, nicheRow: 12, view: null }, '21st niche from the left, in the 12th row from the top'],
  [
    { nicheColumn: 3, nicheRow: 5, view: { columns: [4, 3, 2, 1], rows: [6, 5, 4] } },
    '2nd niche from the left, in the 2nd row from the top',
  ],
])('%j is the %s', (niche, words) => {
  expect(describeWay(niche)).toBe(`Facing the block, it is the ${words}.`)
})
