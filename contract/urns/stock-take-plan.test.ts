import { expect, test } from 'vitest'
import { planEvenings } from './stock-take-plan.ts'

const block = (urns: number, seen = 0) => ({ urns, seen })

test.each([
  ['no block', [], [], 0],
  ['blocks that fit one evening', [block(20), block(40)], ['1', '1'], 1],
  ['a block that does not fit beside another', [block(30), block(31), block(29)], ['1', '2', '2'], 2],
  ['a block of several evenings, the last of which has room', [block(130), block(50), block(1)], ['1-3', '3', '4'], 4],
  ['a block of which everything was seen', [block(40, 40), block(60)], ['-', '1'], 1],
  ['a block without urns', [block(0), block(60), block(0)], ['-', '1', '-'], 1],
  ['a block of which one urn is left, which is counted as a whole', [block(60, 59), block(1)], ['1', '2'], 2],
])('%s: two people count them on these evenings', (_, blocks, evenings, total) => {
  const plan = planEvenings(blocks)
  const shown = plan.planned.map(({ evenings }) =>
    evenings ? [...new Set([evenings.first, evenings.last])].join('-') : '-',
  )
  expect([shown, plan.evenings]).toEqual([evenings, total])
})
