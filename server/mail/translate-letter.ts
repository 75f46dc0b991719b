import type { Language } from '#contract/words/languages.ts'
import { speakerOf } from '#contract/words/speaker-of.ts'
import { english, type Speaker, tagOf, type Words } from '#contract/words/t.ts'
import { words as accountLetters } from '#contract/words/zh-Hans/account-letters.ts'
import { words as accounts } from '#contract/words/zh-Hans/accounts.ts'
import { words as appointments } from '#contract/words/zh-Hans/appointments.ts'
import { words as bookings } from '#contract/words/zh-Hans/bookings.ts'
import { words as frame } from '#contract/words/zh-Hans/frame.ts'
import { words as letters } from '#contract/words/zh-Hans/letters.ts'
import { words as links } from '#contract/words/zh-Hans/links.ts'
import { words as myBookings } from '#contract/words/zh-Hans/my-bookings.ts'
import { words as niches } from '#contract/words/zh-Hans/niches.ts'
import { words as papers } from '#contract/words/zh-Hans/papers.ts'
import { words as people } from '#contract/words/zh-Hans/people.ts'
import { words as person } from '#contract/words/zh-Hans/person.ts'
import { words as profile } from '#contract/words/zh-Hans/profile.ts'
import { traditionalWords } from '#contract/words/zh-Hant/traditional.ts'
import type { Letter } from './letter.ts'
import type { Translated } from './render-letter.ts'

/** A letter says some of what pages say. */
const chinese = [
  ...[letters, accountLetters, appointments, bookings, links, myBookings, niches, people, person, accounts, profile],
  ...[papers, frame],
]
const traditional = chinese.map(traditionalWords)

interface Translator {
  speaker: Speaker
  dictionaries: readonly Words[]
}
const translators: Partial<Record<Language, Translator>> = {
  'zh-Hans': { speaker: speakerOf('zh-Hans', chinese), dictionaries: chinese },
  'zh-Hant': { speaker: speakerOf('zh-Hant', traditional), dictionaries: traditional },
}

/** Who writes what is attached to a letter, or downloaded. */
export const speakerIn = (language: Language | null | undefined): Speaker =>
  (language && translators[language]?.speaker) ?? english

/** These facts are names and reasons, which no translation may touch. Only what stands for a name that is none is of our words. */
const asTyped = ['For', 'Person', 'To', 'The reason']
const forNoName = /^the person of booking (\S+)$/

/** The letter in this language. Nothing if a sentence of it has no translation, because no letter is half in one language. */
export function translateLetter(letter: Letter, language: Language): Translated | undefined {
  const translator = translators[language]
  if (!translator) return undefined
  const { speaker, dictionaries } = translator
  /** Without gaps. A sentence with gaps could match several sentences at once. */
  const findExact = (exact: string) => dictionaries.find((words) => exact in words)?.[exact]
  let isWhole = true
  const say = (text: string): string => {
    const said = letter.asWritten?.includes(text)
      ? text
      : (findEach(text, findExact) ?? speaker.find(text) ?? findEach(text, speaker.find))
    if (said === undefined) isWhole = false
    return said ?? text
  }
  const translated: Letter = {
    ...letter,
    subject: say(letter.subject),
    paragraphs: letter.paragraphs.map(say),
    closing: letter.closing?.map(say) ?? [],
    facts:
      letter.facts?.map(([label, value]) => [
        /^\d/.test(label) ? sayItem(label, speaker) : say(label),
        sayValue(label, value, speaker),
      ]) ?? [],
    action: letter.action && { ...letter.action, label: say(letter.action.label) },
  }
  return isWhole ? { letter: translated, speaker } : undefined
}

/** What has no translation, such as a code, stays. The place of a niche stands behind its code in brackets. */
function sayValue(label: string, value: string, speaker: Speaker): string {
  const [t, find] = [tagOf(speaker), speaker.find]
  const [, bookingID] = forNoName.exec(value) ?? []
  if (asTyped.includes(label)) return bookingID ? t`the person of booking ${bookingID}` : value
  if (label === 'Charges')
    return value
      .split('; ')
      .map((item) => find(item) ?? item)
      .join('；')
  const [, code, inside = ''] = /^(\S+) \((.+)\)$/.exec(value) ?? []
  const place = find(inside)
  return place ? `${code}（${place}）` : (find(value) ?? value)
}

/** A numbered item, which stays as the house has written it unless Columba has. */
function sayItem(label: string, { find }: Speaker): string {
  const [, number = '', item = ''] = /^(\d+\. )(.*)$/s.exec(label) ?? []
  return `${number}${find(item) ?? item}`
}

/** Several sentences that the code joins. Chinese has no space between them. */
function findEach(text: string, find: Speaker['find']): string | undefined {
  const sentences = text.split(/(?<=[.?!]) (?=\p{L})/u)
  const found = sentences.flatMap((sentence) => find(sentence) ?? [])
  return found.length === sentences.length ? found.join('') : undefined
}
