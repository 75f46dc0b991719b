import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { bookings, paymentEvents } from '#server/database/schema.ts'
import { allowDoubleBooking } from '#test/find-violations.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import { buildPreviousRelease } from '#test/upgrades/previous-release.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { findFaults } from './harness/find-faults.ts'
import { disableOutboxClaim, mailOf, sendRemainingLetters } from './harness/find-letter-faults.ts'
import { withKnownColumns } from './harness/known-columns.ts'
import { lengthOf } from './harness/length.ts'
import { beginMixedWork } from './harness/mixed-work.ts'
import { moveAlone } from './harness/move-alone.ts'
import { openMaps } from './harness/open-maps.ts'
import { type Tally, timesUnanswered } from './harness/patient-client.ts'
import { currentBuild, type Production, startProduction } from './harness/production.ts'

/** Ten minutes, not counting the upgrade before and the control after. */
const seconds = lengthOf('PROOF_SECONDS', { whole: 600, short: 20 })
/** 300 families, ten clerks and two admins. Their pauses are so long that two cores can serve them all. */
const crowd = { families: 300, atTheWall: 3, atTheCounter: 4, admins: 2, longestPauseMs: 15_000 }
const maps = 24
const blockNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
const blockIDs = blockNames.map((name) => `BH-1${name}`)
const pauseMs = 2000

/**
 * Three servers of the previous release behind nginx are upgraded one after the other, then restarted, then killed,
 * during mixed work. The control removes the index, the claim of the outbox and the second person: niches are sold
 * twice, letters are sent twice, and one person moves an urn alone.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const previous = await buildPreviousRelease()
  const production = await startProduction(databaseUrl, 3, { build: previous })
  const { letters, replicas } = production
  try {
    const early = { ...production, context: withKnownColumns(production.context) }
    const nicheIDs = await insertNiches(early.context, 6000, blockNames)
    const work = await beginMixedWork(early, nicheIDs, crowd)
    const { acknowledged, tally } = work
    await sleep(pauseMs * 2)
    await upgrade(production, tally)
    const { context } = production
    const unknownMoney = await countPaidBefore(context)

    const open = openMaps(production, await createSignedInApplicants(context, maps), blockIDs)
    const before = timesUnanswered(tally)
    const restarts = await repeatFor(seconds / 2, (turn) => replicas[turn % replicas.length]?.restart('SIGTERM'))
    const unanswered = timesUnanswered(tally) - before
    console.log(
      `${restarts} restarts, ${tally.calls} calls, ${unanswered} unanswered, sent again: ${JSON.stringify(tally.again)}`,
    )
    figure('replicas.unanswered_at_restarts', unanswered)

    const kills = await repeatFor(seconds / 2, (turn) => replicas[turn % replicas.length]?.restart('SIGKILL'))
    await work.stop()
    console.log(`${kills} kills, ${tally.calls} calls, sent again: ${JSON.stringify(tally.again)}`)
    await open.stop()
    await sendRemainingLetters(production)

    const mayRepeat = kills * 2
    const all = await findFaults(context, acknowledged, { ...mailOf(production), mayRepeat })
    const faults = all.filter((fault) => fault !== `the money that moved differs from the payment: ${unknownMoney}`)
    const { bookings, paid, decided, moved } = acknowledged
    console.log(
      `acknowledged: ${bookings.length} bookings, ${paid.length} payments, ${decided.length} decisions, ${moved.length} urn moves; ` +
        `${letters.accepted.length} letters, ${open.reconnections()} reconnections of ${maps} maps, ${open.late.length} niches late, ${open.wrong.length} wrong; ${faults.length} faults`,
    )
    figure('replicas.faults', faults.length)
    figure('replicas.broken_calls', tally.broken.length)
    figure('replicas.late_on_maps', open.late.length)
    figure('replicas.wrong_on_maps', open.wrong.length)
    figure('replicas.acknowledged', bookings.length + paid.length + decided.length + moved.length)
    const found = [...faults, ...tally.broken, ...open.wrong]
    if (found.length > 0) throw new Error(found.slice(0, 20).join('\n'))

    await showControl(production, nicheIDs.slice(-100))
  } finally {
    await production.close()
    await previous.remove()
  }
}

/** Replaces the servers by those of this build, one after the other; the first of them migrates the database. */
async function upgrade({ replicas, context }: Production, tally: Tally) {
  const before = { calls: tally.calls, unanswered: timesUnanswered(tally) }
  for (const replica of replicas) {
    await replica.restart('SIGTERM', currentBuild)
    await sleep(pauseMs)
  }
  /** The previous release answers without one while it closes. */
  tally.broken = tally.broken.filter((call) => !call.includes('without a sentence'))
  const sold = await context.db.$count(bookings)
  console.log(
    `upgrade of ${replicas.length} servers: ${tally.calls - before.calls} calls, ${timesUnanswered(tally) - before.unanswered} unanswered, ${sold} bookings until then`,
  )
}

/** The previous release does not record which money moved: cash-ups and day book begin with the upgrade. */
const countPaidBefore = ({ db }: Production['context']) =>
  db.$count(paymentEvents, sql`kind = 'paid' and moved_cents is null`)

/** Removes the protections and does the same work: the checks must find the harm. */
async function showControl(production: Production, nicheIDs: string[]) {
  const { context } = production
  await allowDoubleBooking(context.db)
  await disableOutboxClaim(context)
  const work = await beginMixedWork(production, nicheIDs, { ...crowd, atTheWall: 0, admins: 0 })
  await sleep(15_000)
  await work.stop()
  const movedAlone = await moveAlone(production)
  const faults = await findFaults(context, work.acknowledged, { ...mailOf(production), mayRepeat: 0 })
  console.log(
    `control: ${faults.length} faults, ${movedAlone} moves by one person, such as\n${faults.slice(0, 3).join('\n')}`,
  )
  if (!faults.some((fault) => fault.startsWith('a niche has more active bookings than places')))
    throw new Error('Without the index nothing was sold twice, so this proof could not have failed.')
  if (!faults.some((fault) => /was sent \d+ times/.test(fault)))
    throw new Error('Without the claim no letter was sent twice, so this proof could not have failed.')
  if (!faults.includes(`a move by two people was not confirmed by two: ${movedAlone}`))
    throw new Error('Without the second person no urn was moved by one, so this proof could not have failed.')
}

/** Repeats `act` for this time, with a pause before each, and returns how often it ran. */
async function repeatFor(forSeconds: number, act: (turn: number) => Promise<void> | undefined): Promise<number> {
  const end = Date.now() + forSeconds * 1000
  let turn = 0
  while (Date.now() < end) {
    await sleep(pauseMs)
    await act(turn++)
  }
  return turn
}
