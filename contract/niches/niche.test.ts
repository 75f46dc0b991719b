import { expect, test } from 'vitest'
import { describeWay } from './niche.ts'

const place = { nicheColumn: 3, nicheRow: 5, half: '', view: null }

test.each([
  [place, 'the 3rd niche from the left, in the 5th row from the top'],
  [{ ...place, nicheColumn: 21, nicheRow: 12 }, 'the 21st niche from the left, in the 12th row from the top'],
  [
    { ...place, view: { columns: [4, 3, 2, 1], rows: [6, 5, 4] } },
    'the 2nd niche from the left, in the 2nd row from the top',
  ],
  [{ ...place, half: 'b' }, 'behind the 3rd door from the left, in the 5th row from the top: half b'],
])('%j is %s', (niche, words) => {
  expect(describeWay(niche)).toBe(`Facing the block, it is ${words}.`)
})
