import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The words of a name, as the indexes hold them. Punctuation would otherwise join words, as in `s/o`. */
export const nameWords = (name: AnyPgColumn): SQL =>
  sql`to_tsvector('simple', regexp_replace(${name}, '[[:punct:]]', ' ', 'g'))`

/** True if each word of the text begins a word of the name, in any order and case. A text without words matches nothing. */
export function nameMatches(name: AnyPgColumn, text: string): SQL {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return sql`${nameWords(name)} @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`
}

/** The same for names that differ only in spacing, punctuation, case and the order of their words: their letters, sorted. */
export const nameKey = (name: AnyPgColumn | SQL): SQL => sql`name_key(${name})`
