import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Writes a code as `toBareCode` does. The index `niches_by_bare_code` has this expression. */
export const bareCodeOf = (code: SQLWrapper): SQL<string> => sql`upper(translate(${code}, '- ./', ''))`

/** Digits with letters and separators. May be a name or the number of a certificate as well. */
export const mayBeCode = (text: string) => /^[\w\-./ ]+$/.test(text) && /\d/.test(text)
