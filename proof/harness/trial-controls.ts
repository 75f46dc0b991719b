import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { allowDoubleBooking, findBroken, findViolations } from '#test/find-violations.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import { buildCarelessly } from './careless-build.ts'
import { requireCaught, until } from './control.ts'
import { failOver, killDatabaseAfterSale, makeReadOnly } from './database-faults.ts'
import { findLost } from './find-faults.ts'
import { disableOutboxClaim, findRepeated, findWrittenTwice, mailOf, writeLetterTwice } from './find-letter-faults.ts'
import type { House } from './house.ts'
import { ageLetters, hangMail, shiftedClock } from './house-faults.ts'
import { beginMixedWork, type Crowd } from './mixed-work.ts'
import { moveAlone } from './move-alone.ts'
import { openMaps } from './open-maps.ts'
import { timesUnanswered } from './patient-client.ts'
import { hangReplica, restartAll } from './replica-faults.ts'
import { startNginx } from './start-nginx.ts'
import { findExpired } from './trial-table.ts'
import { showUpgradeControls } from './upgrade-controls.ts'
import type { Alarms } from './watch-alarms.ts'

/** So many kills show how likely a run, which kills once, misses a loss. */
const kills = 3
/** The time after which every family has called the replica that hangs. */
const hungMs = 20_000
/** The time after which a map that shows something else will go on showing it. */
const mapsSettleMs = 10_000
/** A replica that is well raises the alarm within two or three. */
const noAlarmForSeconds = 8
/** Families who press at the same moment, and want the same few niches. */
const rush: Partial<Crowd> = { longestPauseMs: 50, choices: 4 }

/** Takes the protections away, class by class: the same checks must find the harm. */
export async function showControls(
  house: House,
  alarms: Alarms,
  nicheIDs: string[],
  blockIDs: readonly string[],
  crowd: Crowd,
) {
  const { production } = house
  const { context, replicas } = production
  const build = await buildCarelessly()
  /** nginx waits for an answer for a minute, as it does by itself. */
  const patient = await startNginx(
    replicas.map(({ port }) => port),
    (configured) => configured.replaceAll(/^ *proxy_(read_timeout|connect_timeout|next_upstream_timeout) .*\n/gm, ''),
  )
  const begin = async (changed: Partial<House['production']> = {}, more: Partial<Crowd> = {}) => {
    const people = { ...crowd, ...more }
    const work = await beginMixedWork({ ...production, ...changed }, nicheIDs.splice(0, 250), people)
    return Object.assign(house, { work }).work
  }
  try {
    for (const replica of replicas) await replica.restart('SIGTERM', build)
    const hungSince = performance.now()
    const answer = await ageLetters(hangMail)(house)

    const clocks = await begin()
    const setRight = await shiftedClock(3_600_000, 30).begin(house)
    const refused = () => findExpired(context, clocks.refusedToPay)
    await until(async () => (await refused()).size > 0)
    setRight()
    await clocks.stop()
    requireCaught('servers go by the clock of their machine', (await refused()).size, 'families refused while paying')

    const restarted = await begin({}, rush)
    await until(async () => {
      await restartAll(house)
      return timesUnanswered(restarted.tally) > 0
    })
    await restarted.stop()
    requireCaught('a server that stops closes its connections', timesUnanswered(restarted.tally), 'calls unanswered')

    await showUpgradeControls(house, build, begin)

    const viewers = await createSignedInApplicants(context, blockIDs.length)
    const maps = openMaps(production, viewers, blockIDs, mapsSettleMs)
    const waiting = await begin({ nginx: patient })
    await until(() => waiting.acknowledged.bookings.length > 0)
    const goOn = hangReplica(house)
    await sleep(hungMs)
    goOn()
    await waiting.stop()
    const waited = waiting.tally.waits.filter(({ ms }) => ms > hungMs / 2).length
    requireCaught('nginx waits for a hung replica', waited, `calls that took more than ${hungMs / 2000} s`)
    await maps.stop()
    requireCaught('no map is told of a sale', maps.wrong.length, 'niches that a map shows wrongly')

    const movedAlone = await moveAlone(production)
    const alone = (await findBroken(context.db, 'a move by two people was not confirmed by two')).length
    requireCaught('one person confirms as two', alone === movedAlone ? alone : 0, 'urns moved by one person')

    const readOnlySince = performance.now()
    const allowWrites = await makeReadOnly(house)
    const notReady = await alarms.wait(/NotReady/, readOnlySince, noAlarmForSeconds)
    await allowWrites()
    const silent = notReady === undefined ? 1 : 0
    requireCaught('a server is ready if it can read', silent, 'read-only database without an alarm')

    const late = await alarms.wait(/letters are late/, hungSince, 90)
    requireCaught('no alarm for late letters', late === undefined ? 1 : 0, 'hung mail server without an alarm')
    await answer()

    await context.db.execute(sql`alter system set synchronous_commit = off`)
    await context.db.execute(sql`select pg_reload_conf()`)
    const commits = await begin()
    const lost: number[] = []
    for (let each = 0; each < kills; each++) {
      await killDatabaseAfterSale(house)
      lost.push((await findLost(context, commits.acknowledged)).length)
    }
    await commits.stop()
    const caught = lost.filter((each, index) => each > (lost[index - 1] ?? 0)).length
    requireCaught(
      'commits are not waited for',
      lost.at(-1) ?? 0,
      `writes lost, found after ${caught} of ${kills} kills`,
    )
    await context.db.execute(sql`alter system reset synchronous_commit`)
    await context.db.execute(sql`select pg_reload_conf()`)

    const behind = await begin()
    await failOver(house, false)
    await behind.stop()
    requireCaught('a standby is not waited for', (await findLost(context, behind.acknowledged)).length, 'writes lost')

    const before = (await findWrittenTwice(context)).length
    await writeLetterTwice(context)
    const repeated = (await findWrittenTwice(context)).length - before
    requireCaught('an action writes its letter again', repeated, 'letters written twice')

    await allowDoubleBooking(context.db)
    await disableOutboxClaim(context)
    const careless = await begin({}, rush)
    const soldTwice = async () =>
      (await findViolations(context.db))['a niche has more active bookings than places'] ?? []
    const sentTwice = () => findRepeated(mailOf(production)).needlessly.filter((id) => !sentBefore.has(id))
    const sentBefore = new Set(findRepeated(mailOf(production)).needlessly)
    await until(async () => sentTwice().length > 0 && (await soldTwice()).length > 0)
    await careless.stop()
    requireCaught('without the index of places', (await soldTwice()).length, 'niches sold twice')
    requireCaught('without the claim of the outbox', sentTwice().length, 'letters sent twice')
  } finally {
    await patient.stop()
    await build.remove()
  }
}
