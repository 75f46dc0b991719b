import { QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from '#web/log-failure.ts'
import { ApiError } from './api-error.ts'

/** Calls that failed when they were last asked. */
const failing = new Set<string>()

/** Logs each failed load once, when its retries are used up and for all components that show it; again only after it has worked meanwhile. */
const queryCache = new QueryCache({
  onError: (error, { meta, queryKey, queryHash }) => {
    if (isSignedOut(error)) return
    if (!failing.has(queryHash)) logFailure(`Failed to fetch ${meta?.what ?? queryKey[0]}`, error)
    failing.add(queryHash)
  },
  onSuccess: (_answer, { queryHash }) => failing.delete(queryHash),
})

/** One cache for the tab, reached by import and not by a provider, so that pages without data do not load it. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      /** Only what may pass by itself is asked again. */
      retry: (failures, error) => failures < 2 && error instanceof ApiError && isRetryable(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Being signed out is an answer, not a failed load: the session guard deals with it. */
const isSignedOut = (error: Error) => error instanceof ApiError && error.status === 401

const isRetryable = (error: ApiError) => error.isNetworkFailure || error.status === 502 || error.status === 503
