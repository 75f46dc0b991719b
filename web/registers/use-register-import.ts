import { useRef, useState } from 'react'
import { type RegisterResult, registerApi } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { queryClient } from '#web/api/query-client.ts'
import { runRegister } from './run-register.ts'

export type RegisterRun =
  | { state: 'idle' }
  | { state: 'running'; isImport: boolean; share: number }
  | { state: 'checked' | 'imported'; result: RegisterResult; problems: readonly RegisterProblem[] }
  | { state: 'failed'; message: string }

export type RegisterImport = ReturnType<typeof useRegisterImport>

/** Checks and imports a draft. What came of it stays until the draft is read in another way. */
export function useRegisterImport() {
  const [notRecorded, setNotRecorded] = useState<readonly string[]>([])
  const [state, setState] = useState<RegisterRun>({ state: 'idle' })
  const abort = useRef<AbortController>(undefined)

  async function start(what: 'check' | 'import', draftID: string, { leaveOut = false, without = notRecorded } = {}) {
    abort.current = new AbortController()
    const { signal } = abort.current
    const isImport = what === 'import'
    setState({ state: 'running', isImport, share: 0 })
    try {
      const { result, problems } = await runRegister(registerApi[what], draftID, {
        ...{ signal, leaveOut, notRecorded: without },
        onProgress: (share) => setState({ state: 'running', isImport, share }),
      })
      setState({ state: result.importID ? 'imported' : 'checked', result, problems })
      if (result.importID) await queryClient.invalidateQueries()
    } catch (error) {
      setState({ state: 'failed', message: signal.aborted ? 'Stopped. Nothing was imported.' : toErrorMessage(error) })
      /** The list of past imports shows it if the server was faster. */
      if (signal.aborted && isImport) await queryClient.invalidateQueries()
    }
  }

  return {
    state,
    start,
    stop: () => abort.current?.abort(),
    notRecorded,
    /** Checks once more, with these kinds of wrong values left empty. */
    omit: (kinds: readonly string[], draftID: string) => {
      setNotRecorded(kinds)
      void start('check', draftID, { without: kinds })
    },
    forget: () => setState({ state: 'idle' }),
  }
}
