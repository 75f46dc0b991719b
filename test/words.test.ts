import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { type Page, pages } from '#contract/pages.ts'
import { languageNames } from '#contract/words/languages.ts'
import type { Words } from '#contract/words/t.ts'
import { wordsByPage } from '#contract/words/zh-Hans/words-by-page.ts'
import { type Found, readSentences, type Sentences } from './words/read-sentences.ts'

const sources = ['contract', 'web'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$|^contract\/words\/zh-/.test(path)),
)
const read = new Map<string, Sentences>(sources.map((file) => [file, readSentences(file)]))
const everyMarked = [...read.values()].flatMap(({ marked }) => marked)

/** In files of pages that families read, and only staff see them. */
const onlyForStaff = [
  'This block has not been published yet',
  'Families do not see it, and nobody can book its niches. An admin publishes it on the page Halls.',
  'No block of niches is published yet.',
  'An admin publishes the first one. Then you can book here for families at the counter.',
]
/** Translated where it is shown, as all titles of pages are; names in other systems; the code of the currency. */
const otherwise = ['404 Page Not Found', 'Credit Card', 'SGD ']
/** Shown instead of a page that is not whole in another language. */
const neverTranslated = ['web/session/UnauthorizedPage.tsx']

const folder = 'contract/words/zh-Hans'
const wordFiles = readdirSync(folder).filter((file) => file !== 'words-by-page.ts')
const dictionaries = new Map<string, Words>()
for (const file of wordFiles) {
  const { words } = (await import(join(process.cwd(), folder, file))) as { words: Words }
  dictionaries.set(file, words)
}
const translations = [...dictionaries].flatMap(([file, words]) =>
  Object.entries(words).map(([english, translated]) => ({ file, english, translated })),
)

const pageFiles = new Map(
  [...readFileSync('web/pages.ts', 'utf8').matchAll(/(\w+): \(\) => import\('\.\/([^']+)'\)/g)].map(
    ([, name = '', file = '']) => [name, `web/${file}`],
  ),
)
const wholePages = Object.entries<Page>(pages).flatMap(([name, { languages = [], title }]) =>
  languages.map((language) => ({ name, language, title, file: pageFiles.get(name) ?? '' })),
)
const frameFiles = ['web/routes.tsx']

/** The files that a file runs, without those that it loads later. */
function filesOf(start: readonly string[]): string[] {
  const found = new Set(start)
  for (const file of found)
    for (const path of read.get(file)?.imports ?? []) {
      const target = path.startsWith('#')
        ? path.slice(1)
        : path.startsWith('.')
          ? normalize(join(dirname(file), path))
          : ''
      if (read.has(target) && !neverTranslated.includes(target)) found.add(target)
    }
  return [...found]
}

const inWords = ({ file, line, text }: Found) => `${file}:${line} ${text}`
const gapsIn = (sentence: string) => [...new Set(sentence.match(/\{\d+\}/g))].sort()

test('every marked sentence has a translation', () => {
  const known = new Set(translations.map(({ english }) => english))
  expect(everyMarked.filter(({ text }) => !known.has(text)).map(inWords)).toEqual([])
})

test('every translation is of a sentence that the code still has', () => {
  const used = new Set(everyMarked.map(({ text }) => text))
  for (const { literals } of read.values()) for (const text of literals) used.add(text)
  expect(translations.filter(({ english }) => !used.has(english)).map(({ english }) => english)).toEqual([])
})

test('no sentence is translated twice', () => {
  const count = new Map<string, number>()
  for (const { english } of translations) count.set(english, (count.get(english) ?? 0) + 1)
  expect([...count].filter(([, times]) => times > 1).map(([english]) => english)).toEqual([])
})

test('a translation has the gaps of its sentence', () => {
  const differing = translations.filter(({ english, translated }) => `${gapsIn(english)}` !== `${gapsIn(translated)}`)
  expect(differing.map(({ english }) => english)).toEqual([])
})

test('no sentence is marked where a module is loaded, and only elements are gaps in markup', () => {
  expect([...read.values()].flatMap(({ tooEarly, badGaps }) => [...tooEarly, ...badGaps]).map(inWords)).toEqual([])
})

test.each(wholePages)(
  'the page $name is whole in $language: each of its sentences is marked, and loaded with it',
  async ({ name, file, title }) => {
    expect(existsSync(file)).toBe(true)
    const files = filesOf([file, ...frameFiles])
    const shown = files.filter((each) => each.startsWith('web/'))
    const unmarked = shown.flatMap((each) => read.get(each)?.unmarked ?? [])
    expect(unmarked.filter(({ text }) => ![...onlyForStaff, ...otherwise].includes(text)).map(inWords)).toEqual([])

    const load = wordsByPage[name]
    const loaded = [...((await wordsByPage.frame?.()) ?? []), ...((await load?.()) ?? [])]
    const marked = files.flatMap((each) => read.get(each)?.marked ?? [])
    const titles = title === pages.landing.title ? [] : [title]
    const missing = [...marked.map(({ text }) => text), ...titles].filter(
      (text) => !loaded.some((words) => text in words),
    )
    expect(missing).toEqual([])
  },
)

test('each language in which a page is whole is one that readers can choose', () => {
  expect(wholePages.filter(({ language }) => !languageNames.includes(language))).toEqual([])
  expect(wholePages.length).toBeGreaterThan(4)
})
