import { type UseQueryResult, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, ReplyData } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { callApi, callApiPage } from './call-api.ts'
import { queryClient } from './query-client.ts'
import type { ApiInput } from './request.ts'

export interface ApiOptions {
  /** What could not be fetched, for the log; default: the path of the call. */
  what?: string
  /** False while required input is missing. */
  enabled?: boolean
  /** Reloads every so many milliseconds while the page is visible. */
  refetchInterval?: number
  /** Shows the last data while data for other input is loading. */
  keepPrevious?: boolean
  staleTime?: number
}

export function useApi<E extends Endpoint>(
  endpoint: E,
  input: ApiInput<E>,
  { keepPrevious = false, what, ...options }: ApiOptions = {},
): UseQueryResult<ReplyData<E>, ApiError> {
  const placeholder = keepPrevious ? { placeholderData: <T>(previous: T) => previous } : {}
  return useQuery<ReplyData<E>, ApiError>(
    {
      queryKey: queryKeyOf(endpoint, input),
      queryFn: ({ signal }) => callApi(endpoint, input, { signal }),
      meta: { what },
      ...placeholder,
      ...options,
    },
    queryClient,
  )
}

/** Treats cached data of an earlier visit as still loading, where a decision must not be based on it. For components keyed by what they show. */
export function useUpToDate<T>(query: UseQueryResult<T, ApiError>) {
  const [wasOutdated] = useState(query.isStale)
  const { error, isError, refetch } = query
  return { data: wasOutdated && !query.isFetchedAfterMount ? undefined : query.data, error, isError, refetch }
}

/** A paginated list: `fetchNextPage` follows the `Link` header of the last page. */
export function useApiPages<E extends Endpoint>(endpoint: E, input: ApiInput<E> & { query?: object }) {
  return useInfiniteQuery(
    {
      queryKey: [...queryKeyOf(endpoint, input), 'pages'],
      queryFn: ({ pageParam, signal }) =>
        callApiPage(endpoint, pageParam ? { ...input, query: { ...input.query, cursor: pageParam } } : input, {
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next,
    },
    queryClient,
  )
}

interface MutationOptions<E extends Endpoint> {
  onSuccess?: (answer: ReplyData<E>, input: ApiInput<E>) => void
  onError?: (error: ApiError, input: ApiInput<E>) => void
  /** Calls whose cached data is outdated once this one has succeeded. */
  invalidates?: readonly Endpoint[]
}

/** `progress` goes from 0 to 1 while files are uploaded. */
export function useApiMutation<E extends Endpoint>(endpoint: E, options: MutationOptions<E> = {}) {
  const [progress, setProgress] = useState(0)
  const mutation = useMutation<ReplyData<E>, ApiError, ApiInput<E>>(
    {
      mutationFn: (input) => callApi(endpoint, input, { onProgress: setProgress }),
      onMutate: () => setProgress(0),
      onSuccess: async (answer, input) => {
        options.onSuccess?.(answer, input)
        await refresh(...(options.invalidates ?? []))
      },
      onError: (error, input) => options.onError?.(error, input),
    },
    queryClient,
  )
  return { ...mutation, progress }
}

/** Marks the cached data of these calls as outdated and reloads what is on screen. */
export const refresh = (...endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: [endpoint.path] })))

/** Updates the cache with data that came another way, such as an event stream. */
export const setCachedReply = <E extends Endpoint>(
  endpoint: E,
  input: ApiInput<E>,
  change: (last: ReplyData<E> | undefined) => ReplyData<E> | undefined,
) => queryClient.setQueryData<ReplyData<E>>(queryKeyOf(endpoint, input), change)

const queryKeyOf = (endpoint: Endpoint, input: unknown) => [endpoint.path, input]
