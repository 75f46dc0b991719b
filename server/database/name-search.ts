import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** The words of a name, as the indexes hold them. Punctuation would otherwise join words, as in `s/o`. */
export const nameWords = (name: AnyPgColumn | SQL): SQL =>
  sql`to_tsvector('simple', regexp_replace(${name}, '[[:punct:]]', ' ', 'g'))`

/** True if each word of the text begins a word of the name, in any order and case. A text without words matches nothing. */
export const nameMatches = (name: AnyPgColumn, text: string): SQL => hasWordsOf(nameWords(name), text)

/** The same for other words that an index holds. */
export function hasWordsOf(indexed: SQL, text: string): SQL {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return sql`${indexed} @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`
}

/**
 * All letters and digits of a name in alphabetical order, by a function of the database: the same for `Tan Mei-Ling` and
 * `MEILING TAN`. Other names can have the same letters, so `isSameName` decides.
 */
export const nameKey = (name: AnyPgColumn): SQL => sql`name_key(${name})`

export const hasKeyOf = (name: AnyPgColumn, wanted: string): SQL => sql`${nameKey(name)} = name_key(${wanted})`
