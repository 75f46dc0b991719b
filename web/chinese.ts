import './styles/cjk.css'
import { speakerOf } from '#contract/words/speaker-of.ts'
import type { Words } from '#contract/words/t.ts'
import { wordsByPage } from '#contract/words/zh-Hans/words-by-page.ts'

const dictionaries: Words[] = []
export const speaker = speakerOf('zh-Hans', dictionaries)

/** What is around every page comes with this file, the rest with the page that says it. */
export async function addWordsOf(of: string) {
  dictionaries.push(...((await wordsByPage[of]?.()) ?? []))
}
