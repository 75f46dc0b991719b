import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Needs an index with `text_pattern_ops`. With `like`, the plan for all parameters could not use it. */
export const startsWith = (text: SQLWrapper, prefix: string): SQL =>
  sql`(${text} ~>=~ ${prefix} and ${text} ~<~ ${`${prefix}\u{10ffff}`})`
