import { expect, test } from 'vitest'
import { describeStockTakeState } from './stock-take-words.ts'

const counting = { name: 'Kavitha Nair', isMe: false, finishedAt: null }
const finished = { ...counting, finishedAt: '2026-11-22T08:00:00.000Z' }

test.each([
  ['open', [counting], 0, 'One person is counting'],
  ['open', [finished], 0, 'Waits for a second person'],
  ['open', [counting, counting], 0, 'Two people are counting'],
  ['open', [counting, finished], 0, 'One of two has finished'],
  ['done', [finished, finished], 0, 'Finished, no difference'],
  ['done', [finished, finished], 1, 'Finished, 1 difference'],
  ['done', [finished, finished], 2, 'Finished, 2 differences'],
  ['cancelled', [counting], 0, 'Cancelled'],
] as const)(
  'a stock-take that is %s, with the people %j and %i differences, reads %j',
  (state, people, differences, words) => {
    expect(describeStockTakeState({ state, people: [...people], differences })).toBe(words)
  },
)
