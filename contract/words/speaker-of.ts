import { type Language, localeOf } from './languages.ts'
import type { Speaker, Words } from './t.ts'

/** Finds sentences in these dictionaries, also in those that are added to the list later. */
export function speakerOf(language: Language, dictionaries: readonly Words[]): Speaker {
  const day = (text: string, dateStyle: 'long' | 'full' = 'long') =>
    new Date(text).toLocaleString(localeOf(language), { dateStyle, timeZone: 'UTC' })

  const findWhole = (sentence: string) => dictionaries.find((words) => sentence in words)?.[sentence]

  /** A sentence whose gaps the server or a rule has filled, such as `At most 200 characters`. Short ones would match by chance. */
  const findFilled = (sentence: string, least: number) => {
    for (const words of dictionaries)
      for (const [english, translated] of Object.entries(words)) {
        const parts = english.split(gap)
        if (parts.length < 2 || parts.join('').length < least) continue
        const gaps = new RegExp(`^${parts.map(literally).join('(.+)')}$`).exec(sentence)
        if (!gaps) continue
        const names: readonly string[] = english.match(gap) ?? []
        return translated.replace(gap, (name) => translateFilling(gaps[names.indexOf(name) + 1] ?? name))
      }
    return undefined
  }
  const translateFilling = (text: string): string =>
    findWhole(text) ?? findFilled(text, 6) ?? text.replace(englishDay, (each) => day(`${each} UTC`))

  return {
    language,
    find: (sentence) => findWhole(sentence) ?? (/^[A-Z]/.test(sentence) ? findFilled(sentence, 10) : undefined),
    dateTime: (instant) => new Date(instant).toLocaleString(localeOf(language), inHouse),
    day: (text) => day(text.slice(0, 10)),
    weekday: (text) => day(text, 'full'),
  }
}

const gap = /\{\w+\}/g
const literally = (text: string) => text.replace(/[.?()*+$^|[\]\\]/g, '\\$&')
/** As `formatDay` writes it. */
const englishDay = /\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/g

/** With 24 hours, because Node and browsers do not agree on the words for the parts of a day. */
const inHouse = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Singapore' } as const
