import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Orders names as people do, `2` before `10`, by giving each number ten digits. Not an ICU collation: a server may lack ICU. */
export const inNaturalOrder = (name: SQLWrapper): SQL =>
  sql`regexp_replace(regexp_replace(${name}, '(\\d+)', '0000000000\\1', 'g'), '\\d*(\\d{10})', '\\1', 'g'), ${name}`
