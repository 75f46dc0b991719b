import type { RegisterEvent, RegisterResult, registerApi } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { ApiError, networkError } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'

interface RunOptions {
  /** Imports although some rows have problems, without these. */
  leaveOut?: boolean
  /** Kinds of problems: wrong values there count as not recorded. */
  notRecorded: readonly string[]
  signal: AbortSignal
  /** The share that the server has read, from 0 to 1. */
  onProgress: (share: number) => void
}

/** Checks or imports a draft, and follows the events that the server sends meanwhile. */
export async function runRegister(
  endpoint: typeof registerApi.check | typeof registerApi.import,
  draftID: string,
  { signal, leaveOut = false, notRecorded, onProgress }: RunOptions,
) {
  const problems: RegisterProblem[] = []
  let result: RegisterResult | undefined
  let failure: string | undefined
  const onEvents = (event: RegisterEvent) => {
    if ('progress' in event) onProgress(event.progress)
    else if ('problem' in event) problems.push(event.problem)
    else if ('result' in event) result = event.result
    else failure = event.failure
  }
  await callApi(
    endpoint,
    { body: { draftID, notRecorded: notRecorded.join('\n'), ...(leaveOut && { leaveOut: 'yes' as const }) } },
    { signal, onText: createEventReader(onEvents) },
  )
  if (failure) throw new ApiError(500, 'UNEXPECTED', failure)
  if (!result) throw networkError()
  return { result, problems }
}

/** Takes the whole text so far each time, and reports each event once, when it is complete. */
export function createEventReader(onEvent: (event: RegisterEvent) => void) {
  const start = 'data: '
  let read = 0
  return (text: string) => {
    for (let end = text.indexOf('\n\n', read); end >= 0; end = text.indexOf('\n\n', read)) {
      const event = text.slice(read, end)
      read = end + 2
      if (event.startsWith(start)) onEvent(JSON.parse(event.slice(start.length)) as RegisterEvent)
    }
  }
}
