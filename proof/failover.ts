import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { createServices } from '#server/start/services.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { startServer } from '../scripts/start-test-server.mjs'
import { bookAndPayUntil } from './harness/families.ts'
import { findFaults } from './harness/find-faults.ts'

const families = 24
const workMs = Number(process.env.PROOF_SECONDS ?? 10) * 1000
const settings = {
  DEMO_DATA: 'off',
  BOT_CHECK: 'off',
  HOLD_MINUTES: '600',
  MAX_UNPAID_HOLDS: '999',
  MAX_SUBMISSIONS_PER_HOUR: '9999',
}
const key = Buffer.alloc(32, 7).toString('base64')

/**
 * The primary is killed while families book and pay on two replicas, and its synchronous standby is promoted: nothing acknowledged is
 * lost. The control is a standby that follows without being waited for and has fallen behind: there, something is.
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
  const standby = await startPostgres({ standby: primary.url }).catch(async (error) => {
    await primary.stop()
    throw error
  })
  const hosts = [primary.url, standby.url].map((url) => new URL(url).host)
  const environment = { ...settings, DATABASE_URL: `postgres://columba@${hosts}/postgres`, ENCRYPTION_KEY: key }
  const servers = [await startServer(environment), await startServer(environment)]
  const config = loadConfig({ ...environment, LOG_LEVEL: 'silent' })
  const database = await openPostgres(environment.DATABASE_URL, createLog('silent'))
  const direct = await openPostgres(standby.url, createLog('silent'))
  try {
    const context = createContext(createServices(database, config))
    const cookies = await createSignedInApplicants(context, families)
    const nicheIDs = await insertNiches(context, 20_000)
    let isOver = false
    const work = bookAndPayUntil({
      urls: servers.map(({ url }) => url),
      cookies,
      nicheIDs,
      isOver: () => isOver,
    })

    await sleep(workMs / 2)
    if (!isSynchronous) await stopReceiving(direct.db)
    await sleep(workMs / 2)
    const killedAt = performance.now()
    await primary.stop('SIGKILL')
    await direct.db.execute(sql`select pg_promote()`)
    await sleep(workMs)
    isOver = true
    const acknowledged = await work

    const first = acknowledged.bookings.find(({ at }) => at > killedAt + 500)
    if (!first) throw new Error('Nothing was sold after the standby was promoted.')
    return {
      booked: acknowledged.bookings.length,
      paid: acknowledged.paid.length,
      resumedAfter: (first.at - killedAt) / 1000,
      faults: await findFaults(context, acknowledged),
    }
  } finally {
    for (const server of servers) await server.stop()
    await database.close()
    await direct.close()
    await standby.stop()
    await primary.stop().catch(() => undefined)
  }
}

/** The standby no longer gets what the primary writes. */
async function stopReceiving(db: Awaited<ReturnType<typeof openPostgres>>['db']) {
  await db.execute(sql`alter system set primary_conninfo = ''`)
  await db.execute(sql`select pg_reload_conf()`)
}
