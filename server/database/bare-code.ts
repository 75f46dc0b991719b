import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** As `toBareCode` writes a code. The index `niches_by_bare_code` has this expression. */
export const bareCodeOf = (code: SQLWrapper): SQL<string> => sql`upper(translate(${code}, '- ./', ''))`
