import { QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from '#web/core/log-failure.ts'
import { ApiError } from './api-error.ts'
import { onReconnected } from './connection.ts'

/** Calls whose last load failed. */
const failing = new Set<string>()

/** Logs a failed load once, after its retries and for all components that show it; again only if it has succeeded in between. */
const queryCache = new QueryCache({
  onError: (error, { meta, queryKey, queryHash }) => {
    if (isSignedOut(error)) return
    if (!failing.has(queryHash)) logFailure(`Failed to fetch ${meta?.what ?? queryKey[0]}`, error)
    failing.add(queryHash)
  },
  onSuccess: (_answer, { queryHash }) => failing.delete(queryHash),
})

/** One cache for each tab. It is imported, not provided by a component, so that pages without data do not load it. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      /** A call is tried again only if it may succeed next time. */
      retry: (failures, error) => failures < 2 && error instanceof ApiError && isRetryable(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
      networkMode: 'always',
    },
    mutations: {
      /** More certificates come at the moment when a block opens than can be inspected at once. Nothing was done with them. */
      retry: (failures, error) => failures < 8 && error instanceof ApiError && error.code === 'UPLOADS_BUSY',
      /** The delays differ, so that not all families try again at once. */
      retryDelay: () => 1000 + 2000 * Math.random(),
      networkMode: 'always',
    },
  },
})

/** Loads again what could not be loaded, or may have changed meanwhile. */
onReconnected(() => void queryClient.invalidateQueries())

/** Being signed out is a normal reply, not a failed load: the session guard handles it. */
const isSignedOut = (error: Error) => error instanceof ApiError && error.status === 401

const isRetryable = (error: ApiError) => error.isNetworkFailure || error.status === 502 || error.status === 503
