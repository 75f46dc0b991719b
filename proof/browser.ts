import { setTimeout as sleep } from 'node:timers/promises'
import { findAllViolations, takeAwayProtection } from '#test/find-violations.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { actDay, chooseTheSame, openDay, prepareDay } from './harness/day-of-a-house.ts'
import { nothingAcknowledged } from './harness/families.ts'
import { findFaults } from './harness/find-faults.ts'
import { startProduction } from './harness/production.ts'

const pauseMs = 4000

/**
 * Six people in Chromium act the day of a house while its two servers restart one after the other: everyone gets through, and nobody sees
 * a failure. The control has no index of places: two families get the same niche.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const production = await startProduction(databaseUrl, 2, { settings: { COLUMBA_MODE: 'demo' } })
  const { context, nginx, replicas } = production
  const day = await openDay(nginx.url)
  try {
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

    await takeAwayProtection(context.db)
    await chooseTheSame(day)
    const control = await findFaults(context, nothingAcknowledged())
    console.log(`control: ${control.length} faults, such as\n${control.slice(0, 2).join('\n')}`)
    if (!control.some((fault) => fault.startsWith('a niche has more active bookings than places')))
      throw new Error('Without the index nothing was sold twice, so this proof could not have failed.')
  } finally {
    await day.close()
    await production.close()
  }
}

/** Restarts one after the other until `stop` is called. */
function restartUntil(replicas: Awaited<ReturnType<typeof startProduction>>['replicas']) {
  let [isOver, count] = [false, 0]
  const restarting = (async () => {
    while (!isOver) {
      await sleep(pauseMs)
      await replicas[count++ % replicas.length]?.restart('SIGTERM')
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
