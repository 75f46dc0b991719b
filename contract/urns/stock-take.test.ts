import { expect, test } from 'vitest'
import { agrees, describeMark, type Mark, readMark } from './stock-take.ts'

const here: Mark = { finding: 'present', tag: 'U-1' }
const none: Mark = { finding: 'missing', tag: '' }
const other: Mark = { finding: 'unexpected', tag: 'U-2' }
const unreadable: Mark = { finding: 'unexpected', tag: '' }

test.each([
  ['both find the urn', 'U-1', [here, here], true],
  ['one does not find it', 'U-1', [here, none], false],
  ['neither finds it', 'U-1', [none, none], false],
  ['one has not marked it', 'U-1', [here, undefined], false],
  ['one finds another urn', 'U-1', [here, other], false],
  ['the urn was another one when they marked it', 'U-3', [here, here], false],
  ['the niche should be empty, and nobody marked it', null, [undefined, undefined], true],
  ['the niche should be empty, and a mark was taken back', null, [undefined, none], true],
  ['the niche should be empty, and both find an urn', null, [other, other], false],
  ['the niche should be empty, and one finds an urn without a tag', null, [undefined, unreadable], false],
] as const)(
  'a niche agrees with the ledger only if both people say the same as it: %s',
  (_situation, tag, marks, expected) => {
    expect(agrees(tag, marks)).toBe(expected)
  },
)

test('an urn that is read in its own niche is present, not unexpected', () => {
  expect(readMark({ finding: 'unexpected', tag: 'U-1' }, 'U-1')).toEqual(here)
  expect(readMark(other, 'U-1')).toEqual(other)
  expect(readMark(unreadable, null)).toEqual(unreadable)
})

test('a mark in words says which urn was seen', () => {
  expect([null, none, here, other, unreadable].map(describeMark)).toEqual([
    'No urn',
    'No urn',
    'Urn U-1',
    'Urn U-2',
    'An urn without a readable tag',
  ])
})
