import { PassThrough, type Readable } from 'node:stream'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import type { Context } from '#server/context.ts'
import { toCsv } from './export-register.ts'
import { checkRegister, type RegisterFiles } from './import-register.ts'

export const problemHeader = `\uFEFF${toCsv([['file', 'row', 'column', 'value', 'problem']])}`

export const problemLine = ({ file, row, column, value, message }: RegisterProblem) =>
  toCsv([[file, String(row), column, value, message]])

/** A dry run whose problems are sent as they are found. */
export function reportAsCsv(context: Context, files: RegisterFiles): Readable {
  const report = new PassThrough()
  report.write(problemHeader)
  const stopIfGone = () => {
    if (report.destroyed) throw new Error('The client has disconnected')
  }
  checkRegister(context, files, { report: (problem) => report.write(problemLine(problem)), progress: stopIfGone }).then(
    () => report.end(),
    (error: Error) => report.destroy(error),
  )
  return report
}
