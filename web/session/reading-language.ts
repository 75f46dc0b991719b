import { useEffect } from 'react'
import type { PageName } from '#contract/pages.ts'
import {
  chooseLanguage,
  type Language,
  languageOfPage,
  languageParameter,
  localeOf,
} from '#contract/words/languages.ts'
import { addWords, speak } from '#contract/words/t.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

/** What this reader has chosen. The server decides by the same rule which prerendered page it sends. */
let chosen: Language =
  typeof document === 'undefined'
    ? 'en'
    : chooseLanguage(new URLSearchParams(location.search).get(languageParameter), document.cookie)

/** For prerendering, which has the words of every page. */
export function readIn(language: Language) {
  chosen = language
}

/** Each is loaded for the readers of its language only: its styles, and which words a page needs. */
const loaders = {
  'zh-Hans': () => import('./chinese.ts'),
}

/** Loads what a page says in the chosen language, or what is around every page. Until then nothing is shown, so no page is half English. */
export async function loadWords(of: PageName | 'frame' | 'prerendered') {
  if (chosen === 'en') return
  const load = loaders[chosen]
  const words = await loadChunk('words', async () => (await load()).wordsByPage[of]?.())
  words?.forEach(addWords)
}

/** The server has remembered the choice, so the address need not repeat it: a link that is shared asks for no language. */
export function forgetAskedLanguage() {
  const url = new URL(location.href)
  if (!url.searchParams.has(languageParameter)) return
  url.searchParams.delete(languageParameter)
  history.replaceState(history.state, '', url)
}

/** Sets the language of everything below, for a page that is whole in these languages. */
export function useLanguageOfPage(translated: readonly Language[] | undefined): Language {
  const language = languageOfPage(chosen, translated)
  speak(language)
  useEffect(() => {
    speak(language)
    document.documentElement.lang = localeOf(language)
  }, [language])
  return language
}
