import { localeOf } from './languages.ts'
import { spoken } from './t.ts'

/** The sentence for a number, by the rules of the language: English has one for 1, Chinese has not. */
export function plural(count: number, { one, other }: { one: string; other: string }): string {
  return new Intl.PluralRules(localeOf(spoken().language)).select(count) === 'one' ? one : other
}
