import type { Endpoint, ReplyData } from '#contract/endpoint.ts'
import { ApiError, networkError, toApiError } from './api-error.ts'
import { notifyApiError } from './error-listeners.ts'
import { withOwnerProof } from './owner-proof.ts'
import {
  type ApiInput,
  type CallOptions,
  type HttpRequest,
  type HttpResponse,
  requestFor,
  withFields,
} from './request.ts'
import { followServerClock } from './server-clock.ts'

/** The only way to call the server from a page. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: ApiInput<E>,
  options: CallOptions = {},
): Promise<ReplyData<E>> {
  return (await sendCall(endpoint, input, options)).answer
}

/** Does the same as `callApi`, for lists: also returns the cursor of the next page and the number of all rows, if the server sent them. */
export async function callApiPage<E extends Endpoint>(endpoint: E, input: ApiInput<E>, options: CallOptions = {}) {
  const { answer, link, total } = await sendCall(endpoint, input, options)
  return { rows: answer, next: cursorIn(link), total: total ? Number(total) : undefined }
}

const sendCall = <E extends Endpoint>(endpoint: E, input: ApiInput<E>, options: CallOptions) =>
  withOwnerProof((proof) => sendOnce(endpoint, withFields(input, proof), options))

async function sendOnce<E extends Endpoint>(endpoint: E, input: ApiInput<E>, options: CallOptions) {
  const request = requestFor(endpoint, input)
  const { status, text, link, total } = await (endpoint.files || options.onText
    ? sendWithProgress(request, options)
    : send(request, options)
  ).catch((error: unknown) => {
    if (error instanceof ApiError) notifyApiError(error)
    throw error
  })
  const body = parseJson(text)
  const isAccepted = status >= 200 && status < 300
  if (isAccepted && !isRefusal(body)) return { answer: body as ReplyData<E>, link, total }
  const refusal = isAccepted ? new ApiError(400, 'REFUSED', '') : toApiError(status, body)
  notifyApiError(refusal)
  throw refusal
}

async function send({ url, ...request }: HttpRequest, { signal }: CallOptions): Promise<HttpResponse> {
  try {
    const response = await fetch(url, { ...request, credentials: 'same-origin', signal: signal ?? null })
    const { status, headers } = response
    if (headers.get('cache-control') === 'no-store') followServerClock(headers.get('date'))
    return { status, text: await response.text(), link: headers.get('link'), total: headers.get('x-total-count') }
  } catch (error) {
    if (signal?.aborted) throw error
    throw networkError()
  }
}

/** A reply can also refuse with status 200. */
const isRefusal = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns `x` for `</api/user/all_users?cursor=x>; rel="next"`. */
export function cursorIn(link: string | null): string | undefined {
  const next = link ? /<([^>]+)>;\s*rel="next"/.exec(link)?.[1] : undefined
  return next ? (new URL(next, 'http://any').searchParams.get('cursor') ?? undefined) : undefined
}

/** Fetch cannot say how much of a body has gone out, and a family on a slow line should see it. */
function sendWithProgress(request: HttpRequest, { signal, onProgress, onText }: CallOptions): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const wire = new XMLHttpRequest()
    wire.open(request.method, request.url)
    for (const [name, value] of Object.entries(request.headers)) wire.setRequestHeader(name, value)
    wire.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    wire.onprogress = () => wire.status === 200 && onText?.(wire.responseText)
    wire.onload = () => {
      if (wire.status === 200) onText?.(wire.responseText)
      resolve({
        status: wire.status,
        text: wire.responseText,
        link: wire.getResponseHeader('link'),
        total: wire.getResponseHeader('x-total-count'),
      })
    }
    wire.onerror = () => reject(networkError())
    wire.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    signal?.addEventListener('abort', () => wire.abort(), { once: true })
    wire.send(request.body ?? null)
  })
}
