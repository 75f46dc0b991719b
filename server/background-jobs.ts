import { expireHolds } from './checkout/expire-holds.ts'
import type { Context } from './context.ts'
import { rollUpStats } from './dashboard/roll-up-stats.ts'
import { retryRefunds } from './payments/actions.ts'

interface Job {
  name: string
  seconds: number
  work: (context: Context) => Promise<void>
}

/** The periodic jobs. Each may run on several replicas at the same time. */
const jobs: Job[] = [
  { name: 'expire holds', seconds: 1, work: expireHolds },
  { name: 'roll up statistics', seconds: 10, work: rollUpStats },
  { name: 'retry refunds', seconds: 60, work: retryRefunds },
]

/** Runs every job once, without waiting for its interval. */
export async function runAllJobsOnce(context: Context) {
  for (const job of jobs) await job.work(context)
}

export function startBackgroundJobs(context: Context) {
  const stops = jobs.map((job) => repeat(context, job))
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}

/** A job that fails runs again after its interval. It never runs twice at the same time. */
function repeat(context: Context, { name, seconds, work }: Job) {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  let ended = false

  const turn = async () => {
    await work(context).catch((error: unknown) =>
      context.log.error({ err: error, job: name }, 'a background job failed'),
    )
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
