import { type ReactNode, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { ApiError } from '#web/api/api-error.ts'
import { ButtonLink } from './Button.tsx'
import { Callout } from './Callout.tsx'
import common from './common.module.css'
import { Failed } from './Failed.tsx'
import { Loading } from './Loading.tsx'

/** The parts of a query that are needed here. */
interface Query<Data> {
  data: Data | undefined
  isError: boolean
  error?: unknown
  refetch: () => unknown
}

interface QueryResultProps<Data> {
  query: Query<Data>
  loading: string
  failure: string
  children: (data: Data) => ReactNode
}

/** Shows the data, the loading message or the failure. Data that has loaded stays visible during a refetch, and so does a failure. */
export function QueryResult<Data>({ query, loading, failure, children }: QueryResultProps<Data>) {
  const [retrying, setRetrying] = useState<string>()
  const retry = async () => {
    setRetrying(failure)
    await query.refetch()
    setRetrying(undefined)
  }
  if (query.data !== undefined) return children(query.data)
  if (!query.isError && !retrying) return <Loading words={loading} />
  if (query.error instanceof ApiError && query.error.status === 404) return <NotFound words={failure} />
  return <Failed words={retrying ?? failure} busy={retrying !== undefined} onRetry={retry} />
}

/** Trying again would find nothing either. */
const NotFound = ({ words }: { words: string }) => (
  <div role="alert" className={`${common.stack4} ${common.start}`}>
    <Callout tone="bad">{words}</Callout>
    <ButtonLink variant="secondary" to={pathTo('landing')}>
      {t`Back to Home`}
    </ButtonLink>
  </div>
)
