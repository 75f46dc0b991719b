import { execFileSync, fork } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { exitCode, UserError } from '../../scripts/run.mjs'
import { figures as declared, headlines } from '../figures.ts'
import { fullTable, headlineTable, withTable } from './figures-table.ts'
import { describeGoal, failedFigures, goalsOf, isMissed, isWorse, requiredFigures } from './goals.ts'
import {
  describeFigure,
  readFigures,
  type StoredFigure,
  saveFigures,
  summarise,
  withSitting,
} from './stored-figures.ts'

type Name = keyof typeof declared

const isShort = process.env.PROOF_SHORT === 'yes'

const fileOf = (name: string) => [`bench/${name}.ts`, `proof/${name}.ts`].find((file) => existsSync(file)) ?? name
const isProof = (name: string) => fileOf(name).startsWith('proof/')

export const benchNames = Object.keys(declared).filter((name) => !isProof(name))
export const proofNames = Object.keys(declared).filter(isProof)

/**
 * Runs them one after the other, each several times, and returns the names of those that failed. Saves after each, so that a failure loses
 * nothing.
 */
export async function runBenches(names: readonly Name[], { save = false, runs = 1 }): Promise<string[]> {
  const failed: string[] = []
  const unjudged: string[] = []
  for (const name of names) {
    console.log(`\n== ${name}`)
    const start = Date.now()
    try {
      const measured = await runBench(name, runs, (what) =>
        unjudged.push(`!!! NOT JUDGED: ${name}. It left out ${what}.`),
      )
      report(name, measured)
      const isMeasured = Object.values(measured).every(({ highest }) => Number.isFinite(highest))
      if (save && isMeasured) saveBench(name, measured)
      const missed = isProof(name) ? failedFigures(goalsOf(declared[name]), measured, isShort) : []
      if (missed.length > 0) throw new UserError(`The proof ${name} missed ${missed.join(', ')}.`)
    } catch (error) {
      failed.push(name)
      console.error(error instanceof UserError ? error.message : error)
    }
    console.log(`== ${name} took ${Math.round((Date.now() - start) / 1000)} s`)
  }
  for (const sentence of unjudged) console.log(sentence)
  return failed
}

async function runBench(
  name: Name,
  runs: number,
  notJudged: (what: string) => unknown,
): Promise<Record<string, StoredFigure>> {
  const values: Record<string, number[]> = Object.fromEntries(
    Object.keys(goalsOf(declared[name])).map((figure) => [figure, []]),
  )
  for (let run = 0; run < runs; run++) {
    const code = await receiveFigures('scripts/run-bench.mjs', [fileOf(name)], (figure, value) =>
      typeof value === 'string' ? notJudged(value) : values[figure]?.push(value),
    )
    if (code !== 0) throw new UserError(`The bench ${name} ended with code ${code}.`)
  }
  const required = requiredFigures(goalsOf(declared[name]), isProof(name) && isShort)
  const lacking = required.filter((figure) => values[figure]?.length === 0)
  if (lacking.length > 0) throw new UserError(`The bench ${name} did not measure ${lacking.join(', ')}.`)
  return Object.fromEntries(Object.entries(values).map(([figure, all]) => [figure, summarise(all)]))
}

/** Figures are not sent as JSON, in which a wait without end, or a share of nothing, is null. Words say what was not judged. */
export function receiveFigures(
  script: string,
  args: string[],
  receive: (figure: string, value: number | string) => unknown,
) {
  const child = fork(script, args, { serialization: 'advanced' })
  child.on('message', ([figure, value]: [string, number | string]) => receive(figure, value))
  return exitCode(child)
}

function report(name: Name, measured: Record<string, StoredFigure>) {
  const before = readFigures()[name]?.figures
  for (const [figure, goal] of Object.entries(goalsOf(declared[name]))) {
    const now = measured[figure] ?? summarise([])
    const was = before?.[figure]?.median
    console.log(
      [
        `figure ${figure} ${describeFigure(now)}, goal ${describeGoal(goal)}`,
        ...(was === undefined ? [] : [`stored ${was}`]),
        ...(isMissed(goal, now.median) ? ['MISSED'] : []),
        ...(was !== undefined && isWorse(goal, was, now.median) ? ['WORSE by more than a tenth'] : []),
      ].join(', '),
    )
  }
}

function saveBench(name: Name, measured: Record<string, StoredFigure>) {
  const commit = git('rev-parse', '--short=8', 'HEAD')
  const date = new Date().toISOString().slice(0, 10)
  const last = readFigures()
  const sitting = { commit, date, cores: availableParallelism(), figures: measured }
  const stored = { ...last, [name]: withSitting(last[name], sitting) }
  const known = Object.keys(declared).flatMap((bench) => (stored[bench] ? [[bench, stored[bench]]] : []))
  saveFigures(Object.fromEntries(known))
  writeTables()
}

export function writeTables() {
  const stored = readFigures()
  const write = (file: string, table: string) => writeFileSync(file, withTable(readFileSync(file, 'utf8'), table))
  write('README.md', headlineTable(headlines, declared, stored))
  write('docs/MEASURED.md', fullTable(declared, stored))
}

/**
 * Saved figures name the commit that they measured, so everything else must be committed. The files that saving
 * writes may differ.
 */
export function requireCleanTree() {
  const changed = git('status', '--porcelain', '--', '.', ':!bench/figures.json', ':!README.md', ':!docs/MEASURED.md')
  if (changed) throw new UserError(`Figures are saved of a commit only. Please commit first:\n${changed}`)
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
