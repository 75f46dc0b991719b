import { sql } from 'drizzle-orm'
import type { Db } from '#server/ports/database.ts'
import type { Table } from './format.ts'

/** Every table, from the catalogue of the database instead of our schema, so that none can be forgotten. Generated columns are left out. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows.map(({ name, columns }) => ({ name, columns }))
}

export async function countRowsOf(db: Db, name: string): Promise<number> {
  const { rows } = await db.execute(sql`select count(*)::text as count from ${sql.identifier(name)}`)
  return Number(rows[0]?.count)
}

/** The tables that have rows. */
export async function listFilledTables(db: Db): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of await listTables(db)) {
    const { rows } = await db.execute(sql`select 1 from ${sql.identifier(name)} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  return filled
}
