import type { Declared, FigureRow, Goal } from '../figures.ts'
import { describeGoal, isMissed } from './goals.ts'
import { describeFigure, type Stored } from './stored-figures.ts'

const begin = '<!-- figures: written by npm run bench -->'
const end = '<!-- end of figures -->'

/** The README with the table of these figures between its two markers. */
export function withTable(readme: string, declared: Declared, stored: Stored): string {
  const [before, rest = ''] = readme.split(begin)
  return `${before}${begin}\n\n${tableOf(declared, stored)}\n\n${end}${rest.split(end)[1] ?? ''}`
}

/** The README without that table. */
export const withoutTable = (readme: string): string => withTable(readme, {}, {})

function tableOf(declared: Declared, stored: Stored): string {
  const rows = Object.entries(declared).flatMap(([bench, rows]) => rows.map((row) => tableRow(row, stored[bench])))
  return [
    whereMeasured(stored),
    ['| figure | measured | goal | meaning |', '|---|---|---|---|', ...rows].join('\n'),
    ...missedGoals(declared, stored),
    ...notMeasured(declared),
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
  return `| ${short.join(', ')} | ${measured.join(', ')} | ${describeGoals(Object.values(goals))} | ${meaning} |`
}

/** `at most 2`, or `at most 25, 20, 6, 4`. */
function describeGoals(goals: readonly Goal[]): string {
  const [first = '', ...others] = goals.map(describeGoal)
  if (others.every((goal) => goal === first)) return first
  const kind = first.slice(0, first.lastIndexOf(' ') + 1)
  return [first, ...others.map((goal) => goal.replace(kind, ''))].join(', ')
}

/** `Measured at 436d1f2 on 2026-11-23 (2 cores): niches, web.` */
function whereMeasured(stored: Stored): string {
  const benches = new Map<string, string[]>()
  for (const [name, { commit, date, cores }] of Object.entries(stored)) {
    const when = `Measured at ${commit} on ${date} (${cores} cores)`
    benches.set(when, [...(benches.get(when) ?? []), name])
  }
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

function notMeasured(declared: Declared): string[] {
  const lines = Object.values(declared)
    .flat()
    .flatMap((row) =>
      row.notMeasured ? [`- \`${Object.keys(row.goals).join('`, `')}\` not measured yet: ${row.notMeasured}`] : [],
    )
  return lines.length > 0 ? [lines.join('\n')] : []
}
