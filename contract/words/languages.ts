/** The languages in which families can read, each by its own name. English is the language of the code and of every page. */
export const languages = { en: 'English', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文' } as const
/** The same where there is little room. */
export const shortLanguages = { en: 'EN', 'zh-Hans': '简', 'zh-Hant': '繁' } as const
export type Language = keyof typeof languages
export const languageNames = Object.keys(languages) as Language[]

/** For the `lang` of a document, and for `Intl`. */
export const localeOf = (language: Language) => `${language}-SG`

/** Remembers the choice of a browser. Not secret: the script reads it as well. */
export const languageCookie = 'columba_language'

/** The parameter of an address that asks for a language, as search engines and the choice in the header do. */
export const languageParameter = 'lang'

export const isLanguage = (name: unknown): name is Language => languageNames.includes(name as Language)

/** What the address asks for, otherwise what the browser remembers. */
export function chooseLanguage(asked: unknown, cookies = ''): Language {
  const kept = cookies.split(/; ?/)
  return isLanguage(asked) ? asked : (languageNames.find((name) => kept.includes(`${languageCookie}=${name}`)) ?? 'en')
}

/** The language in which a page is shown: the chosen one if the page is whole in it, otherwise English. Never two on one page. */
export const languageOfPage = (chosen: Language, translated: readonly Language[] = []): Language =>
  translated.includes(chosen) ? chosen : 'en'

/** The file of a prerendered page in a language. */
export const fileIn = (language: Language, file: string): string =>
  language === 'en' ? file : file.replace('.html', `.${language}.html`)
