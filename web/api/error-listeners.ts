import type { ApiError } from './api-error.ts'

type Listener = (refusal: ApiError) => void

const listeners = new Set<Listener>()

/** The session listens here, so that the calls need not know of it. */
export function onApiError(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyApiError(refusal: ApiError) {
  for (const listener of listeners) listener(refusal)
}
