import { sql } from 'drizzle-orm'
import type { Db } from '#server/ports/database.ts'
import type { Table } from './format.ts'

/** How much text one statement reads, about. */
const batchLength = 1_000_000
const maxRows = 1000

/**
 * Runs the work on the database as it is at one moment. On PostgreSQL nobody waits for it. The embedded engine has one connection, so
 * meanwhile every other statement waits.
 */
export const inSnapshot = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(
    async (db) => {
      /** What receives the backup may be slow. */
      await db.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      /** So that the same rows are always the same text. */
      await db.execute(sql`set local timezone = 'UTC'`)
      await db.execute(sql`set local bytea_output = 'hex'`)
      return work(db)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** Reads a table row by row, as JSON. Few rows at a time if they are long, such as parts of certificates. */
export async function* readRows(db: Db, { name, columns }: Table): AsyncGenerator<string> {
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
