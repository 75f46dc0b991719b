import type { Declared, FigureRow, Goal, Headlines } from '../figures.ts'
import { describeGoal, goalsOf, isMissed } from './goals.ts'
import { describeFigure, type Stored } from './stored-figures.ts'

const begin = '<!-- figures: written by npm run bench -->'
const end = '<!-- end of figures -->'

/** The document with this table between its two markers. */
export function withTable(document: string, table: string): string {
  const [before, rest = ''] = document.split(begin)
  return `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`
}

/** The figures that a stranger asks for first. */
export function headlineTable(headlines: Headlines, declared: Declared, stored: Stored): string {
  const rows = Object.entries(headlines).map(([name, meaning]) => {
    const [bench = '', group = []] = Object.entries(declared).find(([, rows]) => name in goalsOf(rows)) ?? []
    const goal = goalsOf(group)[name]
    const figure = stored[bench]?.figures[name]
    return `| ${meaning} | ${figure ? describeFigure(figure) : 'not yet'} | ${goal ? describeGoal(goal) : ''} | \`${name}\` |`
  })
  return ['| what was measured | measured | goal | figure |', '|---|---|---|---|', ...rows].join('\n')
}

/** Every figure, with what it means and why a goal is missed. */
export function fullTable(declared: Declared, stored: Stored): string {
  const rows = Object.entries(declared).flatMap(([bench, rows]) => rows.map((row) => tableRow(row, stored[bench])))
  return [
    whereMeasured(stored),
    ['| figure | measured | before | goal | meaning |', '|---|---|---|---|---|', ...rows].join('\n'),
    ...missedGoals(declared, stored),
  ].join('\n\n')
}

function tableRow({ goals, meaning }: FigureRow, bench: Stored[string] | undefined): string {
  const names = Object.keys(goals)
  const [prefix] = names[0]?.split('.') ?? []
  const short = names.map((name, index) => `\`${index > 0 ? name.replace(`${prefix}.`, '') : name}\``)
  const measured = names.map((name) => {
    const figure = bench?.figures[name]
    return figure ? describeFigure(figure) : 'not yet'
  })
  const before = bench?.before && names.map((name) => bench.before?.figures[name]?.median ?? 'not yet')
  const cells = [short, measured, before ?? ['not kept']].map((each) => each.join(', '))
  return `| ${cells.join(' | ')} | ${describeGoals(Object.values(goals))} | ${meaning} |`
}

/** `at most 2`, or `at most 25, 20, 6, 4`. */
function describeGoals(goals: readonly Goal[]): string {
  const [first = '', ...others] = goals.map(describeGoal)
  if (others.every((goal) => goal === first)) return first
  const kind = first.slice(0, first.lastIndexOf(' ') + 1)
  return [first, ...others.map((goal) => goal.replace(kind, ''))].join(', ')
}

/** `Measured at 436d1f2 on 2026-11-23 (2 cores): niches, web.`, and the same of the sittings before. */
function whereMeasured(stored: Stored): string {
  const benches = new Map<string, string[]>()
  const add = (name: string, word: string, { commit, date, cores }: Stored[string]) => {
    const when = `${word} at ${commit} on ${date} (${cores} cores)`
    benches.set(when, [...(benches.get(when) ?? []), name])
  }
  for (const [name, bench] of Object.entries(stored)) add(name, 'Measured', bench)
  for (const [name, { before }] of Object.entries(stored)) if (before) add(name, 'Before', before)
  return [...benches].map(([when, names]) => `${when}: ${names.join(', ')}.`).join('\n')
}

function missedGoals(declared: Declared, stored: Stored): string[] {
  const missed = Object.entries(declared).flatMap(([bench, rows]) =>
    rows.flatMap(({ goals, shortfalls = {} }) =>
      Object.entries(goals)
        .filter(([name, goal]) => {
          const figure = stored[bench]?.figures[name]
          return figure && isMissed(goal, figure.median)
        })
        .map(([name]) => `- \`${name}\` misses its goal: ${shortfalls[name] ?? 'the reason is not written yet.'}`),
    ),
  )
  return missed.length > 0 ? [missed.join('\n')] : []
}
