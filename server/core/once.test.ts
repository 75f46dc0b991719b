import { expect, test } from 'vitest'
import { once } from './once.ts'

test('work that has succeeded is not done again', async () => {
  let calls = 0
  const count = once(async () => ++calls)
  expect(await Promise.all([count(), count()])).toEqual([1, 1])
  expect(await count()).toBe(1)
})

test('work that has failed is tried again by the next caller', async () => {
  let calls = 0
  const failFirst = once(async () => {
    calls += 1
    if (calls === 1) throw new Error('away')
    return calls
  })
  await expect(failFirst()).rejects.toThrow('away')
  expect(await failFirst()).toBe(2)
})
