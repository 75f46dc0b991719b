import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

interface Order {
  direction: 'asc' | 'desc'
  /** Columns of one table. Its key decides between equal ones. */
  by: readonly (PgColumn | SQL)[]
  key: PgColumn
}

/**
 * The rows that follow the one with this key. Compared in SQL, because timestamps are more precise there. Undefined without a cursor,
 * for the first page.
 */
export function rowsAfter({ direction, by, key }: Order, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const values = sql.join([...by, key], sql`, `)
  return sql`(${values}) ${sql.raw(direction === 'asc' ? '>' : '<')} (select ${values} from ${key.table} where ${key} = ${cursor})`
}
