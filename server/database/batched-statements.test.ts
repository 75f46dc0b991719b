import { expect, test } from 'vitest'
import { batchReads, inBatches } from './batched-statements.ts'

/** Statements that the test ends itself; each finds all keys but `none`. */
function slowStatements() {
  const sent: string[][] = []
  const ends: ((fails?: boolean) => void)[] = []
  const read = batchReads(
    (keys) =>
      new Promise<Map<string, string>>((resolve, reject) => {
        const number = sent.push(keys)
        const rows = keys.filter((key) => key !== 'none').map((key) => [key, `${key} ${number}`] as const)
        ends.push((fails) => (fails ? reject(new Error(`failed ${number}`)) : resolve(new Map(rows))))
      }),
  )
  return { read, sent, ends }
}

/** Resolves once everything that can happen without another event has happened. */
const settled = () => new Promise(setImmediate)

test('a lookup while none runs is sent at once', async () => {
  const { read, sent, ends } = slowStatements()
  const found = read('A')
  await settled()
  expect(sent).toEqual([['A']])
  ends[0]?.()
  expect(await found).toBe('A 1')
})

test('lookups during a statement share the next one and get its rows, not those of the running one', async () => {
  const { read, sent, ends } = slowStatements()
  const first = read('A')
  await settled()
  const waiting = [read('A'), read('B'), read('A'), read('none')]
  await settled()
  expect(sent).toEqual([['A']])
  ends[0]?.()
  expect(await first).toBe('A 1')
  await settled()
  expect(sent).toEqual([['A'], ['A', 'B', 'none']])
  const late = read('B')
  ends[1]?.()
  expect(await Promise.all(waiting)).toEqual(['A 2', 'B 2', 'A 2', undefined])
  await settled()
  ends[2]?.()
  expect(await late).toBe('B 3')
})

test('a statement that fails rejects its own lookups only', async () => {
  const { read, ends } = slowStatements()
  const first = read('A')
  await settled()
  const second = read('B')
  ends[0]?.(true)
  await expect(first).rejects.toThrow('failed 1')
  await settled()
  ends[1]?.()
  expect(await second).toBe('B 2')
})

test('rows that come while a statement runs are written by the next one, and each call waits for its own', async () => {
  const written: string[][] = []
  const ends: (() => void)[] = []
  const write = inBatches(async (rows: string[]) => {
    await new Promise<void>((resolve) => ends.push(resolve))
    written.push(rows)
  })
  const first = write(['A'])
  await settled()
  const later = [write(['B']), write(['C', 'D'])]
  ends[0]?.()
  await first
  expect(written).toEqual([['A']])
  await settled()
  ends[1]?.()
  await Promise.all(later)
  expect(written).toEqual([['A'], ['B', 'C', 'D']])
})
