import { setTimeout as sleep } from 'node:timers/promises'
import { findAllViolations } from '#test/find-violations.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { nothingAcknowledged } from './harness/acknowledged.ts'
import { actDay, listLunarDifferences, openDay, prepareDay, tryToBook } from './harness/day-of-a-house.ts'
import { findFaults } from './harness/find-faults.ts'
import { startProduction } from './harness/production.ts'

const pauseMs = 4000
/** The families of the control, of whom one must see a failure. */
const mostFamilies = 3

/**
 * Seven people, three in Chromium, three in Firefox and one in WebKit, do the work of one day while the two servers
 * restart one after the other: everyone finishes, and nobody sees a failure. In the control both servers restart at
 * once.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const production = await startProduction(databaseUrl, 2, { settings: { COLUMBA_MODE: 'demo' } })
  const { context, nginx, replicas } = production
  const day = await openDay(nginx.url)
  try {
    const differing = await listLunarDifferences(day)
    if (differing.length > 0) throw new Error(`The calendars of these browsers differ on ${differing.join(', ')}.`)
    const prepared = await prepareDay(day)
    const before = Object.keys(await findAllViolations(context.db))
    const restarts = restartUntil(replicas)
    const start = performance.now()
    const paid = await actDay(day, prepared).finally(() => restarts.stop())
    console.log(`the day took ${Math.round((performance.now() - start) / 1000)} s, with ${restarts.count()} restarts`)

    const found = await findFaults(context, { ...nothingAcknowledged(), paid })
    const faults = found.filter((fault) => !before.some((name) => fault.startsWith(name)))
    figure('browser.faults', faults.length)
    figure('browser.failures_seen', day.broken.length)
    figure('browser.restarts', restarts.count())
    const all = [...faults, ...day.broken]
    if (all.length > 0) throw new Error(all.slice(0, 20).join('\n'))

    const allAtOnce = restartUntil([{ restart: (signal) => Promise.all(replicas.map((each) => each.restart(signal))) }])
    let families = 0
    for (; families < mostFamilies && day.broken.length === 0; families++) await tryToBook(day)
    await allAtOnce.stop()
    console.log(
      `control: ${day.broken.length} failures seen by ${families} of ${mostFamilies} families, such as\n${day.broken.slice(0, 2).join('\n')}`,
    )
    if (day.broken.length === 0)
      throw new Error('Nobody saw that both servers restarted at once, so this proof could not have failed.')
  } finally {
    await day.close()
    await production.close()
  }
}

/** Restarts one after the other until `stop` is called. */
function restartUntil(servers: { restart: (signal: 'SIGTERM') => Promise<unknown> }[]) {
  let [isOver, count] = [false, 0]
  const restarting = (async () => {
    while (!isOver) {
      await sleep(pauseMs)
      await servers[count++ % servers.length]?.restart('SIGTERM')
    }
  })()
  return {
    count: () => count,
    stop: () => {
      isOver = true
      return restarting
    },
  }
}
