import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { hashesAtOnce, withHashingSlot } from './passwords.ts'

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [5, 4],
  [64, 4],
])('a machine with %i cores hashes %i passwords at once', (cores, atOnce) => {
  expect(hashesAtOnce(cores)).toBe(atOnce)
})

test('two hundred callers wait for a place to hash a password, and the next is refused', async () => {
  let free = () => {}
  const isFree = new Promise<void>((resolve) => {
    free = resolve
  })
  const atOnce = hashesAtOnce(availableParallelism())
  let begun = 0
  const work = async () => {
    begun += 1
    await isFree
  }
  const taken = Array.from({ length: atOnce + 200 }, () => withHashingSlot(work))
  await expect(withHashingSlot(work)).rejects.toMatchObject({ code: 'LOGINS_BUSY' })
  expect(begun).toBe(atOnce)
  free()
  await Promise.all(taken)
})
