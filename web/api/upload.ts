import { networkFailure } from './api-error.ts'
import type { CallOptions, WireAnswer } from './call-api.ts'
import type { WireRequest } from './request.ts'

/** Fetch cannot say how much of a body has gone out, and a family on a slow line should see it. */
export function upload(request: WireRequest, { signal, onProgress }: CallOptions): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const wire = new XMLHttpRequest()
    wire.open(request.method, request.url)
    wire.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    wire.onload = () => resolve({ status: wire.status, text: wire.responseText, link: wire.getResponseHeader('link') })
    wire.onerror = () => reject(networkFailure())
    wire.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
    signal?.addEventListener('abort', () => wire.abort(), { once: true })
    wire.send(request.body ?? null)
  })
}
