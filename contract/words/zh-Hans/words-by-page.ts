import type { Words } from '../t.ts'
import { words as errors } from './errors.ts'
import { words as frame } from './frame.ts'
import { words as house } from './house.ts'

/** Keyed by the name of a page in `contract/pages.ts`. */
type Loaders = Readonly<Record<string, (() => Promise<readonly Words[]>) | undefined>>

/** What is around every page comes with this file, the rest with the page that says it. */
export const wordsByPage: Loaders = {
  frame: async () => [frame, house, errors],
  /** Only the build needs these. */
  prerendered: async () => [(await import('./prerendered.ts')).words],
  landing: async () => [(await import('./landing.ts')).words],
  about: async () => [(await import('./about.ts')).words],
  faq: async () => [(await import('./faq.ts')).words],
  explore: async () => [(await import('./niches.ts')).words],
  find: async () =>
    Promise.all([import('./niches.ts'), import('./find.ts')]).then((files) => files.map(({ words }) => words)),
}
