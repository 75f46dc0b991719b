import { Children, createElement, Fragment, type ReactNode } from 'react'
import { spoken } from '#contract/words/t.ts'

/** Marks a sentence that is written as markup. Elements in it are its gaps; for a name or a number in it, use the tag `t`. */
export function T({ children }: { children: ReactNode }) {
  const gaps: ReactNode[] = []
  const parts = spoken()
    .find(sentenceOf(children, gaps))
    ?.split(/\{(\d+)\}/)
  if (!parts) return children
  return createElement(Fragment, null, ...parts.map((part, at) => (at % 2 === 0 ? part : gaps[Number(part)])))
}

/** The key of a sentence that is written as markup. Collects the elements in it. */
export const sentenceOf = (children: ReactNode, gaps: ReactNode[] = []): string =>
  Children.map(children, (child) => (typeof child === 'string' ? child : `{${gaps.push(child) - 1}}`))?.join('') ?? ''
