import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, timestamp } from 'drizzle-orm/pg-core'

/** `bytea` as a Buffer on both engines. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
  toDriver: (value) => value,
})

export const instant = (column: string) => timestamp(column, { withTimezone: true, precision: 3 })

/** A check constraint from the same list of values as the TypeScript type. */
export const oneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
