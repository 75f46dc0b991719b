import { type Language, languages } from '#contract/words/languages.ts'

/** Said beside a reason that staff write: a letter in another language quotes it. Empty for somebody who reads English. */
export const readsIn = (language: Language | null, who = 'This family'): string =>
  language && language !== 'en' ? ` ${who} reads ${languages[language]}; ${quoted}` : ''

const quoted = 'the letter says that the reason is as written.'
/** The same where several people read it, each in a language of their own. */
export const someReadChinese = ` Some of them may read Chinese; ${quoted}`
