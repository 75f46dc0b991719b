import { type UseQueryResult, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint, ReplyData } from '#contract/endpoint.ts'
import { toast } from '#web/core/toast.tsx'
import { type ApiError, toErrorMessage } from './api-error.ts'
import { callApi, callApiPage } from './call-api.ts'
import { queryClient } from './query-client.ts'
import type { ApiInput } from './request.ts'

export interface ApiOptions {
  /** The thing that could not be fetched, for the log; default: the path of the call. */
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
  /** `isFetchedAfterMount` would also count failed reloads. */
  const [outdatedSince] = useState(query.isStale ? query.dataUpdatedAt : undefined)
  const { error, isError, refetch } = query
  return { data: query.dataUpdatedAt === outdatedSince ? undefined : query.data, error, isError, refetch }
}

/** Starts to load what `useApi` with the same input will show, unless it is cached and fresh. */
export const prefetch = <E extends Endpoint>(endpoint: E, input: ApiInput<E>, options: Pick<ApiOptions, 'staleTime'>) =>
  queryClient.prefetchQuery({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => callApi(endpoint, input, { signal }),
    ...options,
  })

/** A paginated list: `fetchNextPage` follows the `Link` header of the last page. */
export function useApiPages<E extends Endpoint>(
  endpoint: E,
  input: ApiInput<E> & { query?: object },
  {
    what,
    keepPrevious = false,
    ...options
  }: Pick<ApiOptions, 'enabled' | 'what' | 'refetchInterval' | 'keepPrevious'> = {},
) {
  const placeholder = keepPrevious ? { placeholderData: <T>(previous: T) => previous } : {}
  return useInfiniteQuery(
    {
      ...options,
      ...placeholder,
      meta: { what },
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

/** The same as one list, as far as it is loaded. `<ShowMore>` loads the rest. */
export function useApiRows<E extends Endpoint>(...args: Parameters<typeof useApiPages<E>>) {
  const query = useApiPages<E>(...args)
  const pages = query.data?.pages
  const rows = pages?.flatMap((page) => page.rows as ReplyData<E> & readonly unknown[])
  /** This is also known of the last data, while data for other input is loading. */
  const hasNextPage = pages?.at(-1)?.next !== undefined
  return { ...query, hasNextPage, data: rows as ReplyData<E> | undefined }
}

export interface MutationOptions<E extends Endpoint> {
  /** A toast for success, unless the page shows it in another way. */
  done?: string | ((answer: ReplyData<E>) => string)
  /** A toast for failure. Leave out in a `Form`, which shows errors itself. */
  failed?: ((error: ApiError) => string) | undefined
  onSuccess?: (answer: ReplyData<E>, input: ApiInput<E>) => void
  onError?: (error: ApiError, input: ApiInput<E>) => void
  /** Called if the screen is outdated (409). Gets the server's sentence, and '' when the next attempt starts. */
  onConflict?: (sentence: string, input: ApiInput<E>) => void
  /** The server has stored the call as a request that somebody else confirms. A toast says so. */
  onAsked?: () => void
  /** Calls whose cached data is outdated once this one has succeeded, or met a conflict that `onConflict` handles. */
  invalidates?: readonly Endpoint[]
}

/** The way to change something: `isPending` until outdated data is reloaded, `progress` from 0 to 1 while files are uploaded. */
export function useApiMutation<E extends Endpoint>(endpoint: E, options: MutationOptions<E> = {}) {
  const { done, failed, onSuccess, onError, onConflict, onAsked, invalidates = [] } = options
  const [progress, setProgress] = useState(0)
  const isRunning = useRef(false)
  const mutation = useMutation<ReplyData<E>, ApiError, ApiInput<E>>(
    {
      /** Do not keep passwords and codes in memory once the form is gone. */
      gcTime: 0,
      mutationFn: (input) => callApi(endpoint, input, { onProgress: setProgress }),
      onMutate: (input) => {
        setProgress(0)
        onConflict?.('', input)
      },
      onSuccess: async (answer, input) => {
        if (done) toast.success(typeof done === 'string' ? done : done(answer))
        onSuccess?.(answer, input)
        await refresh(...invalidates)
      },
      onError: async (error, input) => {
        if (onAsked && error.code === 'SECOND_PERSON_ASKED') {
          toast.info(toErrorMessage(error))
          onAsked()
          /** The list of what waits is on many pages, and none of their code is needed here. */
          await queryClient.invalidateQueries()
          return
        }
        const isConflict = onConflict !== undefined && error.status === 409
        if (isConflict) onConflict(toErrorMessage(error), input)
        if (failed) toast.error(failed(error))
        onError?.(error, input)
        if (isConflict) await refresh(...invalidates)
      },
      onSettled: () => {
        isRunning.current = false
      },
    },
    queryClient,
  )
  /** A call is ignored while another is running. `isPending` is true only after the next render, too late for a double click. */
  const mutate: typeof mutation.mutate = (...args) => {
    if (isRunning.current) return
    isRunning.current = true
    mutation.mutate(...args)
  }
  return { ...mutation, mutate, progress }
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
