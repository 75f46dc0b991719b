import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { startPostgres, takeBaseBackup } from '../scripts/postgres.mjs'
import type { Acknowledged } from './harness/acknowledged.ts'
import { findFaults } from './harness/find-faults.ts'
import { lengthOf } from './harness/length.ts'
import { beginMixedWork, type Work } from './harness/mixed-work.ts'
import { runCommand } from './harness/operator-commands.ts'
import { type Production, startProduction } from './harness/production.ts'

/** The time for which families work before a backup, and as long after it. */
const workMs = lengthOf('PROOF_SECONDS', { whole: 10, short: 4 }) * 1000
const crowd = { families: 24, atTheWall: 0, atTheCounter: 0, admins: 0, longestPauseMs: 100 }
/** The last niches are left to the restored houses. */
const [niches, forRestored] = [15_000, 5000]

/**
 * Families book and pay while a backup is made and PostgreSQL archives its log. Both are restored: everything that was
 * acknowledged before is there, all data agree, and families can book again. The control restores only the base backup,
 * without the archived log.
 */
export const bench: Bench = async ({ figure }) => {
  const folder = mkdtempSync(join(tmpdir(), 'columba-restore-'))
  const archive = join(folder, 'archive')
  mkdirSync(archive)
  for (const each of [folder, archive]) chmodSync(each, 0o777)
  const more = { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` }
  const original = await startPostgres({ more })
  const house = await startProduction(original.url, 2)
  const nicheIDs = await insertNiches(house.context, niches, ['A', 'B', 'C', 'D'])
  const base = takeBaseBackup(original.url)
  try {
    const work = await beginMixedWork(house, nicheIDs.slice(0, -forRestored), crowd)
    await sleep(workMs / 2)
    await untilSold(work)
    const beforeBackup = structuredClone(work.acknowledged)
    await runCommand('backup', house, original.url, { args: [join(folder, 'columba.backup')] })
    await sleep(workMs / 2)
    const beforePoint = structuredClone(work.acknowledged)
    await house.context.db.execute(sql`select pg_create_restore_point('before the fire')`)
    await sleep(workMs / 4)
    await work.stop()
    await archiveAll(house)
    const faultsOf = (url: string, acknowledged: Acknowledged) =>
      faultsAfterSelling(url, acknowledged, nicheIDs.slice(-forRestored))

    const empty = await startPostgres()
    await runCommand('restore', house, empty.url, { args: [join(folder, 'columba.backup')] })
    const lost = await faultsOf(empty.url, beforeBackup)
    await empty.stop()
    console.log(`backup: ${sizeOf(beforeBackup)} acknowledged before, ${lost.length} faults`)

    const toPoint = {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_name: 'before the fire',
      recovery_target_action: 'promote',
    }
    const recovered = await startPostgres({ recovered: base.data, more: toPoint })
    const lostToPoint = await faultsOf(recovered.url, beforePoint)
    await recovered.stop()
    console.log(`archived log: ${sizeOf(beforePoint)} acknowledged before, ${lostToPoint.length} faults`)
    if (lost.length + lostToPoint.length > 0) throw new Error([...lost, ...lostToPoint].slice(0, 20).join('\n'))
    figure('restore.lost', lost.length)
    figure('restore.to_a_point_lost', lostToPoint.length)
    figure('restore.acknowledged', sizeOf(beforePoint))

    const control = await startPostgres({ recovered: base.data, more: { restore_command: 'false' } })
    const lostWithout = await faultsOf(control.url, beforePoint)
    await control.stop()
    console.log(`control: ${lostWithout.length} faults`)
    if (!lostWithout.some((fault) => fault.endsWith('is lost.')))
      throw new Error('The control lost nothing, so this proof could not have failed.')
  } finally {
    await house.close()
    await original.stop()
    base.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

const sizeOf = ({ bookings, paid }: Acknowledged) => bookings.length + paid.length

/** Waits until the log up to now is in the archive. */
async function archiveAll({ context: { db } }: Production) {
  const { rows } = await db.execute<{ file: string }>(sql`select pg_walfile_name(pg_switch_wal()) as file`)
  const isArchived = async () => {
    const archived = await db.execute(sql`select 1 from pg_stat_archiver where last_archived_wal >= ${rows[0]?.file}`)
    return archived.rows.length > 0
  }
  while (!(await isArchived())) await sleep(100)
}

/** Opens the restored house, lets families book there, and checks everything. */
async function faultsAfterSelling(databaseUrl: string, acknowledged: Acknowledged, nicheIDs: string[]) {
  await waitUntilPromoted(databaseUrl)
  const house = await startProduction(databaseUrl, 2)
  try {
    const work = await beginMixedWork(house, nicheIDs, crowd)
    await sleep(workMs / 4)
    await untilSold(work)
    await work.stop()
    if (work.acknowledged.bookings.length === 0) return ['The restored house sells nothing.']
    return await findFaults(house.context, {
      ...acknowledged,
      bookings: [...acknowledged.bookings, ...work.acknowledged.bookings],
      paid: [...acknowledged.paid, ...work.acknowledged.paid],
    })
  } finally {
    await house.close()
  }
}

/** The first sale takes longer on a busy machine. */
async function untilSold({ acknowledged: { bookings } }: Work) {
  const end = performance.now() + 30_000
  while (bookings.length === 0 && performance.now() < end) await sleep(50)
}

async function waitUntilPromoted(databaseUrl: string) {
  const database = await openPostgres(databaseUrl, createLog('silent'))
  while (
    !(await database.ping().then(
      () => true,
      () => false,
    ))
  )
    await sleep(100)
  await database.close()
}
