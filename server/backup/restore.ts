import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { parseHead } from '#server/audit/head.ts'
import type { VerifyContext } from '#server/audit/public.ts'
import type { Config } from '#server/core/config.ts'
import { StartError } from '#server/core/start-error.ts'
import type { Vault } from '#server/core/vault.ts'
import { isPermissionDenied, migrateTo, migrateWithin, readSchemaVersion } from '#server/database/migrate.ts'
import { restores } from '#server/database/schema.ts'
import { listSealedSamples } from '#server/database/sealed-values.ts'
import type { Database } from '#server/ports/database.ts'
import { checkInstallation } from '#server/start/installation.ts'
import { verifyLedgers } from '#server/urns/verify-audit.ts'
import { countRows, type End, type Header, keyCheckText } from './format.ts'
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
  /** Accepts a backup of a version that did not sign them. */
  acceptUnsigned?: boolean
}

/**
 * Restores a backup into an empty database, of either engine. Everything is loaded, migrated and checked in one transaction, so a backup
 * that is damaged, changed or of another key leaves the database empty.
 */
export async function restore(target: Target, source: Readable): Promise<Restored> {
  const { database, config } = target
  const parts = readBackup(source)
  const first = await parts.next()
  if (first.done || first.value.kind !== 'header') throw damaged('it does not begin like one')
  const { header } = first.value
  requireMode(config, header)
  requireKey(target, header)
  await requireEmpty(database)
  const { end, opened } = await load(target, header, parts).catch(explainPermission)
  await database.db.execute(sql`analyze`)
  return { header, rows: countRows(end), opened, auditHead: header.auditHead }
}

/** Reads a whole backup and checks key and signature, so that nothing is written of one that somebody has changed. */
export async function verifyBackup(target: Omit<Target, 'database'>, source: Readable): Promise<void> {
  let header: Header | undefined
  for await (const part of readBackup(source)) {
    if (part.kind === 'header') {
      header = part.header
      requireMode(target.config, header)
      requireKey(target, header)
    }
    if (!header) throw damaged('it does not begin like one')
    if (part.kind === 'end') requireSignature(target.vault, header, part.end)
  }
}

function requireMode({ mode }: Config, header: Header) {
  if (header.mode === mode) return
  throw new StartError(
    `This is the backup of a ${header.mode} installation, but COLUMBA_MODE is ${mode}: set COLUMBA_MODE=${header.mode}.`,
  )
}

function requireKey({ vault, acceptUnsigned }: Omit<Target, 'database'>, { version, keyCheck }: Header) {
  if (version === 1 && acceptUnsigned) return
  if (version === 1)
    throw new StartError(
      'This backup was made by a version that did not sign backups, so nothing shows that it is unchanged. If you trust the place where it was kept, restore it with --unsigned.',
    )
  if (!vault.forBackups.hashes(keyCheckText).some((each) => each === keyCheck)) throw wrongKey('This backup')
}

const wrongKey = (what: string) =>
  new StartError(
    `${what} cannot be opened: ENCRYPTION_KEY is not the key of this backup, which does not contain it. Nothing was restored.`,
  )

/** Tables without rows may be there: those of a new database that was migrated, or of a restore that failed. */
async function requireEmpty(database: Database) {
  if ((await readSchemaVersion(database)) === 'missing') return
  const filled = await listFilledTables(database.db)
  if (filled.length > 0)
    throw new StartError(
      `The database ${database.label} is not empty: there are rows in ${filled.join(', ')}. Restore into a new database.`,
    )
}

async function load({ database, config, vault }: Target, header: Header, parts: AsyncGenerator<Part>) {
  await migrateTo(database, header.schema)
  return database.db.transaction(async (db) => {
    await db.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const end = await loadRows(db, parts)
    requireSignature(vault, header, end)
    await requireSameCounts(db, end)
    const opened = await openSamples(db, vault)
    await migrateWithin(db)
    await checkInstallation({ ...database, db }, config)
    await db.insert(restores).values({ restoredAt: database.clock(), asOf: new Date(header.createdAt) })
    await verifyHead({ db, vault, clock: database.clock }, header)
    return { end, opened }
  })
}

type Db = Database['db']

function requireSignature(vault: Vault, { version }: Header, { sha256, signature }: End) {
  if (version > 1 && !vault.forBackups.hashes(sha256).some((each) => each === signature))
    throw damaged('its signature is wrong')
}

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
      throw wrongKey(`A value of ${column}`)
    }
  }
  return samples.map(({ column }) => column)
}

async function verifyHead(restored: VerifyContext, { auditHead }: Header) {
  const { problems } = await verifyLedgers(restored, parseHead(auditHead))
  if (problems.length > 0)
    throw new StartError(
      ['The audit log in this backup has been changed. Nothing was restored.', ...problems].join('\n'),
    )
}

function explainPermission(error: unknown): never {
  if (!isPermissionDenied(error)) throw error
  throw new StartError('Only the owner of the database can restore: use the DATABASE_URL of columba_owner.')
}
