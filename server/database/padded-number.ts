import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A number with its series, as `formatBillNumber` and `formatRightNumber` write it. `lpad` alone would cut longer ones off. */
export const paddedNumber = (series: 'COL-' | 'R-', number: SQLWrapper): SQL =>
  sql`${sql.raw(`'${series}'`)} || lpad(${number}::text, greatest(6, length(${number}::text)), '0')`
