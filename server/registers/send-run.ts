import { once } from 'node:events'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import type { ReplyInput } from '#contract/endpoint.ts'
import { mostCorrections, type registerApi, shownProblems } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import type { Context } from '#server/core/context.ts'
import { toCsv } from '#server/http/csv.ts'
import { AppError } from '#server/http/errors.ts'
import type { EventStream } from '#server/http/event-stream.ts'
import { checkRegister, type RegisterResult, type RunOptions } from './import-register.ts'
import type { OpenRegister } from './open-register.ts'

/** Runs a check or an import, and sends what happens. It stops without writing anything if the client disconnects. */
export async function sendRun(
  { log }: Context,
  stream: EventStream,
  run: (options: RunOptions) => Promise<RegisterResult>,
): Promise<undefined> {
  const send = (event: ReplyInput<typeof registerApi.import>) => stream.send(event)
  let isGone = false
  stream.onClose(() => {
    isGone = true
  })
  const requireCaller = () => {
    if (isGone) throw new ClientGone()
  }
  let problems = 0
  let corrections = 0
  try {
    const result = await run({
      report: (problem) => {
        problems += 1
        if (problem.correctable) corrections += 1
        /** Corrections that wait for a second person stay in the list, and must not hide those after them. */
        if (problems <= shownProblems || (problem.correctable && corrections <= mostCorrections)) send({ problem })
      },
      progress: (share) => {
        requireCaller()
        send({ progress: share })
      },
      requireCaller,
    })
    send({ result })
  } catch (error) {
    if (isGone) return
    if (!(error instanceof AppError)) log.error({ err: error }, 'a register could not be read or imported')
    send({ failure: error instanceof AppError ? error.publicMessage : new AppError('UNEXPECTED').publicMessage })
  } finally {
    stream.end()
  }
}

class ClientGone extends Error {}

export const problemHeader = `\uFEFF${toCsv([['file', 'row', 'column', 'value', 'problem', 'sheet']])}`

export const problemLine = ({ file, sheet, row, column, header, value, message }: RegisterProblem) =>
  toCsv([[file, String(row), header || column, value, message, sheet]])

/** A dry run that streams its problems, and waits while the reader is slow. */
export function reportAsCsv(context: Context, open: OpenRegister): Readable {
  const report = new PassThrough()
  report.write(problemHeader)
  checkRegister(context, open, {
    report: (problem) => report.write(problemLine(problem)),
    progress: () => waitForDrain(report),
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
