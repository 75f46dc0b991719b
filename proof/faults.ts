import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { draftApi } from '#contract/registers/draft-api.ts'
import { type Caller, createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { insertSessions } from '#test/races/many-applicants.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { startPostgres } from '../scripts/postgres.mjs'
import { findFaults } from './harness/find-faults.ts'
import { disableOutboxClaim, findRepeated, mailOf, sendRemainingLetters } from './harness/find-letter-faults.ts'
import { lengthOf } from './harness/length.ts'
import { beginMixedWork } from './harness/mixed-work.ts'
import { connectPatiently, newTally } from './harness/patient-client.ts'
import { type Production, startProduction } from './harness/production.ts'
import { keepFull, mountSmallDisk } from './harness/small-disk.ts'

/** How long each fault lasts. Recovering may take as long again, and at least 30 seconds. */
const seconds = lengthOf('PROOF_SECONDS', { whole: 10, short: 2 })
const crowd = { families: 24, atTheWall: 1, atTheCounter: 2, admins: 1 }
const hourMs = 3_600_000

interface Fault {
  name: string
  begin: () => unknown
  end: () => unknown
}

/**
 * During mixed work, what the servers depend on is slow, away or wrong, or gets everything twice, and a clock jumps.
 * Afterwards nothing is lost, all data agree, and work has gone on by itself. The control sends letters to a slow mail
 * server without the claim of the outbox.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const disk = mountSmallDisk('2m')
  const house = await startOnSmallDisk()
  if (!disk || !house) console.log('full disks: only root can mount a small one, so these faults are left out')
  const production = await startProduction(house?.url ?? databaseUrl, 2, disk && { settings: { TMPDIR: disk.path } })
  const { context, letters } = production
  try {
    const nicheIDs = await insertNiches(context, 6000, ['A', 'B', 'C', 'D'])
    const work = await beginMixedWork(production, nicheIDs, crowd)
    const { acknowledged, tally } = work
    await sleep(seconds * 1000)
    let neverResumed = 0
    for (const fault of [...listFaults(production), ...(house?.faults ?? [])]) {
      const before = { ...tally.again }
      await fault.begin()
      await sleep(seconds * 1000)
      await fault.end()
      const resumed = await waitForSale(acknowledged.bookings)
      if (resumed === undefined) neverResumed += 1
      const again = Object.fromEntries(
        Object.entries(tally.again).map(([answer, count]) => [answer, count - (before[answer] ?? 0)]),
      )
      console.log(`${fault.name}: sold again after ${resumed ?? 'never'} s; calls sent again: ${JSON.stringify(again)}`)
    }
    if (disk) await uploadToFullDisk(production, tally.broken)
    await work.stop()
    await sendRemainingLetters(production)
    const mail = mailOf(production)
    const faults = await findFaults(context, acknowledged, { ...mail, mayRepeat: 0 })
    const { needlessly, atCuts } = findRepeated(mail)
    console.log(
      `${letters.accepted.length} letters, ${needlessly.length} twice needlessly, ${atCuts.length} because their answer was cut off`,
    )
    figure('faults.found', faults.length)
    figure('faults.letters_twice', needlessly.length)
    figure('faults.letters_twice_at_cuts', atCuts.length)
    figure('faults.broken_calls', tally.broken.length)
    figure('faults.never_resumed', neverResumed)
    const found = [...faults, ...tally.broken]
    if (found.length + neverResumed > 0) throw new Error(found.slice(0, 20).join('\n'))

    await disableOutboxClaim(context)
    production.lines.smtp.delay(100)
    const careless = await beginMixedWork(production, nicheIDs.slice(-200), { ...crowd, atTheWall: 0, admins: 0 })
    await sleep(15_000)
    await careless.stop()
    const more = findRepeated(mail).needlessly.length
    console.log(`control: ${more} letters twice`)
    if (more < 10) throw new Error('Without the claim no letter was sent twice, so this proof could not have failed.')
  } finally {
    await production.close()
    await house?.close()
    disk?.unmount()
  }
}

const listFaults = ({ context, letters, lines, replicas, stripe }: Production): Fault[] => {
  const slow = (line: keyof typeof lines, ms: number) => ({
    begin: () => lines[line].delay(ms),
    end: () => lines[line].delay(0),
  })
  const away = (line: keyof typeof lines) => ({ begin: lines[line].cut, end: lines[line].reconnect })
  const [first] = replicas
  return [
    { name: 'database slow by 200 ms', ...slow('database', 200) },
    { name: 'database cut off', ...away('database') },
    { name: 'database crashes and recovers', begin: () => crashDatabase(context), end: () => undefined },
    { name: 'mail server slow', ...slow('smtp', 500) },
    { name: 'mail server away', ...away('smtp') },
    { name: 'mail server refuses', begin: () => letters.refuseAll(true), end: () => letters.refuseAll(false) },
    { name: 'mail server takes 25 s to accept a letter', ...thinking(letters, 25_000) },
    { name: 'Stripe slow', ...slow('stripe', 1000) },
    { name: 'Stripe away', ...away('stripe') },
    { name: 'Stripe wrong', begin: () => stripe.setMood('wrong'), end: () => stripe.setMood('well') },
    { name: 'Stripe gets everything twice', begin: () => stripe.setMood('twice'), end: () => stripe.setMood('well') },
    {
      name: 'the clock of one server is an hour ahead',
      begin: () => first?.shiftClock(hourMs),
      end: () => first?.shiftClock(0),
    },
    {
      name: 'the clock of one server is an hour behind',
      begin: () => first?.shiftClock(-hourMs),
      end: () => first?.shiftClock(0),
    },
  ]
}

const thinking = ({ think }: Production['letters'], ms: number) => ({ begin: () => think(ms), end: () => think(0) })

/**
 * A database on a small disk that can be filled. PostgreSQL may end then, so it is started again afterwards, as a
 * service manager would.
 */
async function startOnSmallDisk() {
  const disk = mountSmallDisk('700m')
  if (!disk) return undefined
  const postgres = await startPostgres({ parent: disk.path, more: { max_wal_size: '64MB' } })
  let filler: ReturnType<typeof keepFull> | undefined
  const full: Fault = {
    name: 'disk of the database full',
    begin: () => {
      filler = keepFull(disk.path)
    },
    end: async () => {
      filler?.free()
      if (await postgres.startIfEnded()) console.log('PostgreSQL had ended on its full disk, and was started again')
    },
  }
  const close = async () => {
    await postgres.stop()
    disk.unmount()
  }
  return { url: postgres.url, faults: [full], close }
}

/** Killing one of its processes makes PostgreSQL end all of them and recover from its log. */
async function crashDatabase({ db }: Production['context']) {
  const { rows } = await db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  )
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
}

/** Seconds until the next booking is acknowledged. */
async function waitForSale(bookings: readonly unknown[]): Promise<number | undefined> {
  const [before, start] = [bookings.length, performance.now()]
  while (performance.now() - start < Math.max(30, seconds) * 1000) {
    if (bookings.length > before) return Math.round((performance.now() - start) / 100) / 10
    await sleep(50)
  }
  return undefined
}

/** A register that does not fit on the disk is refused with a sentence, and a small one can be checked afterwards. */
async function uploadToFullDisk({ context, nginx }: Production, broken: string[]) {
  const { userID } = await makeUser(context, { role: 'admin' })
  const [cookie = ''] = await insertSessions(context, [userID])
  const tally = newTally()
  const connect = (isOver: () => boolean) => createCaller(connectPatiently({ ...nginx, tally, isOver }), cookie)
  const upload = (admin: Caller, bytes: number) => {
    const niches = Buffer.from(`building,level,block,code,column,row,price,status\n${'x'.repeat(bytes)}`)
    return admin.call(draftApi.upload, {
      body: { name: 'niches.csv' },
      files: { file: { name: 'niches.csv', content: niches } },
    })
  }
  /** Not sent again, because it never fits. */
  const large = await upload(
    connect(() => true),
    5_000_000,
  ).catch(() => undefined)
  if (tally.again['503 STORAGE_FULL'] !== 1)
    broken.push(
      `A register on a full disk: ${JSON.stringify(tally)} ${large?.status} ${String(large?.body).slice(0, 300)}`,
    )
  /** Sent again for a while, because the space may be freed a moment after the refusal. */
  const end = Date.now() + 10_000
  const { status } = await upload(
    connect(() => Date.now() > end),
    100,
  )
  if (status !== 200) broken.push(`A small register after a full disk gave ${status}.`)
  console.log(`full disk for uploads: refused with 503, and afterwards ${status}`)
}
