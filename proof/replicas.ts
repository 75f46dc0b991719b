import { setTimeout as sleep } from 'node:timers/promises'
import { takeAwayProtection } from '#test/find-violations.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { findFaults } from './harness/find-faults.ts'
import { sendRemainingLetters, takeAwayClaim } from './harness/find-letter-faults.ts'
import { beginMixedWork } from './harness/mixed-work.ts'
import { openMaps } from './harness/open-maps.ts'
import { timesSentAgain } from './harness/patient-client.ts'
import { startProduction } from './harness/production.ts'

/** Ten minutes; shorter for trying it out: PROOF_SECONDS=40 npm run proof -- replicas. */
const seconds = Number(process.env.PROOF_SECONDS ?? 600)
/** A fifth of a large house, which is what two cores carry beside the servers. */
const crowd = { families: 60, atTheWall: 1, atTheCounter: 2, admins: 1 }
const maps = 24
const blockNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
const blockIDs = blockNames.map((name) => `BH-1${name}`)
const pauseMs = 2000

/**
 * Three servers behind nginx, restarted one after the other and then killed, while a house works. The control takes the index and the
 * outbox's claim away: then niches are sold twice and letters sent twice.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const production = await startProduction(databaseUrl, 3)
  const { context, letters, replicas } = production
  try {
    const nicheIDs = await insertNiches(context, 6000, blockNames)
    const open = openMaps(production, await createSignedInApplicants(context, maps), blockIDs)
    const work = await beginMixedWork(production, nicheIDs, crowd)
    const { acknowledged, tally } = work

    const restarts = await repeatFor(seconds / 2, (turn) => replicas[turn % replicas.length]?.restart('SIGTERM'))
    const sentAgain = { ...tally.again }
    console.log(`${restarts} restarts, ${tally.calls} calls, sent again: ${JSON.stringify(sentAgain)}`)
    figure('replicas.unanswered_at_restarts', timesSentAgain(tally))

    const kills = await repeatFor(seconds / 2, (turn) => replicas[turn % replicas.length]?.restart('SIGKILL'))
    await work.stop()
    console.log(`${kills} kills, ${tally.calls} calls, sent again: ${JSON.stringify(tally.again)}`)
    await open.stop()
    await sendRemainingLetters(context)

    const mayRepeat = kills * 2
    const faults = await findFaults(context, acknowledged, { accepted: letters.accepted, mayRepeat })
    const { bookings, paid, decided, moved } = acknowledged
    console.log(
      `acknowledged: ${bookings.length} bookings, ${paid.length} payments, ${decided.length} decisions, ${moved.length} urn moves; ` +
        `${letters.accepted.length} letters, ${open.reconnections()} reconnections of ${maps} maps, ${open.wrong.length} wrong, ${open.stale.length} stale at the end; ${faults.length} faults`,
    )
    figure('replicas.faults', faults.length)
    figure('replicas.broken_calls', tally.broken.length)
    figure('replicas.wrong_on_maps', open.wrong.length)
    figure('replicas.stale_on_maps', open.stale.length)
    figure('replicas.acknowledged', bookings.length + paid.length + decided.length + moved.length)
    const found = [...faults, ...tally.broken, ...open.wrong]
    if (found.length > 0) throw new Error(found.slice(0, 20).join('\n'))

    await showControl(production, nicheIDs.slice(-100))
  } finally {
    await production.close()
  }
}

/** Without what protects it, the same work does harm that is found. */
async function showControl(production: Awaited<ReturnType<typeof startProduction>>, nicheIDs: string[]) {
  const { context, letters } = production
  await takeAwayProtection(context.db)
  await takeAwayClaim(context)
  const work = await beginMixedWork(production, nicheIDs, { ...crowd, atTheWall: 0, admins: 0 })
  await sleep(15_000)
  await work.stop()
  const faults = await findFaults(context, work.acknowledged, { accepted: letters.accepted, mayRepeat: 0 })
  console.log(`control: ${faults.length} faults, such as\n${faults.slice(0, 3).join('\n')}`)
  if (!faults.some((fault) => fault.startsWith('a niche has more active bookings than places')))
    throw new Error('Without the index nothing was sold twice, so this proof could not have failed.')
  if (!faults.some((fault) => /was sent \d+ times/.test(fault)))
    throw new Error('Without the claim no letter was sent twice, so this proof could not have failed.')
}

/** Does it again and again for a time, with a pause before each, and returns how often. */
async function repeatFor(forSeconds: number, act: (turn: number) => Promise<void> | undefined): Promise<number> {
  const end = Date.now() + forSeconds * 1000
  let turn = 0
  while (Date.now() < end) {
    await sleep(pauseMs)
    await act(turn++)
  }
  return turn
}
