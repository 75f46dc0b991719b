import { endHolds } from './checkout/holds.ts'
import type { Context } from './context.ts'
import { foldFigures } from './dashboard/fold.ts'
import { retryRefunds } from './payments/actions.ts'

interface Chore {
  name: string
  seconds: number
  work: (context: Context) => Promise<void>
}

/** What the clock has to do. Each chore is safe beside the same chore of another replica. */
const chores: Chore[] = [
  { name: 'ending holds', seconds: 1, work: endHolds },
  { name: 'folding figures', seconds: 10, work: foldFigures },
  { name: 'returning money', seconds: 60, work: retryRefunds },
]

/** Every chore once, as it would be done some time later. */
export async function sweepOnce(context: Context) {
  for (const chore of chores) await chore.work(context)
}

export function startSweeper(context: Context) {
  const stops = chores.map((chore) => repeat(context, chore))
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}

/** A chore that fails is tried again at its next turn, and never runs twice at once. */
function repeat(context: Context, { name, seconds, work }: Chore) {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let ended = false

  const turn = async () => {
    await work(context).catch((error: unknown) => context.log.error({ err: error, chore: name }, 'a chore failed'))
    if (!ended) timer = setTimeout(begin, seconds * 1000)
  }
  const begin = () => {
    working = turn()
  }
  begin()
  return () => {
    ended = true
    clearTimeout(timer)
    return working
  }
}
