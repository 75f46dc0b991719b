import type { FieldErrors } from '#contract/field-errors.ts'
import { t, translate } from '#contract/words/t.ts'
import { ChunkLoadError } from '#web/core/load-chunk.ts'

/** A failed call. `status` is 0 if there was no reply. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    readonly code: string,
    /** The server's sentence for the user; empty if it sent none. */
    readonly error: string,
    readonly errors: FieldErrors = {},
  ) {
    super(error || `The call failed with ${status} ${code}`)
  }

  /** There was no reply: the server may or may not have carried out the call. */
  get isNetworkFailure() {
    return this.status === 0
  }
}

export const networkError = () => new ApiError(0, 'NO_ANSWER', '')

const unreachable = () => t`Columba cannot be reached. Please check your connection and try again.`

/** The server refused the call, as opposed to not replying or failing itself. */
export const isClientError = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** True if what was asked for does not exist. Being signed out (401) or too fast (429) says nothing about that, unlike other refusals. */
export const isNotFound = (error: unknown) =>
  error instanceof ApiError && isClientError(error) && error.status !== 401 && error.status !== 429

/** The body may come from a proxy and not be ours. */
export function toApiError(status: number, body: unknown): ApiError {
  const said: { error?: unknown; code?: unknown; errors?: unknown } = isRecord(body) ? body : {}
  return new ApiError(
    status,
    typeof said.code === 'string' ? said.code : 'UNKNOWN',
    typeof said.error === 'string' ? said.error : '',
    toStrings(said.errors),
  )
}

/** The only place that turns an error into a sentence: the server's own, else the fallback, with the reason if there was no reply. */
export function toErrorMessage(error: unknown, fallback = ''): string {
  if (error instanceof ChunkLoadError)
    return `${unreachable()} ${t`If that does not help, reload the page.`} ${error.message}.`
  if (!(error instanceof ApiError)) return fallback || genericMessage()
  if (error.isNetworkFailure) return [fallback.replace(/([^.。])$/, '$1.'), unreachable()].filter(Boolean).join(' ')
  return translate(error.error) || fallback || genericMessage()
}

/** Used for calls that work once: one without a reply may have been carried out, so the fallback must not say that it failed. */
export const toOneTimeErrorMessage = (error: unknown, fallback: string): string =>
  toErrorMessage(error, error instanceof ApiError && error.isNetworkFailure ? '' : fallback)

const genericMessage = () => t`Something went wrong. Please try again.`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The messages by field, or a list of them. */
const toStrings = (errors: unknown): FieldErrors => {
  if (typeof errors !== 'object' || errors === null) return {}
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, String(message)]))
}
