import './styles/cjk.css'
import type { Language } from '#contract/words/languages.ts'
import { speakerOf } from '#contract/words/speaker-of.ts'
import type { Words } from '#contract/words/t.ts'
import { wordsByPage } from '#contract/words/zh-Hans/words-by-page.ts'
import { loadChunk } from '#web/core/load-chunk.ts'

const loadTraditional = () => loadChunk('traditional', () => import('#contract/words/zh-Hant/traditional.ts'))

/** One for each of the two kinds of Chinese. A browser needs one of them, prerendering both. */
const dictionaries = new Map<Language, Words[]>()

/** What is around every page comes with this file, the rest with the page that says it. */
export async function addWordsOf(of: string, language: Language) {
  const known = dictionaries.get(language) ?? []
  dictionaries.set(language, known)
  const simplified = (await wordsByPage[of]?.()) ?? []
  const words = language === 'zh-Hant' ? simplified.map((await loadTraditional()).traditionalWords) : simplified
  known.push(...words)
  return speakerOf(language, known)
}
