import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { paymentEvents } from '#server/database/schema.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import { buildLastLanded, buildPreviousRelease } from '#test/upgrades/previous-release.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { UserError } from '../scripts/run.mjs'
import { freePort } from '../scripts/start-test-server.mjs'
import { databaseSettings } from './harness/database-faults.ts'
import { findFaults } from './harness/find-faults.ts'
import { findWrittenTwice, mailOf, sendRemainingLetters } from './harness/find-letter-faults.ts'
import type { Fault, House } from './harness/house.ts'
import { faults, upgradesOfLastLanded, upgradesOfPrevious } from './harness/house-faults.ts'
import { withKnownColumns } from './harness/known-columns.ts'
import { isShort, lengthOf } from './harness/length.ts'
import { measureShare } from './harness/machine-share.ts'
import { beginMixedWork } from './harness/mixed-work.ts'
import { openMaps } from './harness/open-maps.ts'
import { findUnnamedPayments, runCommand, wipeLog } from './harness/operator-commands.ts'
import { timesUnanswered } from './harness/patient-client.ts'
import { startProduction } from './harness/production.ts'
import { mountSmallDisk } from './harness/small-disk.ts'
import { showControls } from './harness/trial-controls.ts'
import { countAll, type Judged, judge, marksOf, measure, printTable, type Row } from './harness/trial-table.ts'
import { type Alarms, watchAlarms } from './harness/watch-alarms.ts'

/** The time that each fault lasts at least. */
const seconds = lengthOf('PROOF_SECONDS', { whole: 10, short: 2 })
/** The crowd is so small that two cores can serve it beside a replica that starts. */
const crowd = { families: 8, atTheWall: 1, atTheCounter: 1, admins: 1, longestPauseMs: 1000 }
const maps = 8
const batches = isShort ? 1 : 4
/** The last of the niches are left to the controls. */
const [nichesOfBatch, forControls] = [5000, 1500]
const resumesWithinMs = 30_000
const pauseMs = 1000
const attempts = 3
/** The share of the machine from which a fault is not tried again. */
const alone = 0.9

/**
 * A house with nginx and settings as in `deploy/`, upgraded from the previous release and from what landed last, in which families book and
 * pay, clerks decide and maps are open all the time, while one thing after the other goes wrong. Each kind of harm has a control, which the checks
 * must find.
 */
export const bench: Bench = async ({ figure, notJudged }) => {
  const [disk, uploads] = [mountSmallDisk('2g'), mountSmallDisk('2m')]
  if (!disk || !uploads) throw new UserError('The trial mounts small disks and cuts a network, which only root may do.')
  const [previous, lastLanded] = [await buildPreviousRelease(), await buildLastLanded()]
  const standbyPort = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'columba-trial-'))
  const backup = join(folder, 'columba.backup')
  const postgres = await startPostgres({ parent: disk.path, more: databaseSettings })
  const settings = { HOLD_MINUTES: '30', TMPDIR: uploads.path }
  const production = await startProduction(postgres.url, 2, { build: previous, standbyPort, settings })
  const alarms = watchAlarms(production)
  const { context } = production
  const early = { ...production, context: withKnownColumns(context) }
  let running = postgres
  try {
    const nicheIDs: string[] = []
    const names = Array.from({ length: batches }, (_, batch) => ['A', 'B', 'C', 'D'].map((name) => `${name}${batch}`))
    for (const each of names) nicheIDs.push(...(await insertNiches(early.context, nichesOfBatch, each)))
    const work = await beginMixedWork(early, nicheIDs.slice(0, -forControls), crowd)
    const { acknowledged, tally } = work
    const house: House = { production, postgres, work, previous, lastLanded, standbyPort, disk: disk.path }
    const rows: Row[] = []
    for (const fault of upgradesOfPrevious) rows.push(...(await endure(house, alarms, fault)))
    /** The previous release answers without a sentence while it closes, and does not record which money moved. */
    tally.broken = tally.broken.filter((call) => !call.includes('without a sentence'))
    for (const fault of upgradesOfLastLanded) rows.push(...(await endure(house, alarms, fault)))
    const unknownMoney = await context.db.$count(paymentEvents, sql`kind = 'paid' and moved_cents is null`)
    const blockIDs = names.flat().map((name) => `BH-1${name}`)
    const open = openMaps(production, await createSignedInApplicants(context, maps), blockIDs)
    await runCommand('backup', production, house.postgres.url, { args: [backup] })
    for (const fault of faults) rows.push(...(await endure(house, alarms, fault)))
    running = house.postgres
    await work.stop()
    await open.stop()
    await sendRemainingLetters(production)

    const judged = await judge(house, rows)
    printTable(judged)
    console.log(
      `${tally.calls} calls, sent again: ${JSON.stringify(tally.again)}; ${open.reconnections()} maps reconnected`,
    )
    const found = await findFaults(context, acknowledged, mailOf(production))
    const writtenTwice = await findWrittenTwice(context)
    for (const sentence of writtenTwice) console.log(sentence)
    const wrong = found.filter((fault) => fault !== `the money that moved differs from the payment: ${unknownMoney}`)
    type Counted = 'lost' | 'soldTwice' | 'lettersTwice' | 'lettersAtCuts' | 'refused'
    const sum = (of: Counted) => judged.reduce((total, row) => total + row[of], 0)
    figure('trial.lost', sum('lost'))
    figure('trial.sold_twice', sum('soldTwice'))
    figure('trial.letters_twice', sum('lettersTwice') + writtenTwice.length)
    figure('trial.letters_twice_at_cuts', sum('lettersAtCuts'))
    figure('trial.refused_to_pay', sum('refused'))
    figure('trial.faults', wrong.length)
    figure('trial.broken_calls', tally.broken.length)
    figure('trial.wrong_on_maps', open.wrong.length)
    figure('trial.acknowledged', countAll(acknowledged))
    /** The last attempt at each counts. */
    const last = [...new Map(judged.map((row) => [row.fault.name, row])).values()]
    const count = (sentence: string, of: readonly Judged[]) => {
      if (of.length > 0) console.log(`${sentence}: ${of.map(({ fault }) => fault.name).join('; ')}`)
      return of.length
    }
    figure(
      'trial.slow',
      count(
        'nobody could buy for longer than allowed',
        last.filter((row) => row.isSlow),
      ),
    )
    const unjudged = last.filter((row) => !row.isJudged).map(({ fault }) => fault.name)
    if (unjudged.length > 0)
      notJudged(`the waits in ${unjudged.join('; ')}, because other programs had more than half of the machine`)
    figure('trial.judged', last.length - unjudged.length)
    /**
     * Beside other programs nginx gives up a slow answer, which says nothing about the house. Then there is no `trial.restart_s` either, and a
     * short run names the restart among what it did not judge.
     */
    const restarts = last.filter(({ fault, isJudged }) => fault.figure === 'trial.restart_s' && isJudged)
    if (restarts.length > 0 || isShort)
      figure(
        'trial.unanswered_at_restart',
        restarts.reduce((all, { unanswered }) => all + unanswered, 0),
      )
    figure(
      'trial.alarms_missing',
      count(
        'no alarm was seen',
        judged.filter((row) => row.isAlarmMissing),
      ),
    )
    /** Without a figure a whole proof fails. */
    for (const { fault, wait, share, isJudged } of last)
      if (fault.figure && isJudged) figure(fault.figure, wait * share)
    const unnamed = await findUnnamedPayments(production, backup, acknowledged)
    const slowCalls = last
      .filter((row) => row.isCallSlow)
      .map(({ fault, longestCall }) => `${fault.name}: a call waited ${longestCall.toFixed(1)} s for an answer`)
    const all = [...wrong, ...tally.broken, ...open.wrong, ...unnamed, ...slowCalls]
    if (all.length > 0) throw new Error(all.slice(0, 20).join('\n'))

    await showControls(house, alarms, nicheIDs.slice(-forControls), blockIDs.slice(-maps), crowd).finally(() => {
      running = house.postgres
    })
    await wipeLog(production, running.url)
  } finally {
    alarms.stop()
    await production.close()
    await running.stop()
    for (const each of [previous, lastLanded]) await each.remove()
    for (const each of [disk, uploads]) each.unmount()
    rmSync(folder, { recursive: true })
  }
}

/** Begins a fault once, and again while it takes longer than allowed beside other programs: a fault of the house repeats itself. */
async function endure(house: House, alarms: Alarms, fault: Fault): Promise<Row[]> {
  const row = await endureOnce(house, alarms, fault)
  const rows = [row]
  while (rows.length < attempts && !fault.isOnce && row.share < alone && measure(house.work, rows.at(-1) ?? row).isSlow)
    rows.push(await endureOnce(house, alarms, fault))
  return rows
}

async function endureOnce(house: House, alarms: Alarms, fault: Fault): Promise<Row> {
  const { acknowledged, tally } = house.work
  await fault.waitBefore?.(house)
  await alarms.settle()
  const shareUntilNow = measureShare()
  const begunAt = performance.now()
  const marks = marksOf(acknowledged)
  const unansweredBefore = timesUnanswered(tally)
  const end = await fault.begin(house)
  await sleep(seconds * 1000)
  const alarmAfter = fault.alarm && (await alarms.wait(fault.alarm, begunAt, fault.alarmWithin ?? 60))
  await end()
  const endedAt = performance.now()
  const hasResumed = () => (acknowledged.bookings.at(-1)?.at ?? 0) > endedAt
  while (!hasResumed() && performance.now() < endedAt + resumesWithinMs) await sleep(20)
  const row = {
    fault,
    begunAt,
    marks,
    alarmAfter,
    until: performance.now(),
    mustSellFrom: fault.stopsSales ? endedAt : begunAt,
    hasResumed: hasResumed(),
    share: shareUntilNow(),
    unanswered: timesUnanswered(tally) - unansweredBefore,
    seen: [...alarms.since(begunAt).keys()],
  }
  const { wait, limit } = measure(house.work, row)
  console.log(`${fault.name}: ${wait.toFixed(2)} s of ${limit.toFixed(2)} s; ${row.seen.join(', ') || 'no alarm'}`)
  await sleep(pauseMs)
  return row
}
