import { useRef, useState } from 'react'
import { type RegisterEvent, type RegisterResult, registerApi } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { ApiError, networkError, toErrorMessage } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { ApiInput } from '#web/api/request.ts'

type RegisterRun =
  | { is: 'idle' }
  | { is: 'running'; isImport: boolean; share: number }
  | { is: 'checked' | 'imported'; result: RegisterResult; problems: readonly RegisterProblem[] }
  | { is: 'failed'; message: string }

export type RegisterImport = ReturnType<typeof useRegisterImport>

/** Checks and imports a draft. What came of it stays until the draft is read in another way. */
export function useRegisterImport() {
  const [state, setState] = useState<RegisterRun>({ is: 'idle' })
  const abort = useRef<AbortController>(undefined)

  async function start(what: 'check' | 'import', draftID: string, { leaveOut = false } = {}) {
    abort.current = new AbortController()
    const { signal } = abort.current
    const setShare = (share: number) => setState({ is: 'running', isImport: what === 'import', share })
    setShare(0)
    try {
      const body = { draftID, ...(leaveOut && { leaveOut: 'yes' as const }) }
      const { result, problems } = await runRegister(registerApi[what], body, signal, setShare)
      setState({ is: result.importID ? 'imported' : 'checked', result, problems })
      if (result.importID) await queryClient.invalidateQueries()
    } catch (error) {
      setState({ is: 'failed', message: signal.aborted ? 'Stopped. Nothing was imported.' : toErrorMessage(error) })
      /** The list of past imports shows it if the server was faster, and another tab may have imported or changed the draft. */
      await queryClient.invalidateQueries()
    }
  }

  return {
    state,
    start,
    stop: () => abort.current?.abort(),
    forget: () => setState({ is: 'idle' }),
  }
}

/** Checks or imports a draft, and follows the events that the server sends meanwhile. */
async function runRegister(
  endpoint: typeof registerApi.check | typeof registerApi.import,
  body: ApiInput<typeof registerApi.import>['body'],
  signal: AbortSignal,
  onProgress: (share: number) => void,
) {
  const problems: RegisterProblem[] = []
  let result: RegisterResult | undefined
  let failure: string | undefined
  const onText = createEventReader((event) => {
    if ('progress' in event) onProgress(event.progress)
    else if ('problem' in event) problems.push(event.problem)
    else if ('result' in event) result = event.result
    else failure = event.failure
  })
  await callApi(endpoint, { body }, { signal, onText })
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
