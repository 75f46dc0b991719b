import { expect, test } from 'vitest'
import { heightInWords, middleOfRow, rowHeightProblems, toRowHeights } from './row-heights.ts'

test('the middle of a row is measured from the floor, whichever row is counted from the top', () => {
  const heights = { lowestCm: 20, rowCm: 30 }
  expect([1, 2, 5].map((fromTop) => middleOfRow(heights, fromTop, 5))).toEqual([155, 125, 35])
})

test.each([
  [35, 'about 35 cm above the floor, near the floor'],
  [94, 'about 94 cm above the floor, below the eyes of somebody who sits'],
  [115, 'about 115 cm above the floor, at the eyes of somebody who sits'],
  [155, 'about 155 cm above the floor, at the eyes of somebody who stands'],
  [180, 'about 180 cm above the floor, above the eyes of somebody who stands'],
  [230, 'about 230 cm above the floor, higher than most people reach'],
])('a niche at %i cm is %s', (cm, words) => expect(heightInWords(cm)).toBe(words))

test.each([
  ['', '', {}],
  ['0', '30', {}],
  ['20', '', { rowCm: 'Please enter both, or neither.' }],
  ['', '30', { lowestCm: 'Please enter both, or neither.' }],
  ['20', '0', { rowCm: 'Please enter more than 0.' }],
])('a lowest row at "%s" and rows of "%s" give %j', (lowestCm, rowCm, problems) =>
  expect(rowHeightProblems({ lowestCm, rowCm })).toEqual(problems),
)

test('a wall whose rows were not measured has no heights', () => {
  expect(toRowHeights({ lowestCm: '', rowCm: '' })).toBeNull()
  expect(toRowHeights({ lowestCm: '0', rowCm: '30' })).toEqual({ lowestCm: 0, rowCm: 30 })
})
