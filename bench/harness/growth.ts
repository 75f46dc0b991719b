import type { Caller } from '#test/caller.ts'
import type { BenchApp } from './bench-app.ts'
import { type Sides, timed } from './ratio.ts'

/** Each call with many rows, against the same call with few. The row that it is about changes from turn to turn. */
export async function growthOf<Call extends string>(
  [few, many]: readonly [BenchApp, BenchApp],
  names: readonly Call[],
  callOnce: (name: Call, clerk: Caller, n: number) => Promise<void>,
  rows: number,
): Promise<Record<Call, Sides>> {
  const [clerkOfFew, clerkOfMany] = [await few.signIn('staff'), await many.signIn('staff')]
  const turns = (name: Call, clerk: Caller) => {
    let turn = 0
    return () => timed(() => callOnce(name, clerk, 1 + ((turn++ * 97) % rows)))
  }
  const sides = names.map((name) => [name, { ours: turns(name, clerkOfMany), other: turns(name, clerkOfFew) }])
  return Object.fromEntries(sides)
}
