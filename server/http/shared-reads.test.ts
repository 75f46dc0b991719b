import { expect, test } from 'vitest'
import { shareReads } from './shared-reads.ts'

/** Reads that the test ends itself; each returns its key and number. */
function slowReads() {
  const ends: ((fails?: boolean) => void)[] = []
  const read = shareReads(
    (key) =>
      new Promise<string>((resolve, reject) => {
        const answer = `${key} ${ends.length + 1}`
        ends.push((fails) => (fails ? reject(new Error(answer)) : resolve(answer)))
      }),
  )
  return { read, ends }
}

test('calls during a running read share the next read', async () => {
  const { read, ends } = slowReads()
  const first = read('A')
  const waiting = [read('A'), read('A')]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await first).toBe('A 1')
  const late = read('A')
  expect(ends).toHaveLength(2)
  ends[1]?.()
  expect(await Promise.all(waiting)).toEqual(['A 2', 'A 2'])
  ends[2]?.()
  expect(await late).toBe('A 3')
})

test('calls with different keys do not share a read, and results are not cached', async () => {
  const { read, ends } = slowReads()
  const both = [read('A'), read('B')]
  for (const end of ends) end()
  expect(await Promise.all(both)).toEqual(['A 1', 'B 2'])
  const again = read('A')
  ends[2]?.()
  expect(await again).toBe('A 3')
})

test('a read that fails does not prevent the queued read', async () => {
  const { read, ends } = slowReads()
  const first = read('A')
  const second = read('A')
  ends[0]?.(true)
  await expect(first).rejects.toThrow('A 1')
  ends[1]?.()
  expect(await second).toBe('A 2')
})
