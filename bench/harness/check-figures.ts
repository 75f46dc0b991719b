import type { Declared, Headlines } from '../figures.ts'
import { fullTable, headlineTable, withTable } from './figures-table.ts'
import { goalsOf, isMissed } from './goals.ts'
import type { Stored } from './stored-figures.ts'

interface Facts {
  /** The names of the files in `bench`, without their ending. */
  benches: readonly string[]
  declared: Declared
  headlines: Headlines
  stored: Stored
  readme: string
  /** The other documents, by file. `docs/MEASURED.md` has all figures. */
  documents: Record<string, string>
}

/** What is wrong with the figures and with the documents that speak of them, one sentence each. */
export function checkFigures({ benches, declared, headlines, stored, readme, documents }: Facts): string[] {
  const names = Object.values(declared).flatMap((rows) => Object.keys(goalsOf(rows)))
  return [
    ...missing(benches, Object.keys(declared)).map((bench) => `bench/${bench}.ts has no entry in bench/figures.ts.`),
    ...missing(Object.keys(declared), benches).map((bench) => `bench/figures.ts has ${bench}, which is not a bench.`),
    ...missing(Object.keys(stored), Object.keys(declared)).map(
      (bench) => `bench/figures.json has ${bench}, which is not in bench/figures.ts.`,
    ),
    ...Object.keys(declared).flatMap((bench) => checkBench(bench, declared, stored)),
    ...missing(Object.keys(headlines), names).map(
      (name) => `${name}, a figure of the README, is not in bench/figures.ts.`,
    ),
    ...Object.entries({
      'README.md': [readme, headlineTable(headlines, declared, stored)],
      'docs/MEASURED.md': [documents['docs/MEASURED.md'] ?? '', fullTable(declared, stored)],
    })
      .filter(([, [text = '', table = '']]) => text !== withTable(text, table))
      .map(([file]) => `The table in ${file} differs from bench/figures.json. Please run: npm run bench -- table`),
    ...Object.entries({ ...documents, 'README.md': readme }).flatMap(([file, text]) =>
      quotedNumbers(withTable(text, ''), names).map(
        (sentence) => `${file} repeats a number of bench/figures.json: ${sentence}`,
      ),
    ),
  ]
}

function checkBench(bench: string, declared: Declared, stored: Stored): string[] {
  const rows = declared[bench] ?? []
  const [goals, measured] = [goalsOf(rows), stored[bench]?.figures ?? {}]
  const shortfalls: Record<string, string> = Object.assign({}, ...rows.map((row) => row.shortfalls))
  return [
    ...missing(Object.keys(goals), Object.keys(measured)).map((name) => `${name} is not in bench/figures.json.`),
    ...missing(Object.keys(measured), Object.keys(goals)).map((name) => `${name} is not in bench/figures.ts.`),
    ...missing(Object.keys(shortfalls), Object.keys(goals)).map((name) => `The shortfall ${name} is not a figure.`),
    ...Object.entries(goals).flatMap(([name, goal]) => {
      const figure = measured[name]
      if (!figure) return []
      const missed = isMissed(goal, figure.median)
      if (missed && !shortfalls[name]) return [`${name} misses its goal and bench/figures.ts does not say why.`]
      if (!missed && shortfalls[name]) return [`${name} meets its goal, but bench/figures.ts says why it does not.`]
      return []
    }),
  ]
}

/** The sentences and table rows that name a figure and contain a number. */
function quotedNumbers(text: string, names: readonly string[]): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*[-|])|(?<=[.:;])\s/)
    .filter((sentence) => names.some((name) => sentence.includes(`\`${name}`)) && /(?<![\w.-])\d/.test(sentence))
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
}

const missing = (wanted: readonly string[], present: readonly string[]) =>
  wanted.filter((each) => !present.includes(each))
