import type { Endpoint } from '#contract/endpoint.ts'
import { networkError, toApiError } from './api-error.ts'
import { notifyApiError } from './error-listeners.ts'
import { withOwnerProof } from './owner-proof.ts'
import { type ApiInput, requestFor, withFields } from './request.ts'

/** Calls an endpoint that replies with a file, and saves the file. For files that need a body to be sent; others can be linked. */
export const downloadFile = <E extends Endpoint>(endpoint: E, input: ApiInput<E>) =>
  withOwnerProof((proof) => downloadOnce(endpoint, withFields(input, proof)))

async function downloadOnce<E extends Endpoint>(endpoint: E, input: ApiInput<E>) {
  const { url, ...request } = requestFor(endpoint, input)
  const response = await fetch(url, { ...request, credentials: 'same-origin' }).catch(() => undefined)
  const error = response ? await errorIn(response) : networkError()
  if (error) {
    notifyApiError(error)
    throw error
  }
  const content = await response?.blob().catch(() => undefined)
  if (!content) throw networkError()
  saveFile(content, fileNameIn(response?.headers.get('content-disposition') ?? ''))
}

const errorIn = async (response: Response) =>
  response.ok ? undefined : toApiError(response.status, await response.json().catch(() => undefined))

const fileNameIn = (disposition: string) => /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download'

export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
