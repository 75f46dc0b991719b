import { setImmediate } from 'node:timers/promises'
import { toDay } from '#contract/dates.ts'
import { createRegisterCheck } from '#contract/registers/check-register.ts'
import type { CellProblem } from '#contract/registers/check-row.ts'
import type { OptionalDetail } from '#contract/registers/columns.ts'
import { kindOf, type ProblemKind, type RegisterFile, type RegisterProblem } from '#contract/registers/problem.ts'
import type { Context } from '#server/core/context.ts'
import { compareNiches, comparePeople } from './compare-with-stored.ts'
import { createPlaceCount } from './count-places.ts'
import type { InspectedFile } from './inspect-file.ts'
import { loadLocations } from './locations.ts'
import { type ReadRow, readCsv } from './read-csv.ts'
import type { RegisterWriter } from './write-register.ts'

export interface InspectedRegister {
  niches: InspectedFile
  people?: InspectedFile | undefined
}

export interface RegisterCounts {
  problems: number
  /** The most frequent first. */
  kinds: ProblemKind[]
  /** A file is damaged or has another form: none of it is taken. */
  isUnreadable: boolean
  /** Rows that are new, and rows that are in the database already, by file. */
  added: Record<RegisterFile, number>
  unchanged: Record<RegisterFile, number>
}

export interface ProcessOptions {
  report: (problem: RegisterProblem) => void
  /** Called after each part with the share of both files that was read, from 0 to 1. */
  progress?: ((share: number) => void | Promise<void>) | undefined
  /** Throws if nobody waits for the result any more: then an import is not committed. */
  requireCaller?: (() => void) | undefined
  /** Writes what is right, although other rows have problems. */
  leaveOut?: boolean
  /** Wrong values in these columns of people count as not recorded. */
  notRecorded?: readonly OptionalDetail[]
}

/** Rows that are compared and written together. */
const step = 1000

/** Reads both files once, from top to bottom; memory does not grow with what a row says. */
export async function processRegister(
  context: Context,
  files: InspectedRegister,
  { report, progress, leaveOut = false, notRecorded = [] }: ProcessOptions,
  /** Without a writer, nothing is written: a dry run. */
  writer?: RegisterWriter,
): Promise<RegisterCounts> {
  const today = toDay(context.clock())
  const check = createRegisterCheck({ leaveOut })
  const locations = writer?.locations ?? (await loadLocations(context.db))
  const places = createPlaceCount()
  const kinds = new Map<string, ProblemKind>()
  const counts = {
    problems: 0,
    isUnreadable: false,
    added: { niches: 0, people: 0 },
    unchanged: { niches: 0, people: 0 },
  }
  const reportAndCount = (problem: RegisterProblem) => {
    counts.problems += 1
    const { value: _, ...kind } = problem
    const first = kinds.get(kindOf(problem))
    if (first) first.count += 1
    else kinds.set(kindOf(problem), { ...kind, count: 1 })
    report(problem)
  }
  const size = files.niches.size + (files.people?.size ?? 0)
  let read = 0
  const reportFile = (problem: RegisterProblem) => {
    counts.isUnreadable = true
    reportAndCount(problem)
  }
  const reading = { today, report: reportFile, onBytes: (bytes: number) => (read += bytes) }
  /** One part of a file: its mistakes, what the database has of it, and the rest is new. */
  async function processPart<File extends RegisterFile>(
    file: File,
    part: ReadRow<File>[],
    problemsOf: (read: ReadRow<File>) => CellProblem[],
    compare: (correct: ReadRow<File>[]) => Promise<(CellProblem[] | 'same' | 'new')[]>,
    write: ((added: ReadRow<File>[]) => Promise<void>) | undefined,
  ) {
    const reject = (read: ReadRow<File>, problems: CellProblem[]) => {
      for (const problem of problems) reportAndCount({ file, row: read.number, ...problem })
      return problems.length > 0
    }
    const correct = part.filter((read) => !reject(read, read.problems) && !reject(read, problemsOf(read)))
    const results = await compare(correct)
    const added = correct.filter((read, at) => {
      const result = results[at]
      if (result === 'same') counts.unchanged[file] += 1
      else if (result !== 'new') reject(read, result ?? [])
      return result === 'new'
    })
    counts.added[file] += added.length
    if (added.length > 0 && isAccepted(counts, leaveOut)) await write?.(added)
    await progress?.(read / size)
    /** The embedded engine would otherwise keep other work from running. */
    await setImmediate()
  }

  for await (const part of inParts(readCsv('niches', files.niches, reading))) {
    for (const { row, problems } of part) if (problems.length > 0) check.wrongNiche(row)
    await processPart(
      'niches',
      part,
      ({ row, number }) => check.niche(row, number),
      async (correct) => {
        const results = await compareNiches(context, locations, correct)
        for (const [at, { row }] of correct.entries()) if (Array.isArray(results[at])) check.wrongNiche(row)
        return results
      },
      writer?.niches,
    )
  }
  if (files.people)
    for await (const part of inParts(readCsv('people', files.people, reading))) {
      for (const read of part) omitWrong(read, notRecorded)
      await processPart(
        'people',
        part,
        ({ row, number }) => check.person(row, number),
        async (correct) => {
          const results = await comparePeople(context, correct, places, writer?.importID)
          /** A check does not offer the people whom an import leaves out with their niche. */
          return correct.map(({ row }, at) => {
            const result = results[at] ?? []
            return result === 'new' && check.isOfWrongNiche(row) ? [] : result
          })
        },
        writer?.people,
      )
    }
  return { ...counts, kinds: [...kinds.values()].sort((one, other) => other.count - one.count) }
}

/** Empties wrong values that may be missing, and forgets their problems. */
function omitWrong(read: ReadRow<'people'>, notRecorded: readonly OptionalDetail[]) {
  const isOmitted = (name: string): name is OptionalDetail => notRecorded.some((each) => each === name)
  for (const { column } of read.problems) if (isOmitted(column)) read.row[column] = ''
  read.problems = read.problems.filter(({ column }) => !isOmitted(column))
}

/** Whether an import writes anything: with `leaveOut` the rows without problems, otherwise all rows or none. */
export const isAccepted = (
  { problems, isUnreadable }: Pick<RegisterCounts, 'problems' | 'isUnreadable'>,
  leaveOut = false,
) => (leaveOut ? !isUnreadable : problems === 0)

async function* inParts<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let part: Row[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < step) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
