import { once } from 'node:events'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import type { Context } from '#server/core/context.ts'
import { toCsv } from '#server/http/csv.ts'
import { checkRegister } from './import-register.ts'
import type { OpenRegister } from './open-register.ts'

export const problemHeader = `\uFEFF${toCsv([['file', 'row', 'column', 'value', 'problem', 'sheet']])}`

export const problemLine = ({ file, sheet, row, column, header, value, message }: RegisterProblem) =>
  toCsv([[file, String(row), header || column, value, message, sheet]])

/** A dry run that streams its problems, and waits while the reader is slow. */
export function reportAsCsv(context: Context, open: OpenRegister, notRecorded: readonly string[]): Readable {
  const report = new PassThrough()
  report.write(problemHeader)
  checkRegister(context, open, {
    report: (problem) => report.write(problemLine(problem)),
    progress: () => waitForDrain(report),
    notRecorded,
  }).then(
    () => report.end(),
    (error: Error) => report.destroy(error),
  )
  return report
}

/** Waits until the stream accepts more; fails if its reader is gone. */
export async function waitForDrain(stream: Writable) {
  if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), once(stream, 'close')])
  if (stream.destroyed) throw new Error('Nobody reads the problems any more')
}
