import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { parseHead } from '#server/audit/head.ts'
import type { Config } from '#server/core/config.ts'
import { StartError } from '#server/core/start-error.ts'
import type { Vault } from '#server/core/vault.ts'
import { isPermissionDenied, migrate, migrateTo, readSchemaVersion } from '#server/database/migrate.ts'
import { listSealedSamples } from '#server/database/sealed-values.ts'
import type { Database } from '#server/ports/database.ts'
import { checkInstallation } from '#server/start/installation.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { countRows, type End, type Header } from './format.ts'
import { loadRows } from './load-rows.ts'
import { damaged, type Part, readBackup } from './read-backup.ts'
import { countRowsOf, listFilledTables } from './tables.ts'

export interface Restored {
  header: Header
  rows: number
  /** The encrypted columns of which a value was opened. */
  opened: string[]
  auditHead: string
}

interface Target {
  database: Database
  config: Config
  vault: Vault
}

/**
 * Restores a backup into an empty database, of either engine. Everything is loaded and checked in one transaction, so a backup that is
 * damaged or of another key leaves the database empty.
 */
export async function restore({ database, config, vault }: Target, source: Readable): Promise<Restored> {
  const parts = readBackup(source)
  const first = await parts.next()
  if (first.done || first.value.kind !== 'header') throw damaged('it does not begin like one')
  const { header } = first.value
  requireMode(config, header)
  await requireEmpty(database)
  const { end, opened } = await load(database, vault, header, parts).catch(explainPermission)
  await migrate(database)
  await checkInstallation(database, config)
  await verifyHead(database, vault, header)
  await database.db.execute(sql`analyze`)
  return { header, rows: countRows(end), opened, auditHead: header.auditHead }
}

function requireMode({ mode }: Config, header: Header) {
  if (header.mode === mode) return
  throw new StartError(
    `This is the backup of a ${header.mode} installation, but COLUMBA_MODE is ${mode}: set COLUMBA_MODE=${header.mode}.`,
  )
}

/** Tables without rows may be there: those of a new database that was migrated, or of a restore that failed. */
async function requireEmpty(database: Database) {
  if ((await readSchemaVersion(database)) === 'missing') return
  const filled = await listFilledTables(database.db)
  if (filled.length > 0)
    throw new StartError(
      `The database ${database.place} is not empty: there are rows in ${filled.join(', ')}. Restore into a new database.`,
    )
}

async function load(database: Database, vault: Vault, { schema }: Header, parts: AsyncGenerator<Part>) {
  await migrateTo(database, schema)
  return database.db.transaction(async (db) => {
    await db.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const end = await loadRows(db, parts)
    await requireSameCounts(db, end)
    return { end, opened: await openSamples(db, vault) }
  })
}

type Db = Database['db']

async function requireSameCounts(db: Db, { rows }: End) {
  for (const [name, expected] of Object.entries(rows)) {
    const found = await countRowsOf(db, name)
    if (found !== expected) throw damaged(`${name} has ${found} rows instead of ${expected}`)
  }
}

/** One value of each encrypted column; those of the audit chain are opened by its verification. */
async function openSamples(db: Db, vault: Vault): Promise<string[]> {
  const samples = await listSealedSamples(db)
  for (const { column, value } of samples) {
    try {
      vault.open(value)
    } catch {
      throw new StartError(
        `A value of ${column} cannot be opened: ENCRYPTION_KEY is not the key of this backup, which does not contain it. Nothing was restored.`,
      )
    }
  }
  return samples.map(({ column }) => column)
}

async function verifyHead({ db, place }: Database, vault: Vault, { auditHead }: Header) {
  const { problems } = await verifyAudit({ db, vault, clock: () => new Date() }, parseHead(auditHead))
  if (problems.length > 0)
    throw new StartError(
      [`The audit log in this backup has been changed. Do not use the database ${place}.`, ...problems].join('\n'),
    )
}

function explainPermission(error: unknown): never {
  if (!isPermissionDenied(error)) throw error
  throw new StartError('Only the owner of the database can restore: use the DATABASE_URL of columba_owner.')
}
