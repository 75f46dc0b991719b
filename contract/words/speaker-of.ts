import { type Language, localeOf } from './languages.ts'
import type { Speaker, Words } from './t.ts'

/** Finds sentences in these dictionaries, also in those that are added to the list later. */
export const speakerOf = (language: Language, dictionaries: readonly Words[]): Speaker => ({
  language,
  find: (sentence) => dictionaries.find((words) => sentence in words)?.[sentence],
  dateTime: (instant) => new Date(instant).toLocaleString(localeOf(language), inHouse),
})

/** With 24 hours, because Node and browsers do not agree on the words for the parts of a day. */
const inHouse = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Singapore' } as const
