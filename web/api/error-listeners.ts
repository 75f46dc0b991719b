import { createListeners } from '#web/core/listeners.ts'
import type { ApiError } from './api-error.ts'

/** The session subscribes here, so that this folder does not depend on it. */
export const { subscribe: onApiError, notify: notifyApiError } = createListeners<ApiError>()
