import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { bookingMoves, bookings, paymentEvents } from '#server/database/schema.ts'
import { emptyAuditLog, tamperWith } from '#test/tamper-with-audit-log.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { exitCode } from '../../scripts/run.mjs'
import type { Acknowledged } from './acknowledged.ts'
import { buildCarelessly } from './careless-build.ts'
import { requireCaught } from './control.ts'
import type { Production } from './production.ts'

type Command = 'backup' | 'restore' | 'payments-reconcile' | 'audit-verify'

/** Runs a built command with the settings of the servers; a control brings its own. */
async function tryCommand(
  command: Command,
  { settings }: Production,
  databaseUrl: string,
  { args = [], program = `dist/server/commands/${command}.js` }: { args?: string[]; program?: string } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'columba-command-'))
  const env = { ...process.env, ...settings, DATABASE_URL: databaseUrl, DATA_DIR: folder }
  const child = spawn(process.execPath, [program, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [code, ...said] = await Promise.all([exitCode(child), text(child.stdout), text(child.stderr)])
  rmSync(folder, { recursive: true })
  return { code, output: said.join('') }
}

export async function runCommand(...given: Parameters<typeof tryCommand>): Promise<string> {
  const { code, output } = await tryCommand(...given)
  if (code !== 0) throw new Error(`${given[0]} ended with code ${code}: ${output}`)
  return output
}

async function runCarelessly(command: Command, production: Production, databaseUrl: string) {
  const build = await buildCarelessly(`server/commands/${command}.ts`)
  const ran = await tryCommand(command, production, databaseUrl, { program: build.path })
  await build.remove()
  return ran
}

/**
 * Restores a backup and compares it with the card provider: each card payment that was acknowledged for a booking which the backup does not
 * have must be named, and no payment that it has.
 */
export async function findUnnamedPayments(production: Production, file: string, { paid, decided }: Acknowledged) {
  const copy = await startPostgres()
  try {
    await runCommand('restore', production, copy.url, { args: [file] })
    const named = namedIn(await runCommand('payments-reconcile', production, copy.url))
    const known = await listBookings(copy.url)
    const atTheCounter = new Set(decided.flatMap(({ event, bookingID }) => (event === 'finalise' ? [bookingID] : [])))
    const since = paid.filter((bookingID) => !known.has(bookingID) && !atTheCounter.has(bookingID))
    console.log(`restored copy: ${since.length} card payments acknowledged since its backup, ${named.length} named`)
    if (since.length === 0) return ['No card payment was acknowledged since the backup, so none could be missed.']
    const { output } = await runCarelessly('payments-reconcile', production, copy.url)
    const missed = since.filter((bookingID) => !namedIn(output).includes(bookingID))
    requireCaught('reconcile names no payment that it does not know', missed.length, 'payments not named')
    return [
      ...since.filter((bookingID) => !named.includes(bookingID)).map((id) => `The payment of ${id} is not named.`),
      ...named.filter((bookingID) => known.has(bookingID)).map((id) => `The payment of ${id} is named but known.`),
    ]
  } finally {
    await copy.stop()
  }
}

const namedIn = (output: string) =>
  [...output.matchAll(/^not known here: .*, booking (\S+), pi_/gm)].map(([, bookingID = '']) => bookingID)

async function listBookings(databaseUrl: string) {
  const database = await openPostgres(databaseUrl, createLog('silent'))
  const rows = await database.db.select({ bookingID: bookings.bookingID }).from(bookings)
  await database.close()
  return new Set(rows.map(({ bookingID }) => bookingID))
}

/** Empties the audit log and its ledgers, which `audit:verify` must notice by what is left. Nothing can be done with the house afterwards. */
export async function wipeLog(production: Production, databaseUrl: string) {
  const { db } = production.context
  await tamperWith(db, [bookingMoves, paymentEvents], sql`truncate booking_moves, payment_events`)
  await emptyAuditLog(db)
  const { code, output } = await tryCommand('audit-verify', production, databaseUrl)
  const [found] = /\d+ bookings have no history/.exec(output) ?? []
  if (code !== 1 || !found)
    throw new Error(`audit-verify did not notice a wiped log, but ended with ${code}: ${output}`)
  console.log(`wiped log: noticed, because ${found}`)
  const careless = await runCarelessly('audit-verify', production, databaseUrl)
  requireCaught(
    'audit-verify sees no missing traces',
    /have no history/.test(careless.output) ? 0 : 1,
    'wiped log unnoticed',
  )
}
