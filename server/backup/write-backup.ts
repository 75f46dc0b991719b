import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { readHead } from '#server/audit/read-head.ts'
import type { Context } from '#server/core/context.ts'
import { findNewestMigration } from '#server/database/apply-migrations.ts'
import type { Db } from '#server/ports/database.ts'
import { type End, formatLine, keyCheckText, type Table, words } from './format.ts'
import { listTables } from './tables.ts'

/** Streams a backup of the whole database, as it is at one moment. Memory does not grow with the database. The key is not in it. */
export const writeBackup = (context: Context, destination: Writable) =>
  inSnapshot(context.db, (db) =>
    pipeline(Readable.from(writeLines({ ...context, db })), createGzip({ level: 1 }), destination),
  )

async function* writeLines(context: Context): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const rows: End['rows'] = {}
  for await (const line of listParts(context, rows)) {
    hash.update(line).update('\n')
    yield `${line}\n`
  }
  const sha256 = hash.digest('hex')
  yield `${formatLine(words.end, { rows, sha256, signature: context.vault.forBackups.hash(sha256) })}\n`
}

/** Everything but the end. Counts the rows of each table. */
async function* listParts(context: Context, counts: End['rows']): AsyncGenerator<string> {
  const { db, config, clock, vault } = context
  yield formatLine(words.header, {
    version: 2,
    createdAt: clock().toISOString(),
    mode: config.mode,
    schema: await findNewestMigration(db),
    auditHead: await readHead(context),
    keyCheck: vault.forBackups.hash(keyCheckText),
  })
  for (const table of await listTables(db)) {
    yield formatLine(words.table, table)
    let count = 0
    for await (const line of readRows(db, table)) {
      count += 1
      yield line
    }
    counts[table.name] = count
  }
}

/** The approximate length of the text that one statement reads. */
const batchLength = 1_000_000
const maxRows = 1000

/**
 * Runs the work on the database as it is at one moment. On PostgreSQL nobody waits for it. The embedded engine has one connection, so
 * meanwhile every other statement waits.
 */
const inSnapshot = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(
    async (db) => {
      /** The receiver of the backup may be slow. */
      await db.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      /** These settings make the same rows always the same text. */
      await db.execute(sql`set local timezone = 'UTC'`)
      await db.execute(sql`set local bytea_output = 'hex'`)
      return work(db)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** Reads a table row by row, as JSON. Few rows at a time if they are long, such as parts of certificates. */
async function* readRows(db: Db, { name, columns }: Table): AsyncGenerator<string> {
  const names = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  await db.execute(sql`
    declare backup_rows no scroll cursor for
    select row_to_json(r)::text as line from (select ${names} from ${sql.identifier(name)}) r`)
  let size = 1
  for (;;) {
    const { rows } = await db.execute<{ line: string }>(sql`fetch ${sql.raw(String(size))} from backup_rows`)
    let length = 0
    for (const { line } of rows) {
      length += line.length
      yield line
    }
    if (rows.length < size) break
    size = Math.min(maxRows, size * 2, Math.max(1, Math.floor(batchLength / (length / rows.length))))
  }
  await db.execute(sql`close backup_rows`)
}
