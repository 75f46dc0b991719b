import { expect, test } from 'vitest'
import { createTurns } from './finalise-payment.ts'

test('callers with one key come two seconds apart, and do not wait for those with another', async () => {
  let now = 0
  const waits: number[] = []
  const takeTurn = createTurns(
    2000,
    () => now,
    async (ms) => waits.push(ms),
  )
  await takeTurn('one')
  await takeTurn('one')
  await takeTurn('other')
  now = 1500
  await takeTurn('one')
  expect(waits).toEqual([2000, 2500])
  now = 60_000
  await takeTurn('one')
  expect(waits).toHaveLength(2)
})
