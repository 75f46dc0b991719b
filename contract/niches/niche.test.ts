import { expect, test } from 'vitest'
import { describeWay, doorLabel, placeInWords, rowLabel } from './niche.ts'

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

test.each([
  ['TH-1A-07-01', 7, 1, '', '7-1', 'column 7, row 1'],
  ['TH-1A-07-01-b', 7, 1, 'b', '7-1b', 'column 7, row 1, half b'],
  ['TH1A007/1', 7, 1, '', '7-1', 'column 7, row 1'],
  ['7.1B', 7, 1, 'b', '7-1b', 'column 7, row 1, half b'],
  ['E07', 7, 1, '', 'E07', ''],
  ['A-12', 2, 1, '', 'A-12', ''],
  ['1-20', 20, 1, '', '1-20', ''],
  ['A-2-1a', 2, 1, '', 'A-2-1a', ''],
  ['A1-1', 1, 1, '', 'A1-1', ''],
  ['1A-1', 1, 1, '', '1A-1', ''],
])(
  'the niche with the code %s in column %i, row %i, half "%s" is read as %s',
  (nicheCode, nicheColumn, nicheRow, half, label, words) => {
    const niche = { nicheCode, nicheColumn, nicheRow, half }
    expect([doorLabel(niche), placeInWords(niche)]).toEqual([label, words])
  },
)

test('a row is called by its number only where the codes of all its niches say it', () => {
  const numbered = [1, 2].map((nicheColumn) => ({ nicheCode: `E-${nicheColumn}-4`, nicheColumn, nicheRow: 4 }))
  const ownCodes = [1, 2].map((nicheColumn) => ({ nicheCode: `E${40 + nicheColumn}`, nicheColumn, nicheRow: 4 }))
  expect([rowLabel(numbered), rowLabel(ownCodes), rowLabel(ownCodes.slice(1))]).toEqual(['Row 4', 'E41 to E42', 'E42'])
})
