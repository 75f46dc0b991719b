import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { expect, test } from 'vitest'
import { type Declared, figures, type Headlines, headlines } from '../figures.ts'
import { checkFigures } from './check-figures.ts'
import { fullTable, headlineTable, withTable } from './figures-table.ts'
import { failedFigures, isWorse, requiredFigures } from './goals.ts'
import { receiveFigures } from './run-benches.ts'
import { readFigures, type Stored, summarise, withSitting } from './stored-figures.ts'

const read = (file: string) => readFileSync(file, 'utf8')

test('every bench has figures, the documents show them, and each missed goal has a reason', () => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => [join('docs', file), read(join('docs', file))])
  const faults = checkFigures({
    benches: [...readdirSync('bench'), ...readdirSync('proof')]
      .filter((file) => file.endsWith('.ts') && file !== 'figures.ts')
      .map((file) => parse(file).name),
    declared: figures,
    headlines,
    stored: readFigures(),
    readme: read('README.md'),
    documents: Object.fromEntries(documents),
  })
  expect(faults).toEqual([])
})

const speed = { goals: { 'lists.ms': { atMost: 10 } }, meaning: 'latency of a list' }
const size = {
  goals: { 'lists.vs_bare': { atLeast: 0.75 } },
  meaning: 'against a bare list',
  shortfalls: { 'lists.vs_bare': 'slow.' },
}
const declared = { lists: [speed, size] }
const summariesOf = (figures: Record<string, number>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, summarise([value])]))
const measured = (figures: Record<string, number>): Stored => ({
  lists: { commit: '436d1f2', date: '2026-11-23', cores: 2, figures: summariesOf(figures) },
})
const stored = measured({ 'lists.ms': 8, 'lists.vs_bare': 0.5 })
const markers = '<!-- figures: written by npm run bench -->\n<!-- end of figures -->\n'
const first = { 'lists.ms': 'a list' }
const shown = { 'lists.md': 'See `lists.ms`. It took 3 days.' }
const tables = (declared: Declared, stored: Stored, headlines: Headlines = first) => {
  const document = `# Lists\n\n${markers}\nMore.\n`
  return {
    readme: withTable(document, headlineTable(headlines, declared, stored)),
    'docs/MEASURED.md': withTable(document, fullTable(declared, stored)),
  }
}
const { readme, ...measuredFile } = tables(declared, stored)
const right = {
  benches: ['lists'],
  declared,
  headlines: first,
  stored,
  readme,
  documents: { ...shown, ...measuredFile },
}

test('figures without a fault are accepted, with their table between the markers', () => {
  expect(checkFigures(right)).toEqual([])
  expect(readme).toContain('| a list | 8 | at most 10 | `lists.ms` |')
  const all = measuredFile['docs/MEASURED.md']
  expect(all).toContain('| `lists.ms` | 8 | not kept | at most 10 | latency of a list |')
  expect(all).toContain('- `lists.vs_bare` misses its goal: slow.')
  expect(readme).toMatch(/^# Lists\n(.|\n)*\n\nMore\.\n$/)
})

/** The mistakes when some facts differ. The documents get the tables of these facts, unless the test gives its own. */
const faultsWith = (differs: Partial<typeof right>) => {
  const facts = { ...right, ...differs }
  const { readme, ...measuredFile } = tables(facts.declared, facts.stored, facts.headlines)
  const documents = { ...shown, ...measuredFile, ...differs.documents }
  return checkFigures({ ...facts, readme: differs.readme ?? readme, documents })
}

test.each([
  ['a bench without an entry', { benches: ['lists', 'maps'] }, 'bench/maps.ts has no entry'],
  ['an entry without a bench', { benches: [] }, 'bench/figures.ts has lists'],
  ['a stored bench without an entry', { benches: [], declared: {}, headlines: {} }, 'bench/figures.json has lists'],
  [
    'a figure that was never measured',
    { stored: measured({ 'lists.vs_bare': 0.5 }) },
    'lists.ms is not in bench/figures.json',
  ],
  [
    'a measured figure that is not declared',
    { declared: { lists: [size] }, headlines: {} },
    'lists.ms is not in bench/figures.ts',
  ],
  [
    'a missed goal without a reason',
    { stored: measured({ 'lists.ms': 11, 'lists.vs_bare': 0.5 }) },
    'lists.ms misses its goal',
  ],
  [
    'a reason for a goal that is met',
    { stored: measured({ 'lists.ms': 8, 'lists.vs_bare': 0.8 }) },
    'lists.vs_bare meets its goal',
  ],
  ['a README with another number', { readme: readme.replace('| 8 |', '| 7 |') }, 'The table in README.md differs'],
  [
    'a document that repeats a number',
    { documents: { 'lists.md': 'A list is quick (`lists.ms`\nis 8).' } },
    'lists.md repeats a number',
  ],
  [
    'a README that repeats a number',
    { readme: `${readme}\nQuick: \`lists.ms\` is 8.\n` },
    'README.md repeats a number',
  ],
])('%s is reported', (_fault, differs, sentence) => {
  expect(faultsWith(differs as Partial<typeof right>)).toEqual([expect.stringContaining(sentence)])
})

test('a figure is worse only if it moved by more than a tenth away from its goal', () => {
  expect(isWorse({ atMost: 10 }, 5, 5.4)).toBe(false)
  expect(isWorse({ atMost: 10 }, 5, 5.6)).toBe(true)
  expect(isWorse({ atLeast: 1 }, 5, 5.6)).toBe(false)
  expect(isWorse({ atLeast: 1 }, 5, 4.4)).toBe(true)
})

test('the sitting before stands beside the last one, and measuring the same commit again keeps it', () => {
  const [first, second] = [measured({ 'lists.ms': 8 }).lists, measured({ 'lists.ms': 9 }).lists]
  if (!first || !second) throw new Error('No figures')
  const later = withSitting(first, { ...second, commit: '5b6c7d8' })
  const again = withSitting(later, { ...second, commit: '5b6c7d8' })
  expect(again).toEqual({ ...second, commit: '5b6c7d8', before: first })
  const table = fullTable({ lists: [speed] }, { lists: again })
  expect(table).toContain('| `lists.ms` | 9 | 8 | at most 10 |')
  expect(table).toContain('Before at 436d1f2 on 2026-11-23 (2 cores): lists.')
})

test('repetitions are summarised by their median, lowest and highest, to three digits', () => {
  expect(summarise([3, 1.23456, 2])).toEqual({ median: 2, lowest: 1.23, highest: 3 })
})

test('a wait without end arrives as it was measured, and misses its goal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'columba-bench-'))
  const script = join(folder, 'bench.mjs')
  writeFileSync(script, "process.send(['wait', Infinity]); process.send(['share', NaN])")
  const received: Record<string, number> = {}
  expect(await receiveFigures(script, [], (figure, value) => Object.assign(received, { [figure]: value }))).toBe(0)
  rmSync(folder, { recursive: true })
  const goals = { wait: { atMost: 5 }, share: { atLeast: 1 } }
  expect(failedFigures(goals, summariesOf(received), false)).toEqual(['wait', 'share'])
})

test('what a run could not judge arrives in words, beside its figures', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'columba-bench-'))
  const script = join(folder, 'bench.mjs')
  writeFileSync(script, "process.send(['judged', 27]); process.send(['not judged', 'the waits in one fault'])")
  const received: (number | string)[] = []
  await receiveFigures(script, [], (_, value) => received.push(value))
  rmSync(folder, { recursive: true })
  expect(received).toEqual([27, 'the waits in one fault'])
})

test('a proof fails if it misses any goal, and a short proof only if it misses a goal of zero', () => {
  const goals = { faults: { atMost: 0 }, memory_kb: { atMost: 50 }, acknowledged: { atLeast: 500 } } as const
  const missed = (values: Record<string, number>, isShort: boolean) =>
    failedFigures(goals, summariesOf(values), isShort)
  const right = { faults: 0, memory_kb: 50, acknowledged: 500 }
  expect([missed(right, false), missed(right, true)]).toEqual([[], []])
  const wrong = { faults: 1, memory_kb: 144, acknowledged: 499 }
  expect(missed(wrong, false)).toEqual(['faults', 'memory_kb', 'acknowledged'])
  expect(missed(wrong, true)).toEqual(['faults'])
  expect(missed({}, true)).toEqual(['faults'])
})

test('a proof that runs several times fails by its worst run', () => {
  const goals = { wait: { atMost: 5 }, share: { atLeast: 1 } }
  const missed = (wait: number[], share: number[]) =>
    failedFigures(goals, { wait: summarise(wait), share: summarise(share) }, false)
  expect(missed([1, 5, 2], [3, 1, 2])).toEqual([])
  expect(missed([1, 6, 2], [3, 0.9, 2])).toEqual(['wait', 'share'])
})

test('a proof must measure every figure, and a short proof only those whose goal is zero', () => {
  const goals = { lost: { atMost: 0 }, restart_s: { atMost: 0.5 }, acknowledged: { atLeast: 1000 } } as const
  expect(requiredFigures(goals, false)).toEqual(['lost', 'restart_s', 'acknowledged'])
  expect(requiredFigures(goals, true)).toEqual(['lost'])
})
