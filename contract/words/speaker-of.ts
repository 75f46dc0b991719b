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
      for (const { shape, names, letters, translated } of shapesOf(words)) {
        const gaps = letters >= least ? shape.exec(sentence) : null
        if (gaps) return translated.replace(gap, (name) => translateFilling(gaps[names.indexOf(name) + 1] ?? name))
      }
    return undefined
  }
  const translateFilling = (text: string): string =>
    findWhole(text) ??
    findFilled(text, 6) ??
    text.replace(englishDay, (each, weekday?: string) => day(`${each} UTC`, weekday ? 'full' : 'long'))

  return {
    language,
    find: (sentence) =>
      findWhole(sentence) ??
      (/^[\p{Lu}\p{Lo}\d]/u.test(sentence) ? findFilled(sentence, 10) : undefined) ??
      (sentence.search(englishDay) === 0 ? translateFilling(sentence) : undefined),
    dateTime: (instant) => new Date(instant).toLocaleString(localeOf(language), inHouse),
    day: (text) => day(text.slice(0, 10)),
    weekday: (text) => day(text, 'full'),
    lunar: lunarIn[language],
  }
}

/** `农历闰六月廿一`. */
const lunarIn: Record<Language, Speaker['lunar']> = {
  en: undefined,
  'zh-Hans': (date) => `农历${date.isLeap ? '闰' : ''}${dayOfLunarYear(date)}`,
  'zh-Hant': (date) => `農曆${date.isLeap ? '閏' : ''}${dayOfLunarYear(date)}`,
}

const dayOfLunarYear = ({ month, day }: { month: number; day?: number }) =>
  `${month === 1 ? '正' : chineseNumber(month)}月${day ? dayOfLunarMonth(day) : ''}`

/** `初八`, `十五`, `二十`, `廿一`. */
const dayOfLunarMonth = (day: number) =>
  day <= 10 ? `初${chineseNumber(day)}` : chineseNumber(day).replace(/^二十(?=.)/, '廿')

/** Up to 30. */
function chineseNumber(number: number): string {
  const [tens, ones] = [Math.floor(number / 10), number % 10]
  const ten = tens === 0 ? '' : `${tens > 1 ? digits[tens] : ''}十`
  return `${ten}${ones > 0 ? digits[ones] : ''}`
}
const digits = '〇一二三四五六七八九'

interface Shape {
  shape: RegExp
  names: readonly string[]
  /** How many letters are around its gaps. */
  letters: number
  translated: string
}
const keptShapes = new WeakMap<Words, readonly Shape[]>()

/** The sentences with gaps, those with the most letters first, because shorter ones may match them too. */
function shapesOf(words: Words): readonly Shape[] {
  const kept = keptShapes.get(words)
  if (kept) return kept
  const shapes = Object.entries(words).flatMap(([english, translated]): Shape[] => {
    const parts = english.split(gap)
    if (parts.length < 2) return []
    const shape = new RegExp(`^${parts.map(literally).join('(.+)')}$`, 's')
    return [{ shape, names: english.match(gap) ?? [], letters: parts.join('').length, translated }]
  })
  shapes.sort((one, other) => other.letters - one.letters)
  keptShapes.set(words, shapes)
  return shapes
}

const gap = /\{\w+\}/g
const literally = (text: string) => text.replace(/[.?()*+$^|[\]\\]/g, '\\$&')
/** As `formatDay` and `formatWeekday` write it. */
const englishDay = /\b([A-Z][a-z]+day, )?\d{1,2} [A-Z][a-z]{2} \d{4}\b/g

/** With 24 hours, because Node and browsers do not agree on the words for the parts of a day. */
const inHouse = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: 'Asia/Singapore' } as const
