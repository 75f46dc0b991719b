import { expect, test } from 'vitest'
import { fitSlope, growsBeyond } from './fit-slope.ts'

const minute = 60_000

/** A sample each minute of an hour. */
const growthOf = (valueAt: (minutes: number) => number) =>
  fitSlope(Array.from({ length: 61 }, (_, at) => ({ at: at * minute, value: valueAt(at) })))

test('a slope above the limit whose interval reaches below it is no growth, and one that is certain is', () => {
  const connections = growthOf((at) => 15 + (at % 4 < 2 ? 0 : 1) + at / 250)
  expect(connections.perHour).toBeGreaterThan(1)
  expect(connections.uncertainty).toBeGreaterThan(connections.perHour - 1)
  expect(growsBeyond(1, connections)).toBe(false)
  const memory = growthOf((at) => 100 + at / 30)
  expect(growsBeyond(1, memory)).toBe(true)
})
