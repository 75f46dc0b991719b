import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** One cache for the tab, reached by import and not by a provider, so that pages without data do not load it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      /** Only what may pass by itself is asked again. */
      retry: (failures, error) => failures < 2 && error instanceof ApiError && mayPass(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

const mayPass = (error: ApiError) => error.isNetworkFailure || error.status === 502 || error.status === 503
