import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '#server/core/context.ts'
import type { Db } from '#server/ports/database.ts'

type Row = Record<string, unknown>

/** A context whose inserts leave out columns that the database of an earlier release does not have yet. */
export function withKnownColumns(context: Context): Context {
  const insert = (table: PgTable) => ({
    values: (given: Row | Row[]) => {
      const inserted = insertKnown(context.db, table, [given].flat())
      return Object.assign(inserted, { onConflictDoNothing: () => inserted })
    },
  })
  const db = new Proxy(context.db, {
    get: (target, name) => (name === 'insert' ? insert : Reflect.get(target, name)),
  }) as Db
  return { ...context, db }
}

async function insertKnown(db: Db, table: PgTable, rows: Row[]) {
  const known = await db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_name = ${getTableName(table)}`,
  )
  const names = new Set(known.rows.map(({ name }) => name))
  const columns = Object.entries(getTableColumns(table)).filter(
    ([key, { name }]) => key in (rows[0] ?? {}) && names.has(name),
  )
  const list = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  )
  const tuples = rows.map(
    (row) =>
      sql`(${sql.join(
        columns.map(([key, column]) => sql.param(row[key], column)),
        sql`, `,
      )})`,
  )
  await db.execute(sql`insert into ${table} (${list}) values ${sql.join(tuples, sql`, `)} on conflict do nothing`)
}
