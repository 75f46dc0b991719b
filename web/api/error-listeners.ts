import type { ApiError } from './api-error.ts'

type Listener = (refusal: ApiError) => void

const listeners = new Set<Listener>()

/** The session subscribes here, so that this folder does not depend on it. */
export function onApiError(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function notifyApiError(refusal: ApiError) {
  for (const listener of listeners) listener(refusal)
}
