import { setTimeout as sleep } from 'node:timers/promises'

const longestMs = 60_000

/** Waits until the harm of a control can be seen, or for a minute. */
export async function until(isCaught: () => boolean | Promise<boolean>) {
  const end = performance.now() + longestMs
  while (!(await isCaught()) && performance.now() < end) await sleep(200)
}

/** The checks of a run must find what a control did, or they would find nothing in a house. */
export function requireCaught(what: string, caught: number, unit: string) {
  console.log(`control: ${what}: ${caught} ${unit}`)
  if (caught === 0) throw new Error(`The control was not caught, so this proof could not have failed: ${what}.`)
}
