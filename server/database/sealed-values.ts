import { sql } from 'drizzle-orm'
import type { Db } from '#server/ports/database.ts'

interface Column {
  table: string
  column: string
}

/** Every encrypted column, from the catalogue of the database instead of our list, so that none can be forgotten. */
async function listSealedColumns(db: Db): Promise<Column[]> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and data_type = 'bytea'
    order by table_name, column_name`)
  return rows
}

/** One value of each encrypted column that has any. Those of `audit_chain` are encrypted with keys of their own. */
export async function listSealedSamples(db: Db): Promise<{ column: string; value: Buffer }[]> {
  const samples: { column: string; value: Buffer }[] = []
  for (const { table, column } of await listSealedColumns(db)) {
    if (table === 'audit_chain') continue
    const name = sql.identifier(column)
    const { rows } = await db.execute<{ value: Uint8Array }>(
      sql`select ${name} as value from ${sql.identifier(table)} where ${name} is not null limit 1`,
    )
    samples.push(...rows.map(({ value }) => ({ column: `${table}.${column}`, value: Buffer.from(value) })))
  }
  return samples
}

/**
 * How many values of each encrypted column begin otherwise than those of the newest key. Without the check value of `installation`, which
 * is encrypted again after everything else.
 */
export async function countOlderValues(db: Db, keyPrefix: Buffer): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, column } of await listSealedColumns(db)) {
    if (table === 'installation') continue
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from ${sql.identifier(table)}
      where substring(${sql.identifier(column)} from 1 for ${sql.raw(String(keyPrefix.length))}) <> ${keyPrefix}`)
    counts.set(`${table}.${column}`, rows[0]?.count ?? 0)
  }
  return counts
}
