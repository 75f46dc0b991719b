import { sql } from 'drizzle-orm'

/**
 * The IDs of a page as the first table of a query. PostgreSQL expects 100 of them, however many there are, and so looks each row
 * up; for a page of 1,000 it would rather read the whole tables that are joined. A later table would be too late: it orders only eight.
 */
export const listedIDs = (ids: readonly string[]) =>
  sql`jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as listed (id)`
export const listedID = sql`listed.id`
