import { useRef, useState } from 'react'
import { checkForm } from '#contract/check-form.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import { type RegisterResult, registerApi } from '#contract/registers/api.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { maxRegisterBytes, registerTooLargeMessage } from '#contract/registers/upload.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { queryClient } from '#web/api/query-client.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { type ChosenFiles, runRegister } from './run-register.ts'

export type RegisterRun =
  | { state: 'idle' }
  | { state: 'running'; isImport: boolean; isSending: boolean; share: number }
  | { state: 'checked' | 'imported'; result: RegisterResult; problems: readonly RegisterProblem[] }
  | { state: 'failed'; message: string }

type RunEndpoint = typeof registerApi.check | typeof registerApi.import

export function useRegisterImport(ready: ChosenFiles | undefined) {
  const [files, setFiles] = useState<ChosenFiles>({ niches: ready?.niches, people: ready?.people })
  const [notRecorded, setNotRecorded] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<FieldErrors>({})
  const [run, setRun] = useState<RegisterRun>({ state: 'idle' })
  const abort = useRef<AbortController>(undefined)

  const choose = (chosen: ChosenFiles) => {
    setFiles(chosen)
    setErrors(sizeErrors(chosen))
    setNotRecorded([])
    setRun({ state: 'idle' })
  }

  async function start(endpoint: RunEndpoint, { leaveOut = false } = {}) {
    const found = {
      ...checkForm(endpoint, {}, { ...files }, { today: serverDay() }).errors,
      ...sizeErrors(files),
      ...(await findChanged(files)),
    }
    setErrors(found)
    setRun({ state: 'idle' })
    if (Object.keys(found).length > 0) return
    abort.current = new AbortController()
    const { signal } = abort.current
    const isImport = endpoint === registerApi.import
    try {
      const { result, problems } = await runRegister(endpoint, files, {
        signal,
        leaveOut,
        notRecorded,
        onSent: (share) => setRun({ state: 'running', isImport, isSending: share < 1, share: share < 1 ? share : 0 }),
        onProgress: (share) => setRun({ state: 'running', isImport, isSending: false, share }),
      })
      setRun({ state: result.importID ? 'imported' : 'checked', result, problems })
      if (result.importID) await queryClient.invalidateQueries()
    } catch (error) {
      if (signal.aborted) {
        setRun({ state: 'failed', message: stopped })
        /** The list of past imports shows it if the server was faster. */
        if (isImport) await queryClient.invalidateQueries()
        return
      }
      const isAtField = error instanceof ApiError && Object.keys(error.errors).length > 0
      if (isAtField) setErrors(error.errors)
      setRun(isAtField ? { state: 'idle' } : { state: 'failed', message: toErrorMessage(error) })
    }
  }

  return { files, choose, notRecorded, setNotRecorded, errors, run, start, stop: () => abort.current?.abort() }
}

/** Browsers refuse to send a file that was saved again since it was chosen, as if there were no connection. */
async function findChanged(files: ChosenFiles): Promise<FieldErrors> {
  const changed: FieldErrors = {}
  for (const [name, file] of Object.entries(files))
    await file
      ?.slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        changed[name] = 'This file has changed since you chose it. Please choose it again.'
      })
  return changed
}

const stopped = 'Stopped. Nothing was imported.'

const sizeErrors = (files: ChosenFiles): FieldErrors =>
  Object.fromEntries(
    Object.entries(files).flatMap(([name, file]) =>
      file && file.size > maxRegisterBytes ? [[name, registerTooLargeMessage]] : [],
    ),
  )
