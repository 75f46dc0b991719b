import { useEffect } from 'react'
import type { PageName } from '#contract/pages.ts'
import { chooseLanguage, type Language, languageParameter, localeOf } from '#contract/words/languages.ts'
import { english, type Speaker, speak } from '#contract/words/t.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

/** What this reader has chosen. The server decides by the same rule which prerendered page it sends. */
let chosen: Language =
  typeof document === 'undefined'
    ? 'en'
    : chooseLanguage(new URLSearchParams(location.search).get(languageParameter), document.cookie)

/** Writes in the chosen language, once its words have loaded. */
let reader: Speaker = english

/** For prerendering, which has the words of every page, and where words could not be loaded. */
export function readIn(language: Language) {
  chosen = language
  reader = english
}

/** For what is rendered outside pages. */
export const readerOf = () => reader

/** Loads what a page says in the chosen language, with its styles, or what is around every page. Until then nothing is shown, so no page is half English. */
export async function loadWords(of: PageName | 'frame' | 'prerendered') {
  if (chosen === 'en') return
  const { addWordsOf } = await loadChunk('chinese', () => import('#web/chinese.ts'))
  reader = await loadChunk('words', () => addWordsOf(of, chosen))
}

/** The server has remembered the choice, so the address need not repeat it: a link that is shared asks for no language. */
export function forgetAskedLanguage() {
  const url = new URL(location.href)
  if (!url.searchParams.has(languageParameter)) return
  url.searchParams.delete(languageParameter)
  history.replaceState(history.state, '', url)
}

/** Sets the language of everything below: the chosen one if the page is whole in it, otherwise English. Never two on one page. */
export function useLanguageOfPage(translated: readonly Language[] = []): Language {
  const speaker = translated.includes(reader.language) ? reader : english
  speak(speaker)
  useEffect(() => {
    speak(speaker)
    document.documentElement.lang = localeOf(speaker.language)
  }, [speaker])
  return speaker.language
}
