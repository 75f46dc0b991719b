import { expect, test } from 'vitest'
import { cutAround } from './NicheWay.tsx'

const list = [1, 2, 3, 4, 5, 6, 7, 8, 9]

test.each([
  [5, [4, 5, 6]],
  [1, [1, 2, 3]],
  [9, [7, 8, 9]],
])('three entries around %i are %j', (wanted, expected) => {
  expect(cutAround(list, wanted, 3)).toEqual(expected)
})

test('a list that is short enough is returned whole', () => {
  expect(cutAround(list, 1, 20)).toEqual(list)
})
