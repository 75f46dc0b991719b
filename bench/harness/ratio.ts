import type { FigureName } from '../figures.ts'
import type { BenchRun } from './bench.ts'

/** One short turn of a side. Returns how often it did its work in a second, or how long that took. */
export type Turn = () => Promise<number>

/** The figure is what ours returns, divided by what the other returns. */
export interface Sides {
  ours: Turn
  other: Turn
}

const warmUps = 2
const fewestPairs = 8
const usualSeconds = Number(process.env.BENCH_SECONDS ?? 120)

/** Measures these ratios one after the other. The median of each is reported with the ends of its interval. */
export async function measureRatios(
  { figure }: BenchRun,
  ratios: Partial<Record<FigureName, Sides>>,
  seconds = usualSeconds,
) {
  for (const [name, sides] of Object.entries(ratios) as [FigureName, Sides][])
    for (const value of Object.values(await measureRatio(name, sides, seconds))) figure(name, value)
}

/**
 * The sides take turns, and which of them begins a pair changes, so that other work on the machine meets both. Ends when the median is
 * certain within a tenth, or says that it is not when the time is over.
 */
export async function measureRatio(
  name: string,
  { ours, other }: Sides,
  seconds = usualSeconds,
  now = () => performance.now(),
) {
  for (let each = 0; each < warmUps; each++) for (const side of [ours, other]) await side()
  const ratios: number[] = []
  const end = now() + seconds * 1000
  let found = intervalOf(ratios)
  while (!isSteady(found) && (ratios.length < fewestPairs || now() < end)) {
    const isOursFirst = ratios.length % 2 === 0
    const first = await (isOursFirst ? ours : other)()
    const second = await (isOursFirst ? other : ours)()
    ratios.push(isOursFirst ? first / second : second / first)
    found = intervalOf(ratios)
  }
  const [lowest, median, highest] = [found.lowest, found.median, found.highest].map((value) => value.toPrecision(3))
  const verdict = isSteady(found) ? '' : `, NOT STEADY: uncertain by more than a tenth after ${seconds} s`
  console.log(`${name}: ${median} (${lowest} to ${highest}) in ${ratios.length} pairs of turns${verdict}`)
  return found
}

/** The median, and where the true one lies with a certainty of 95 %, whatever the distribution. */
export function intervalOf(ratios: readonly number[]) {
  const sorted = ratios.toSorted((one, other) => one - other)
  const at = Math.floor(sorted.length / 2 - 0.98 * Math.sqrt(sorted.length)) - 1
  const value = (index: number) => sorted[index] ?? Number.NaN
  return { lowest: value(at), median: value(Math.floor(sorted.length / 2)), highest: value(sorted.length - 1 - at) }
}

const isSteady = ({ lowest, median, highest }: ReturnType<typeof intervalOf>) =>
  highest <= median * 1.1 && lowest >= median / 1.1

/** The milliseconds that this work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Counts how often this work is done in a second by so many at once. */
export async function rateOf(work: () => Promise<unknown>, atOnce: number, milliseconds = 1000): Promise<number> {
  let done = 0
  const took = await timed(async () => {
    const start = performance.now()
    const loop = async () => {
      for (; performance.now() - start < milliseconds; done++) await work()
    }
    await Promise.all(Array.from({ length: atOnce }, loop))
  })
  return done / (took / 1000)
}
