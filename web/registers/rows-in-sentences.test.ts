import { expect, test } from 'vitest'
import { messageWithRows } from './rows-in-sentences.ts'

test.each([
  ['Column and row of this block are also in row 4.', 'Column and row of this block are also in row 104.'],
  ['This niche already has people in rows 2, 13.', 'This niche already has people in rows 102, 113.'],
  ['Row 2 says something else of the same place.', 'Row 102 says something else of the same place.'],
  ['Row must be a whole number from 1 to 9999.', 'Row must be a whole number from 1 to 9999.'],
  ['The row has 17 values for 18 columns.', 'The row has 17 values for 18 columns.'],
  ['In Columba, this niche has Urn in row 4 here.', 'In Columba, this niche has Urn in row 4 here.'],
])('of the rows of a spreadsheet, "%s" says "%s"', (message, expected) => {
  expect(messageWithRows({ file: 'niches', message }, ({ row }) => row + 100)).toBe(expected)
})
