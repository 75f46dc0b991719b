import type { ReactNode } from 'react'
import { english, speak, spoken, t } from '#contract/words/t.ts'
import { sentenceOf } from './T.tsx'
import { Unbroken } from './Unbroken.tsx'

/** What `say` writes in English, whatever language the page is in. */
export function inEnglish(say: () => string): string {
  const reader = spoken()
  speak(english)
  try {
    return say()
  } finally {
    speak(reader)
  }
}

const linesOf = (say: () => string): readonly string[] => [...new Set([inEnglish(say), say()])]

/** A text of a paper that families keep: in English, which governs, and for a reader of another language in that too. */
export function inBoth(say: () => string): ReactNode {
  const [first = '', second = ''] = linesOf(say)
  const text = <Unbroken text={first} />
  return spoken() === english ? text : <Pair first={text} second={<Unbroken text={second} />} />
}

/** Marks a sentence of a paper. Its translation leaves out what fills the gaps, which is printed once. */
export const both = (parts: TemplateStringsArray, ...gaps: readonly (string | number)[]): ReactNode =>
  inBoth(() => t(parts, ...gaps))

/** The same where only a string will do, such as the header of a column. */
export const inOneLine: typeof t = (parts, ...gaps) => linesOf(() => t(parts, ...gaps)).join(' ')

/** The same for a sentence that is written as markup, as in `<T>`. */
export function InBoth({ children }: { children: ReactNode }) {
  const second = spoken().find(sentenceOf(children))
  return second ? <Pair first={children} second={second} /> : children
}

const Pair = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <>
    <span lang="en">{first}</span> <span>{second}</span>
  </>
)
