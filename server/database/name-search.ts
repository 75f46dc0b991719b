import { and, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { hasWords, nameIn } from './same-name.ts'

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
 * All letters and digits of a name in one script in alphabetical order, by a function of the database: the same for
 * `Tan Mei-Ling` and `MEILING TAN`. Other names can have the same letters, so `isSameName` decides. `nameIn` divides alike.
 */
export const nameKeys = {
  latin: (name: AnyPgColumn | SQL): SQL =>
    sql`name_key(regexp_replace(normalize(${name}, NFKD), '[^ -\\u036f]', '', 'g'))`,
  other: (name: AnyPgColumn | SQL): SQL =>
    sql`name_key(regexp_replace(normalize(${name}, NFKD), '[ -\\u036f]', '', 'g'))`,
} as const

/** The index of the other scripts holds only these few names, so that no other search is planned with it. */
export const hasOtherScript = (name: AnyPgColumn | SQL): SQL => sql`${name} ~ '[^ -\\u036f]'`

/** Has the key of the wanted name in a script of it. Other conditions stand beside each key, so that its index can decide them too. */
export function hasKeyOf(name: AnyPgColumn | SQL, wanted: string, ...conditions: (SQL | undefined)[]): SQL {
  const parts = nameIn(wanted)
  const hasKey = (script: keyof typeof parts) => sql`${nameKeys[script](name)} = name_key(${parts[script]})`
  const searches = [
    hasWords(parts.latin) && and(hasKey('latin'), ...conditions),
    hasWords(parts.other) && and(hasKey('other'), hasOtherScript(name), ...conditions),
  ]
  return or(...searches.filter((search) => search !== false)) ?? sql`false`
}
