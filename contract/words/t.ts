import type { Language } from './languages.ts'

/** The sentences of one domain in another language, by their English. `{0}` is the first gap of a sentence. */
export type Words = Readonly<Record<string, string>>

type Gap = string | number

/** A language with what has been loaded of it. */
interface Spoken {
  language: Language
  find: (english: string) => string | undefined
}

const english: Spoken = { language: 'en', find: () => undefined }
const loaded: Words[] = []

/** The language of the page on screen. A server never changes it: what it writes in another language, it writes with `tagFor`. */
let current = english

/** Adds sentences to those that the chosen language has already. */
export const addWords = (words: Words): void => void loaded.push(words)

/** Called before a page is rendered. */
export function speak(language: Language): void {
  if (language !== current.language) current = language === 'en' ? english : { language, find: findIn(loaded) }
}

export const spokenLanguage = (): Language => current.language

const findIn = (dictionaries: readonly Words[]) => (sentence: string) =>
  dictionaries.find((words) => sentence in words)?.[sentence]

/** Writes sentences in one language, whichever is on screen. */
const tagFor =
  (speaker: () => Pick<Spoken, 'find'>) =>
  (parts: TemplateStringsArray, ...gaps: readonly Gap[]): string => {
    const sentence = parts.reduce((key, part, at) => `${key}{${at - 1}}${part}`)
    return (speaker().find(sentence) ?? sentence).replace(/\{(\d+)\}/g, (_, at) => String(gaps[at]))
  }

export type Tag = ReturnType<typeof tagFor>

/** A language to write in, on a server. */
export interface Speaker {
  language: Language
  t: Tag
}

export const speakerOf = (language: Language, ...dictionaries: readonly Words[]): Speaker => {
  const find = findIn(dictionaries)
  return { language, t: tagFor(() => ({ find })) }
}

/**
 * Marks a sentence: the English is the key of its translations. Call it while rendering, never while a module is loaded, because the words
 * of another language arrive later.
 */
export const t: Tag = tagFor(() => current)

/** Writes in the language of the page on screen. */
export const speaker = (): Speaker => ({ language: current.language, t })

/** For a sentence that is stored or arrives as English, such as the message of a rule. Without a translation it stays. */
export const translate = (sentence: string): string => current.find(sentence) ?? sentence

/** The parts of a translation with the numbers of the gaps between them, or undefined if the sentence stays as it is. */
export const partsOf = (sentence: string): string[] | undefined => current.find(sentence)?.split(/\{(\d+)\}/)
