import { type ReactElement, type ReactNode, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { ApiError, isNotFound } from '#web/api/api-error.ts'
import { ButtonLink } from './Button.tsx'
import { Callout } from './Callout.tsx'
import common from './common.module.css'
import { Failed } from './Failed.tsx'
import { Loading } from './Loading.tsx'

/** The parts of a query that are needed here. */
export interface Query<Data> {
  data: Data | undefined
  isError: boolean
  error?: unknown
  refetch: () => unknown
}

interface QueryResultProps<Data> {
  query: Query<Data>
  /** Without it, nothing is shown while the data loads. */
  loading?: string
  failure: string
  /** What is said if the server refuses what was asked for, because there is no such thing; words get a way back. */
  missing?: string | ReactElement
  children: (data: Data) => ReactNode
}

/** Shows the data, the loading message or the failure. Data that has loaded stays visible during a refetch, and so does a failure. */
export function QueryResult<Data>({ query, loading, failure, missing, children }: QueryResultProps<Data>) {
  const [retrying, setRetrying] = useState<string>()
  const retry = async () => {
    setRetrying(failure)
    await query.refetch()
    setRetrying(undefined)
  }
  if (query.data !== undefined) return children(query.data)
  if (!query.isError && !retrying) return loading ? <Loading words={loading} /> : null
  if (missing && isNotFound(query.error)) return typeof missing === 'string' ? <NotFound words={missing} /> : missing
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound words={failure} />
  return <Failed words={retrying ?? failure} busy={retrying !== undefined} onRetry={retry} />
}

/** Trying again would find nothing either. */
export const NotFound = ({ words }: { words: string }) => (
  <div role="alert" className={`${common.stack4} ${common.start}`}>
    <Callout tone="bad">{words}</Callout>
    <ButtonLink variant="secondary" to={pathTo('landing')}>
      {t`Back to Home`}
    </ButtonLink>
  </div>
)

/** Several queries as one, whose data is there once all have theirs. */
export const together = (queries: readonly Query<unknown>[]): Query<true> => {
  const failed = queries.filter(({ data, isError }) => data === undefined && isError)
  return {
    data: queries.every(({ data }) => data !== undefined) || undefined,
    isError: failed.length > 0,
    error: failed[0]?.error,
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}
