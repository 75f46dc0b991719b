import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Db } from '#server/ports/database.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { findFaults } from './harness/find-faults.ts'
import { startTwoServers, workMs } from './harness/two-servers.ts'

/**
 * The primary is killed while families book and pay on two replicas, and its synchronous standby is promoted. No
 * acknowledged booking or payment is lost. The control has an asynchronous standby that has fallen behind, and must
 * lose some.
 */
export const bench: Bench = async ({ figure }) => {
  const kept = await failOver({ isSynchronous: true })
  console.log(
    `synchronous: ${kept.booked} bookings and ${kept.paid} payments acknowledged, ${kept.faults.length} faults`,
  )
  if (kept.faults.length > 0) throw new Error(kept.faults.slice(0, 20).join('\n'))
  figure('failover.lost', kept.faults.length)
  figure('failover.resumed_s', kept.resumedAfter)
  figure('failover.acknowledged', kept.booked + kept.paid)

  const control = await failOver({ isSynchronous: false })
  console.log(`control: ${control.booked} bookings and ${control.paid} payments, ${control.faults.length} faults`)
  if (!control.faults.some((fault) => fault.endsWith('is lost.')))
    throw new Error('The control lost nothing, so this proof could not have failed.')
}

async function failOver({ isSynchronous }: { isSynchronous: boolean }) {
  const primary = await startPostgres({ more: isSynchronous ? { synchronous_standby_names: '*' } : {} })
  const standby = await startPostgres({ standby: primary.url })
  const direct = await openPostgres(standby.url, createLog('silent'))
  const hosts = [primary.url, standby.url].map((url) => new URL(url).host)
  const house = await startTwoServers(`postgres://columba@${hosts}/postgres`)
  try {
    const work = house.beginWork()
    await sleep(workMs / 2)
    if (!isSynchronous) await stopReceiving(direct.db)
    await sleep(workMs / 2)
    const killedAt = performance.now()
    await primary.stop('SIGKILL')
    await direct.db.execute(sql`select pg_promote()`)
    await sleep(workMs)
    await work.stop()

    const { bookings, paid } = work.acknowledged
    const first = bookings.find(({ at }) => at > killedAt + 500)
    if (!first) throw new Error('Nothing was sold after the standby was promoted.')
    return {
      booked: bookings.length,
      paid: paid.length,
      resumedAfter: (first.at - killedAt) / 1000,
      faults: await findFaults(house.context, work.acknowledged),
    }
  } finally {
    await house.close()
    await direct.close()
    await standby.stop()
  }
}

/** Stops the standby from receiving what the primary writes. */
async function stopReceiving(db: Db) {
  await db.execute(sql`alter system set primary_conninfo = ''`)
  await db.execute(sql`select pg_reload_conf()`)
}
