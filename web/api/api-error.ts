import type { FieldErrors } from '#contract/errors.ts'
import { ChunkLoadError } from '#web/load-chunk.ts'

/** A call that was refused, or that nobody answered: then `status` is 0. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    readonly code: string,
    /** The sentence for a person, as the server wrote it; empty when it wrote none. */
    readonly error: string,
    readonly errors: FieldErrors = {},
  ) {
    super(error || `The call failed with ${status} ${code}`)
  }

  /** Nobody answered, which says nothing about whether the call was heard. */
  get isNetworkFailure() {
    return this.status === 0
  }
}

export const networkError = () => new ApiError(0, 'NO_ANSWER', '')

const unreachable = 'Columba cannot be reached. Please check your connection and try again.'

/** A refusal is an answer; silence and a failing server are not. */
export const isClientError = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** What an error answer says, whoever sent it: a proxy's page is an answer too. */
export function toApiError(status: number, body: unknown): ApiError {
  const said: { error?: unknown; code?: unknown; errors?: unknown } = isRecord(body) ? body : {}
  return new ApiError(
    status,
    typeof said.code === 'string' ? said.code : 'UNKNOWN',
    typeof said.error === 'string' ? said.error : '',
    isRecord(said.errors) ? toStrings(said.errors) : {},
  )
}

/** The one place where an error becomes words: the server's sentence, else what the screen says and, where nobody answered, why. */
export function toErrorMessage(error: unknown, fallback = ''): string {
  if (error instanceof ChunkLoadError) return `${unreachable} If that does not help, reload the page. ${error.message}.`
  if (!(error instanceof ApiError)) return fallback || somethingWrong
  if (error.isNetworkFailure)
    return [fallback && `${fallback.replace(/\.$/, '')}.`, unreachable].filter(Boolean).join(' ')
  return error.error || fallback || somethingWrong
}

const somethingWrong = 'Something went wrong. Please try again.'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toStrings = (errors: Record<string, unknown>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, String(message)]))
