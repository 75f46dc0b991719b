import { expect, test } from 'vitest'
import { mergePages } from './use-audit-log.ts'

const entries = (...ids: number[]) => ids.map((id) => ({ id }))

test.each([
  ['nothing new', [6, 5, 4], [6, 5, 4, 3, 2, 1], [6, 5, 4, 3, 2, 1]],
  ['new entries that push others off the first page', [8, 7, 6], [6, 5, 4, 3, 2, 1], [8, 7, 6, 5, 4, 3, 2, 1]],
  ['no older entries', [6, 5, 4], [6, 5, 4], [6, 5, 4]],
])('after older entries were loaded, a first page with %s loses none and repeats none', (_, newest, older, all) => {
  expect(mergePages(entries(...newest), entries(...older))).toEqual(entries(...all))
})

test('older entries that the first page no longer reaches are not merged with it', () => {
  expect(mergePages(entries(12, 11, 10), entries(6, 5, 4, 3, 2, 1))).toBeUndefined()
})
