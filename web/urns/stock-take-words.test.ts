import { expect, test } from 'vitest'
import { planEvenings } from '#contract/urns/stock-take-plan.ts'
import { describeEvenings, describePlan, describeStockTakeState } from './stock-take-words.ts'

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

const block = (urns: number, seen = 0) => ({ urns, seen })

test.each([
  [[block(40, 40), block(0)], 'Every urn has been placed or seen by two people.'],
  [
    [block(30), block(30, 29), block(1)],
    'Left: 3 blocks with 61 urns. Two people need about 2 evenings of 2 hours, if an urn takes 2 minutes: about 2 blocks an evening.',
  ],
  [
    [block(170)],
    'Left: 1 block with 170 urns. Two people need about 3 evenings of 2 hours, if an urn takes 2 minutes: about 3 evenings a block.',
  ],
])('the plan for blocks %j reads "%s"', (blocks, words) => {
  expect(describePlan(planEvenings(blocks))).toBe(words)
})

test('each block says on which evenings it is counted', () => {
  const { planned } = planEvenings([block(40, 40), block(0), block(20), block(130)])
  expect(planned.map(describeEvenings)).toEqual(['Done', 'No urns', 'Evening 1', 'Evenings 2 to 4'])
})
