import { networkError } from './api-error.ts'
import type { CallOptions, HttpRequest, HttpResponse } from './request.ts'

/** Fetch cannot say how much of a body has gone out, and a family on a slow line should see it. */
export function upload(request: HttpRequest, { signal, onProgress, onText }: CallOptions): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const wire = new XMLHttpRequest()
    wire.open(request.method, request.url)
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
