import { type UseQueryResult, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, ReplyData } from '#contract/endpoint.ts'
import type { ApiError } from './api-error.ts'
import { callApi, callApiPage } from './call-api.ts'
import { queryClient } from './query-client.ts'
import type { ApiInput } from './request.ts'

export interface ApiOptions {
  /** What the log says could not be fetched; the path of the call if left out. */
  what?: string
  /** False while something is missing that the call needs. */
  enabled?: boolean
  /** Asks again after so many milliseconds, while the page is seen. */
  refetchInterval?: number
  /** Shows the last answer while the next one, to another input, is on its way. */
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

/** Counts an outdated answer of an earlier visit as still loading, where a decision must not start from it. For components keyed by what they show. */
export function useUpToDate<T>(query: UseQueryResult<T, ApiError>) {
  const [wasOutdated] = useState(query.isStale)
  const { error, isError, refetch } = query
  return { data: wasOutdated && !query.isFetchedAfterMount ? undefined : query.data, error, isError, refetch }
}

/** A list that comes in pages: `fetchNextPage` follows the `Link` that the last one carried. */
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
  /** What is no longer true once this has succeeded. */
  invalidates?: readonly Endpoint[]
}

/** `progress` goes from 0 to 1 while a body with files goes out. */
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

/** Everything kept of these calls is asked again, at once where it is on screen. */
export const refresh = (...endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: [endpoint.path] })))

/** Puts an answer in the cache that came by another way, such as an event stream. */
export const setCachedReply = <E extends Endpoint>(
  endpoint: E,
  input: ApiInput<E>,
  change: (last: ReplyData<E> | undefined) => ReplyData<E> | undefined,
) => queryClient.setQueryData<ReplyData<E>>(queryKeyOf(endpoint, input), change)

const queryKeyOf = (endpoint: Endpoint, input: unknown) => [endpoint.path, input]
