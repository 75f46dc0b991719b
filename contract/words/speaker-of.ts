import { type Language, localeOf } from './languages.ts'
import type { Speaker, Words } from './t.ts'

/** Finds sentences in these dictionaries, also in those that are added to the list later. */
export const speakerOf = (language: Language, dictionaries: readonly Words[]): Speaker => ({
  language,
  find: (sentence) => dictionaries.find((words) => sentence in words)?.[sentence] ?? findFilled(dictionaries, sentence),
  dateTime: (instant) => new Date(instant).toLocaleString(localeOf(language), inHouse),
})

/** A sentence whose gaps the server or a rule has filled, such as `At most 200 characters`. Short ones would match by chance. */
function findFilled(dictionaries: readonly Words[], sentence: string): string | undefined {
  if (!/^[A-Z]/.test(sentence)) return undefined
  for (const words of dictionaries)
    for (const [english, translated] of Object.entries(words)) {
      const parts = english.split(gap)
      if (parts.length < 2 || parts.join('').length < 10) continue
      const gaps = new RegExp(`^${parts.map(literally).join('(.+)')}$`).exec(sentence)
      if (!gaps) continue
      const names: readonly string[] = english.match(gap) ?? []
      return translated.replace(gap, (name) => gaps[names.indexOf(name) + 1] ?? name)
    }
  return undefined
}

const gap = /\{\w+\}/g
const literally = (text: string) => text.replace(/[.?()*+$^|[\]\\]/g, '\\$&')

/** With 24 hours, because Node and browsers do not agree on the words for the parts of a day. */
const inHouse = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Singapore' } as const
