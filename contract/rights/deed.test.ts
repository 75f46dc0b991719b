import { expect, test } from 'vitest'
import { maskName } from './deed.ts'

test.each([
  ['Tan Ah Kow', 'T*** A*** K***'],
  ['  Tan   Ah Kow ', 'T*** A*** K***'],
  ['陳亞九', '陳***'],
  ['X', 'X***'],
  ["O'Brien-Lim", 'O***'],
  ['𠮷野', '𠮷***'],
  ['', ''],
])('of the name %j a stranger reads %j', (name, masked) => {
  expect(maskName(name)).toBe(masked)
})
