import type { ReplyInput } from '#contract/endpoint.ts'
import type { registerApi } from '#contract/registers/api.ts'
import { shownProblems } from '#contract/registers/upload.ts'
import type { Context } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { EventStream } from '#server/http/event-stream.ts'
import type { RegisterResult, RunOptions } from './import-register.ts'

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
  try {
    const result = await run({
      report: (problem) => {
        problems += 1
        if (problems <= shownProblems) send({ problem })
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
