import { setImmediate } from 'node:timers/promises'
import { createRegisterCheck } from '#contract/registers/check-register.ts'
import type { CellProblem } from '#contract/registers/check-row.ts'
import { optionalDetails } from '#contract/registers/columns.ts'
import { kindOf, type RegisterFile, type RegisterProblem } from '#contract/registers/problem.ts'
import type { Context } from '#server/core/context.ts'
import { compareNiches, comparePeople } from './compare-with-stored.ts'
import { createPlaceCount } from './count-places.ts'
import { loadLocations } from './locations.ts'
import type { ReadRow } from './read-csv.ts'
import type { RegisterSource } from './register-source.ts'

export interface PlanOptions {
  /** Rows with problems are left out, and the others are taken. */
  leaveOut?: boolean
  /** Names of columns of people, or kinds of problems: wrong values there count as not recorded. */
  notRecorded?: readonly string[]
}

/** What becomes of a row: it is written, it is there already, or it has problems. */
interface PlannedRow<File extends RegisterFile> {
  read: ReadRow<File>
  outcome: 'new' | 'same' | 'problem'
  problems: RegisterProblem[]
}

export type PlannedPart = { share: number; unreadable: RegisterProblem[] } & (
  | { file: 'niches'; rows: PlannedRow<'niches'>[] }
  | { file: 'people'; rows: PlannedRow<'people'>[] }
)

type Compared = CellProblem[] | 'same' | 'new'

/**
 * Says part by part what becomes of each row, first of the niches and then of the people. Nothing is written here: whoever imports
 * writes a part before asking for the next.
 */
export async function* planRegister(
  context: Context,
  source: RegisterSource,
  { leaveOut = false, notRecorded = [] }: PlanOptions,
  writing?: { importID: string; locations: Awaited<ReturnType<typeof loadLocations>> },
): AsyncGenerator<PlannedPart> {
  const check = createRegisterCheck({ leaveOut })
  const locations = writing?.locations ?? (await loadLocations(context.db))
  const places = createPlaceCount()

  for await (const { rows, ...part } of source.read('niches')) {
    for (const { row, problems } of rows) if (problems.length > 0) check.wrongNiche(row)
    const correct = sortOut(rows, ({ row, number }) => check.niche(row, number))
    const compared = await compareNiches(context, locations, correct.right)
    for (const [at, { row }] of correct.right.entries()) if (Array.isArray(compared[at])) check.wrongNiche(row)
    yield { ...part, file: 'niches', rows: correct.planWith('niches', compared) }
    await setImmediate()
  }
  for await (const { rows, ...part } of source.read('people')) {
    for (const read of rows) omitWrong(read, notRecorded)
    const correct = sortOut(rows, ({ row, number }) => check.person(row, number))
    const compared = await comparePeople(context, correct.right, places, writing?.importID)
    /** A check does not offer the people whom an import leaves out with their niche. */
    const taken = compared.map((result, at): Compared => {
      const read = correct.right[at]
      return result === 'new' && read && check.isOfWrongNiche(read.row) ? [] : result
    })
    yield { ...part, file: 'people', rows: correct.planWith('people', taken) }
    await setImmediate()
  }
}

/** Divides rows into those with mistakes and the right ones, which are then compared with what is stored. */
function sortOut<File extends RegisterFile>(rows: ReadRow<File>[], problemsOf: (read: ReadRow<File>) => CellProblem[]) {
  const mistakes = rows.map((read) => (read.problems.length > 0 ? read.problems : problemsOf(read)))
  const right = rows.filter((_, at) => mistakes[at]?.length === 0)
  const planWith = (file: RegisterFile, compared: readonly Compared[]): PlannedRow<File>[] => {
    const results = compared.values()
    return rows.map((read, at) => {
      const own = mistakes[at] ?? []
      const result = own.length > 0 ? own : (results.next().value ?? [])
      const problems = Array.isArray(result) ? result.map((problem) => locate(file, read, problem)) : []
      return { read, outcome: Array.isArray(result) ? 'problem' : result, problems }
    })
  }
  return { right, planWith }
}

/** A problem with the place where it is in the operator's file. */
const locate = (
  file: RegisterFile,
  { sheet, number, headerOf }: ReadRow<RegisterFile>,
  problem: CellProblem,
): RegisterProblem => ({
  ...{ file, sheet, row: number, header: headerOf(problem.column) },
  ...problem,
})

/** Empties wrong values that may be missing, and forgets their problems. */
function omitWrong(read: ReadRow<'people'>, notRecorded: readonly string[]) {
  const isOmitted = (problem: CellProblem) =>
    notRecorded.includes(problem.column) || notRecorded.includes(kindOf({ file: 'people', ...problem }))
  const omitted = read.problems.filter((problem) => isOmitted(problem) && isOptional(problem.column))
  for (const { column } of omitted) read.row[column as keyof typeof read.row] = ''
  read.problems = read.problems.filter((problem) => !omitted.includes(problem))
}

const isOptional = (column: string) => optionalDetails.some((name) => name === column)
