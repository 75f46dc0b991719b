import { and, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { foldName } from '#contract/fold-name.ts'
import { hasWords, nameIn } from './same-name.ts'

/** The words of a name, as the indexes hold them. Punctuation would otherwise join words, as in `s/o`. */
export const nameWords = (name: AnyPgColumn | SQL): SQL =>
  sql`to_tsvector('simple', regexp_replace(${name}, '[[:punct:]]', ' ', 'g'))`

/** The same with traditional and simplified characters alike. Its indexes hold only the names that `isEastAsian` selects. */
export const foldedWords = (name: AnyPgColumn | SQL): SQL => nameWords(sql`fold_name(${name})`)

/** A name with a Chinese, Japanese or Korean character. */
export const isEastAsian = (name: AnyPgColumn | SQL): SQL => sql`(${name}) ~ '[^ -\\u2e7f]'`

/**
 * True if each word of the text begins a word of the name, in any order and case. A text without words matches nothing. A word with an
 * East Asian character can only be in a name that has one, so the small index of these names answers.
 */
export function nameMatches(name: AnyPgColumn | SQL, text: string): SQL {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const query = words.map((word) => `'${word}':*`).join(' & ')
  if (!/[\u2e80-\u{10ffff}]/u.test(query)) return sql`${nameWords(name)} @@ to_tsquery('simple', ${query})`
  const foldedQuery = foldName(query.normalize('NFKC'))
  return sql`(${foldedWords(name)} @@ to_tsquery('simple', ${foldedQuery}) and ${isEastAsian(name)})`
}

/** The letters of a name in scripts other than Latin. */
export const otherLetters = (name: AnyPgColumn | SQL): SQL =>
  sql`regexp_replace(normalize(${name}, NFKD), '[ -\\u036f]', '', 'g')`

/**
 * All letters and digits of a name in one script in alphabetical order, by a function of the database: the same for
 * `Tan Mei-Ling` and `MEILING TAN`, and for 陳美玲 and 陈美玲. Other names can have the same letters, so `isSameName` decides.
 * `nameIn` divides and folds alike.
 */
export const nameKeys = {
  latin: (name: AnyPgColumn | SQL): SQL =>
    sql`name_key(regexp_replace(normalize(${name}, NFKD), '[^ -\\u036f]', '', 'g'))`,
  other: (name: AnyPgColumn | SQL): SQL => sql`name_key(fold_name(${otherLetters(name)}))`,
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
