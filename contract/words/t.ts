import { formatDateTime, formatDay } from '../dates.ts'
import type { Language } from './languages.ts'

/** The sentences of one domain in another language, by their English. `{0}` is the first gap of a sentence. */
export type Words = Readonly<Record<string, string>>

/** Writes in one language. */
export interface Speaker {
  language: Language
  /** The translation of a sentence. */
  find: (english: string) => string | undefined
  /** An instant in the zone of the house. */
  dateTime: (instant: Date | string) => string
  /** A day such as `2026-03-14`. */
  day: (day: string) => string
  /** The same with the day of the week. English has `formatWeekday`, which few pages need. */
  weekday?: (day: string) => string
  /** A day of the lunar calendar, or a month without one. English has `formatLunarDate`. */
  lunar?: ((date: { month: number; isLeap: boolean; day?: number }) => string) | undefined
}

export const english: Speaker = { language: 'en', find: () => undefined, dateTime: formatDateTime, day: formatDay }

/** For the page on screen. A server never changes it: what it writes in another language, it writes with `tagOf`. */
let current = english

/** Called before a page is rendered. */
export function speak(speaker: Speaker): void {
  current = speaker
}

export const spoken = (): Speaker => current

/**
 * Marks a sentence: the English is the key of its translations. Call it while rendering, never while a module is loaded, because the words
 * of another language arrive later.
 */
export const t = (parts: TemplateStringsArray, ...gaps: readonly (string | number)[]): string =>
  write(current, parts, gaps)

/** The same in one language, whichever is on screen. Name it `t`, so that its sentences are found. */
export const tagOf =
  (speaker: Speaker): typeof t =>
  (parts, ...gaps) =>
    write(speaker, parts, gaps)

function write({ find }: Speaker, parts: readonly string[], gaps: readonly (string | number)[]): string {
  const sentence = parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`)
  return (find(sentence) ?? sentence).replace(/\{(\d+)\}/g, (_, at) => `${gaps[at]}`)
}

/** For a sentence that is stored or arrives as English, such as the message of a rule. Without a translation it stays. */
export const translate = (sentence: string): string => current.find(sentence) ?? sentence
