import { expect, test, vi } from 'vitest'
import { intervalOf, measureRatio } from './ratio.ts'

/** Answers with these numbers, in turn. */
const answers = (...numbers: number[]) => {
  let turn = 0
  return async () => numbers[turn++ % numbers.length] ?? Number.NaN
}

const measure = async (ours: () => Promise<number>, other: () => Promise<number>, now?: () => number) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const found = await measureRatio('a ratio', { ours, other }, 10, now)
  const [[line] = []] = log.mock.calls
  log.mockRestore()
  return { found, line }
}

test('two sides that differ by a tenth of a per cent: their ratio is certain after eight pairs of turns', async () => {
  const { found, line } = await measure(answers(200, 200.2), answers(100))
  expect(found.median).toBeCloseTo(2, 2)
  expect(line).toBe('a ratio: 2.00 (2.00 to 2.00) in 8 pairs of turns')
})

test('both sides are warmed up, and each begins every second pair', async () => {
  const turns: string[] = []
  const side = (name: string) => async () => turns.push(name) && 1
  await measure(side('ours'), side('other'))
  expect(turns.slice(0, 8).join(' ')).toBe('ours other ours other ours other other ours')
})

test('a machine that becomes twice as slow from turn to turn changes neither side alone', async () => {
  let load = 1
  const slower = (cost: number) => async () => cost * load++
  const { found } = await measure(slower(3), slower(1))
  expect(found.median).toBeCloseTo(3, 0)
})

test('sides that scatter too much: measuring ends when its time is over, and says that the ratio is not steady', async () => {
  let time = 0
  const { line } = await measure(answers(1, 5), answers(1), () => {
    time += 100
    return time
  })
  expect(line).toContain('NOT STEADY: uncertain by more than a tenth after 10 s')
})

test('an interval contains the middle of its values and leaves out the furthest', () => {
  const values = Array.from({ length: 21 }, (_, index) => 1 + index / 100)
  expect(intervalOf([...values, 40])).toEqual({ lowest: 1.05, median: 1.11, highest: 1.16 })
  expect(intervalOf([1, 2, 3]).lowest).toBeNaN()
})
