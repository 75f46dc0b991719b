import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { sampleKey } from '#test/sample-key.ts'
import { sampleRegister } from '#test/sample-register.ts'
import type { Bench } from './harness/bench.ts'
import { createDatabase, dropDatabase } from './harness/create-database.ts'
import { peakMemory } from './harness/peak-memory.ts'
import { measureRatios, timed } from './harness/ratio.ts'

const niches = 100_000
const people = 60_000
/** Parents first. Only the large ones are measured. */
const parents = ['buildings', 'levels', 'blocks', 'register_imports']
const measured = [
  ...['niches', 'rights', 'beneficiaries', 'bookings', 'right_holders', 'right_moves'],
  ...['register_entries', 'urns', 'urn_moves', 'audit_log'],
]
const secondsToMeasure = 400

/**
 * `register:import` from start to end, with its dry run, against COPY of the rows that it wrote into tables with the same
 * indexes and constraints.
 */
export const bench: Bench = async (run) => {
  const folder = mkdtempSync(join(tmpdir(), 'columba-register-'))
  /** COPY writes its files as the user of the database server. */
  chmodSync(folder, 0o777)
  const files = [join(folder, 'niches.csv'), join(folder, 'people.csv')] as const
  const register = sampleRegister(niches, people)
  writeFileSync(files[0], register.niches)
  writeFileSync(files[1], register.people)
  try {
    const source = await createMigrated(run.databaseUrl, 'imported')
    await runImport(source, files)
    const copy = () => inNewDatabase(run.databaseUrl, (target) => copyRows(source, target, folder))
    const importAll = () =>
      inNewDatabase(run.databaseUrl, async (target) => {
        const { seconds, peak } = await runImport(target, files)
        run.figure('import.peak_mb', peak)
        return seconds
      })
    /** Both return seconds, and the figure is the speed of the import. */
    await measureRatios(run, { 'import.vs_copy': { ours: copy, other: importAll } }, secondsToMeasure)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const settings = { ENCRYPTION_KEY: sampleKey, LOG_LEVEL: 'warn' }

async function runImport(url: string, files: readonly string[]) {
  const start = performance.now()
  const command = spawn(process.execPath, ['dist/server/commands/register-import.js', ...files], {
    env: { ...process.env, ...settings, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, peakMemory(command.pid ?? 0))
    } catch {
      // The command has just ended.
    }
  }, 20)
  const [code] = await once(command, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`The import ended with code ${code}.`)
  return { seconds: (performance.now() - start) / 1000, peak }
}

/** Returns the seconds that the large tables take. */
async function copyRows(from: string, to: string, folder: string): Promise<number> {
  const [source, target] = [await open(from), await open(to)]
  const fileOf = (table: string) => join(folder, `${table}.copy`)
  for (const table of [...parents, ...measured]) await source.db.execute(sql.raw(`copy ${table} to '${fileOf(table)}'`))
  for (const table of parents) await target.db.execute(sql.raw(`copy ${table} from '${fileOf(table)}'`))
  const milliseconds = await timed(() =>
    target.db.transaction(async (db) => {
      for (const table of measured) await db.execute(sql.raw(`copy ${table} from '${fileOf(table)}'`))
    }),
  )
  await Promise.all([source.close(), target.close()])
  return milliseconds / 1000
}

/** Each turn has a database of its own, which is deleted after it. */
async function inNewDatabase(serverUrl: string, work: (url: string) => Promise<number>): Promise<number> {
  const measured = await work(await createMigrated(serverUrl, 'turn'))
  await dropDatabase(serverUrl, 'turn')
  return measured
}

async function createMigrated(serverUrl: string, name: string): Promise<string> {
  const url = await createDatabase(serverUrl, name)
  const database = await open(url)
  await migrate(database)
  await database.close()
  return url
}

const open = (url: string) => openPostgres(url, createLog('silent'), { statementTimeout: 0 })
