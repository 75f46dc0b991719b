import type { Caller } from '#test/caller.ts'
import type { BenchApp } from './bench-app.ts'

/** Sends one call, about row `n` of the filled database, and fails unless it is answered as it should be. */
type CallOnce<Call extends string> = (name: Call, clerk: Caller, n: number) => Promise<void>

const rounds = 60
const warmUpRounds = 10

/** The median milliseconds of each call on each app. The apps take turns, so that other load on the machine affects both. */
export async function measureInTurns<Call extends string>(
  apps: readonly BenchApp[],
  names: readonly Call[],
  callOnce: CallOnce<Call>,
  rows: number,
): Promise<Record<Call, number>[]> {
  const clerks = await Promise.all(apps.map((app) => app.signIn('staff')))
  const times = apps.map(() => new Map(names.map((name) => [name, [] as number[]])))
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const name of names) {
      for (const [at, clerk] of clerks.entries()) {
        const start = performance.now()
        await callOnce(name, clerk, 1 + ((round * 97) % rows))
        if (round >= warmUpRounds) times[at]?.get(name)?.push(performance.now() - start)
      }
    }
  }
  return times.map(
    (of) => Object.fromEntries([...of].map(([name, all]) => [name, median(all)])) as Record<Call, number>,
  )
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
