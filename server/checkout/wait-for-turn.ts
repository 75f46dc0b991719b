import { setTimeout } from 'node:timers/promises'

/** Lets callers with the same key through one after the other, so many milliseconds apart. */
export function createTurns(
  spacing: number,
  now = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = setTimeout,
) {
  const nextTurn = new Map<string, number>()
  return async (key: string) => {
    const asked = now()
    for (const [other, next] of nextTurn) if (next < asked) nextTurn.delete(other)
    const turn = nextTurn.get(key) ?? asked
    nextTurn.set(key, turn + spacing)
    if (turn > asked) await wait(turn - asked)
  }
}

/** This process asks the provider about an intent at most once in two seconds. */
export const waitForTurn = createTurns(2000)
