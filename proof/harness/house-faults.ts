import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { bookingApi } from '#contract/bookings/api.ts'
import { errorTable } from '#contract/errors.ts'
import { draftApi } from '#contract/registers/draft-api.ts'
import { bodyLimitOf } from '#server/http/request-bodies.ts'
import { findLateLetters } from '#server/mail/queries.ts'
import { type CallTarget, createCaller } from '#test/caller.ts'
import { makeUser } from '#test/factories.ts'
import { insertSessions } from '#test/races/many-applicants.ts'
import {
  failOver,
  fillDisk,
  hangDatabase,
  killDatabaseAfterSale,
  makeReadOnly,
  restartDatabase,
} from './database-faults.ts'
import { atOnce, type End, type Fault, type House, one } from './house.ts'
import { isShort } from './length.ts'
import { connectPatiently, newTally } from './patient-client.ts'
import { currentBuild, type Production } from './production.ts'
import {
  cutNetwork,
  fillQueue,
  hangReplica,
  killAfterCommit,
  killWithoutConnections,
  restartAll,
  tryLastLanded,
  tryPrevious,
} from './replica-faults.ts'

const hourMs = 3_600_000
const lateAfterMs = 300_000
const restart = 0.5
/** The longest wait, in seconds, at a fault that should keep nobody waiting. */
const brief = 2
const kill = 2
const hung = 5

const down = /ReplicaDown/
const notReady = /NotReady/
const providerAway = /card provider/
const late = /letters are late|letter not sent/
/** The check for late letters runs once a minute, and letters are late after five. A short run makes them older than they are. */
const lateLetters = { alarm: late, alarmWithin: isShort ? 90 : 420, waitBefore: waitUntilNoneIsLate }
const sooner = isShort ? ageLetters : (begin: Fault['begin']) => begin
/** The letters that failed meanwhile are tried again within five minutes. */
const lettersLeaveWithinMs = 600_000
const once = { isOnce: true } as const
const stopsSales = { stopsSales: true } as const
const hangs = { longestCall: hung, alarm: down } as const

export const upgradesOfPrevious: Fault[] = [
  fault('no fault', brief, () => atOnce),
  fault('rolling upgrade from the previous release', kill, (house) => restartAll(house, house.lastLanded), once),
]

export const upgradesOfLastLanded: Fault[] = [
  fault('rolling upgrade from the last landed release', kill, (house) => restartAll(house, currentBuild), once),
  fault(
    'back to the last landed release, which refuses to start if it lacks a migration, and forward again',
    kill,
    tryLastLanded,
    once,
  ),
  fault('back to the previous release, which refuses to start', kill, tryPrevious),
]

export const faults: Fault[] = [
  fault('rolling restart', restart, restartAll, { figure: 'trial.restart_s' }),
  fault('replica killed between commit and answer', kill, killAfterCommit, {
    kills: 1,
    alarm: down,
    figure: 'trial.kill_s',
  }),
  fault('replica killed while all connections of the database are in use', kill, killWithoutConnections, {
    kills: 1,
    alarm: down,
  }),
  fault('database restarted', kill, restartDatabase, { figure: 'trial.database_restart_s' }),
  fault('database killed after a sale', kill, killDatabaseAfterSale),
  fault('database hung', kill, hangDatabase, { ...stopsSales, alarm: notReady }),
  fault('database read-only', kill, makeReadOnly, { ...stopsSales, alarm: notReady }),
  fault('database cut off', kill, away('database'), { ...stopsSales, alarm: notReady }),
  fault('database without the newest migration', brief, forgetMigration, { alarm: notReady }),
  fault('database slow by 200 ms', kill, slow('database', 200), stopsSales),
  fault('replica hung', hung, hangReplica, { ...hangs, figure: 'trial.hung_replica_s' }),
  fault('replica hung with a full queue of connections', hung, fillQueue, hangs),
  fault('network to a replica cut', hung, cutNetwork, hangs),
  ...[5, 30].flatMap((minutes) => [shiftedClock(hourMs, minutes), shiftedClock(-hourMs, minutes)]),
  fault('mail server hangs', brief, sooner(hangMail), lateLetters),
  fault('mail server away', brief, sooner(away('smtp')), lateLetters),
  fault('mail server slow', brief, slow('smtp', 500)),
  fault(
    'mail server refuses',
    brief,
    during(({ letters }, isOn) => letters.refuseAll(isOn)),
  ),
  fault(
    'mail server takes 25 s to accept a letter',
    brief,
    during(({ letters }, isOn) => letters.think(isOn ? 25_000 : 0)),
  ),
  fault('Stripe away', brief, away('stripe'), { alarm: providerAway, waitBefore: waitUntilNoneIsLate }),
  fault('Stripe slow', brief, slow('stripe', 1000)),
  fault(
    'Stripe wrong',
    brief,
    during(({ stripe }, isOn) => stripe.setMood(isOn ? 'wrong' : 'well')),
    { alarm: providerAway },
  ),
  fault(
    'Stripe gets everything twice',
    brief,
    during(({ stripe }, isOn) => stripe.setMood(isOn ? 'twice' : 'well')),
  ),
  /** It is not repeated, because a full disk is logged once a minute. */
  fault('disk for uploads full', brief, uploadToFullDisk, { ...once, alarm: /no room on the disk/ }),
  fault('disk of the database full', kill, fillDisk, { ...stopsSales, alarm: notReady, figure: 'trial.full_disk_s' }),
  fault('database killed for good, and its synchronous standby promoted', 10, failOver, {
    ...once,
    figure: 'trial.failover_s',
  }),
]

function fault(name: string, limit: number, begin: Fault['begin'], more: Partial<Fault> = {}): Fault {
  return { name, limit, begin, ...more }
}

type Line = keyof Production['lines']

function slow(line: Line, ms: number): Fault['begin'] {
  return ({ production: { lines } }) => {
    lines[line].delay(ms)
    return () => lines[line].delay(0)
  }
}

function away(line: Line): Fault['begin'] {
  return async ({ production: { lines } }) => {
    await lines[line].cut()
    return lines[line].reconnect
  }
}

function during(set: (production: Production, isOn: boolean) => void): Fault['begin'] {
  return ({ production }) => {
    set(production, true)
    return () => set(production, false)
  }
}

export function shiftedClock(ms: number, minutes: number): Fault {
  const name = `clock of a replica an hour ${ms > 0 ? 'ahead' : 'behind'}, holds of ${minutes} minutes`
  const begin = async (house: House) => {
    await house.production.context.db.execute(sql`update house set hold_minutes = ${minutes}`)
    one(house).shiftClock(ms)
    return () => one(house).shiftClock(0)
  }
  return fault(name, brief, begin, { alarm: notReady })
}

export function hangMail({ production: { letters } }: House): End {
  letters.hang(true)
  return () => letters.hang(false)
}

/** While the fault lasts, letters are older than they are, so nobody waits five minutes until they are late. */
export function ageLetters(begin: Fault['begin']): Fault['begin'] {
  const older = sql`interval '6 minutes'`
  return async (house) => {
    const { db } = house.production.context
    const makeOlder = () =>
      db
        .execute(sql`update outbox set created_at = created_at - ${older},
          due_at = case when attempts = 0 then due_at - ${older} else due_at end
          where sent_at is null and attempts < 5 and created_at > now() - ${older}`)
        .catch(() => undefined)
    const end = await begin(house)
    const ageing = setInterval(makeOlder, 1000)
    return async () => {
      clearInterval(ageing)
      await end()
      /** Letters that wait for their next attempt would otherwise stay late until then. */
      await db.execute(sql`update outbox set created_at = created_at + ${older}
        where sent_at is null and created_at <= now() - ${older}`)
    }
  }
}

async function waitUntilNoneIsLate({ production: { context } }: House) {
  const countLate = async () => (await findLateLetters(context.db, new Date(Date.now() - lateAfterMs))).letters
  const end = performance.now() + lettersLeaveWithinMs
  while ((await countLate()) > 0) {
    if (performance.now() > end) throw new Error('Letters are still late, although the mail server is well again.')
    await sleep(1000)
  }
}

/** The servers then have a migration that the database lacks. */
async function forgetMigration({ production: { context } }: House): Promise<End> {
  const migrations = sql`drizzle.__drizzle_migrations`
  const { rows } = await context.db.execute(
    sql`delete from ${migrations} where created_at = (select max(created_at) from ${migrations}) returning hash, created_at`,
  )
  const { hash, created_at: createdAt } = rows[0] ?? {}
  return () => context.db.execute(sql`insert into ${migrations} (hash, created_at) values (${hash}, ${createdAt})`)
}

/** A register that does not fit on the disk is refused with a sentence, and a small one can be checked afterwards. */
export async function uploadToFullDisk({ production: { context, nginx }, work }: House): Promise<End> {
  const { broken } = work.tally
  const { userID } = await makeUser(context, { role: 'admin' })
  const [cookie = ''] = await insertSessions(context, [userID])
  const tally = newTally()
  const end = Date.now() + 20_000
  const upload = (bytes: number, isOver: () => boolean) => {
    const niches = Buffer.from(`building,level,block,code,column,row,price,status\n${'x'.repeat(bytes)}`)
    const admin = createCaller(connectPatiently({ ...nginx, tally, isOver }), cookie)
    return admin.call(draftApi.upload, {
      body: { name: 'niches.csv' },
      files: { file: { name: 'niches.csv', content: niches } },
    })
  }
  /** The large file is not sent again, because it never fits. */
  const large = await upload(5_000_000, () => true).catch(() => undefined)
  if (tally.again['503 STORAGE_FULL'] !== 1)
    broken.push(
      `A register on a full disk: ${JSON.stringify(tally.again)} ${large?.status} ${String(large?.body).slice(0, 300)}`,
    )
  /** The small file is sent again for a while, because the space may be freed a moment after the refusal. */
  const { status } = await upload(100, () => Date.now() > end)
  if (status !== 200) broken.push(`A small register after a full disk gave ${status}.`)
  await sendTooMuch(connectPatiently({ ...nginx, tally, isOver: () => Date.now() > end }), broken)
  return atOnce
}

/** The proxy refuses in a sentence what is too large for the call. */
async function sendTooMuch(target: CallTarget, broken: string[]) {
  const payload = Buffer.alloc(2 * bodyLimitOf(bookingApi.approve))
  const { statusCode, body } = await target.inject({ method: 'POST', url: bookingApi.approve.path, payload })
  if (statusCode !== 413 || !body.includes(errorTable.TOO_LARGE[1]))
    broken.push(`A body that is too large gave ${statusCode} ${body.slice(0, 200)}`)
}
