import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { bookingApi } from '#contract/bookings/api.ts'
import { allowDoubleBooking } from '#test/find-violations.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { formWith } from '../bench/harness/submission-form.ts'
import { nothingAcknowledged } from './harness/acknowledged.ts'
import { findFaults } from './harness/find-faults.ts'
import { lengthOf } from './harness/length.ts'
import { connectPatiently, newTally } from './harness/patient-client.ts'
import { type Production, startProduction } from './harness/production.ts'
import { openWaitingStreams } from './harness/waiting-streams.ts'

const niches = lengthOf('PROOF_NICHES', { whole: 4000, short: 60 })
const streams = lengthOf('PROOF_STREAMS', { whole: 5000, short: 40 })
const buyers = 40
/** Buyers choose among so few niches at a time that several want the same. */
const offeredAtOnce = 8
/** A map that has not shown a sale by then is a fault, whatever the goal of a quick update says. */
const longestDelayMs = 30_000

/**
 * A hall is sold out while many watch its map: each niche is sold once, and every map shows it soon. The control drops
 * the index that prevents double bookings.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const production = await startProduction(databaseUrl, 2)
  const { context, nginx, replicas } = production
  try {
    const nicheIDs = await insertNiches(context, niches)
    const watchers = await createSignedInApplicants(context, streams)
    const emptyMemory = memoryOf(replicas)
    const soldAt = new Map<string, number>()
    const delays: number[] = []
    const open = await openWaitingStreams(nginx, watchers, streams, 'BH-1A', (nicheID) => {
      const at = soldAt.get(nicheID)
      delays.push(at === undefined ? 0 : performance.now() - at)
    })
    const memoryEach = (memoryOf(replicas) - emptyMemory) / Math.max(1, open.opened)
    console.log(`${open.opened} of ${streams} streams open, refused: ${JSON.stringify(open.refused)}`)

    const start = performance.now()
    const tally = await buyAll(production, nicheIDs, (nicheID) => soldAt.set(nicheID, performance.now()))
    const seconds = (performance.now() - start) / 1000
    const sold = await countActive(production)
    const toBeSeen = open.read * sold
    for (let waited = 0; delays.length < toBeSeen && waited < longestDelayMs; waited += 100) await sleep(100)
    delays.sort((one, other) => one - other)
    const p99 = delays[Math.floor(delays.length * 0.99)] ?? Number.NaN
    console.log(
      `${sold} of ${niches} niches sold in ${Math.round(seconds)} s, ${tally.calls} calls, sent again: ${JSON.stringify(tally.again)}; ` +
        `${delays.length} updates seen, p99 ${Math.round(p99)} ms; ${Math.round(open.bytesEach() / 1000)} kB for each stream`,
    )
    open.close()
    const faults = [...(await findFaults(context, nothingAcknowledged())), ...tally.broken]
    if (toBeSeen === 0 || delays.length < toBeSeen)
      faults.push(`${open.read} maps should show ${toBeSeen} sales, and showed ${delays.length}`)
    figure('rush.unsold', niches - sold)
    figure('rush.faults', faults.length)
    figure('rush.refused_streams', open.refused.length)
    figure('rush.update_p99_ms', p99)
    figure('rush.first_event_kb', open.firstEventBytes / 1000)
    figure('rush.memory_kb', memoryEach)
    if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'))

    await allowDoubleBooking(context.db)
    const offered = await insertNiches(context, 40, ['Z'])
    await buyAll(production, offered, () => undefined)
    const control = await findFaults(context, nothingAcknowledged())
    const soldTwice = control.find((fault) => fault.startsWith('a niche has more active bookings than places'))
    console.log(`control: ${control.length} faults. ${soldTwice} of ${offered.length}`)
    if (!soldTwice) throw new Error('Without the index nothing was sold twice, so this proof could not have failed.')
  } finally {
    await production.close()
  }
}

/** Families book until nothing is left; several always want the same niches. */
async function buyAll({ context, nginx }: Production, nicheIDs: readonly string[], onSold: (nicheID: string) => void) {
  const form = await formWith(12_000)
  const tally = newTally()
  const left = [...nicheIDs]
  const buy = async (cookie: string) => {
    const target = connectPatiently({ ...nginx, tally, isOver: () => false })
    while (left.length > 0) {
      const nicheID = left[Math.floor(Math.random() * Math.min(offeredAtOnce, left.length))] ?? ''
      const headers = { cookie, 'content-type': form.type }
      const payload = form.payloadFor(nicheID)
      const { statusCode } = await target.inject({ method: 'POST', url: bookingApi.submit.path, headers, payload })
      if (statusCode === 200) onSold(nicheID)
      if (statusCode === 200 || statusCode === 409) left.splice(left.indexOf(nicheID), left.includes(nicheID) ? 1 : 0)
    }
  }
  await Promise.all((await createSignedInApplicants(context, buyers)).map(buy))
  return tally
}

const countActive = async ({ context }: Production) => {
  const { rows } = await context.db.execute<{ sold: number }>(
    sql`select count(distinct niche_id)::int as sold from bookings where booking_status = 'Pending'`,
  )
  return rows[0]?.sold ?? 0
}

/** The memory of the servers together, in kB. */
const memoryOf = (replicas: Production['replicas']) =>
  replicas.reduce((sum, { pid }) => {
    const status = readFileSync(`/proc/${pid()}/status`, 'utf8')
    return sum + Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0)
  }, 0)
