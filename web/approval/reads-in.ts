import { type Language, languages } from '#contract/words/languages.ts'

/** Said beside a reason that staff write: a letter in another language quotes it. Empty for a family that reads English. */
export const readsIn = (language: Language | null): string =>
  language && language !== 'en'
    ? ` This family reads ${languages[language]}; the letter says that the reason is as written.`
    : ''
