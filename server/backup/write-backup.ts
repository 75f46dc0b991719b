import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { readHead } from '#server/audit/read-head.ts'
import type { Context } from '#server/core/context.ts'
import { findNewestMigration } from '#server/database/apply-migrations.ts'
import { type End, formatLine, keyCheckText, words } from './format.ts'
import { inSnapshot, readRows } from './read-snapshot.ts'
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
