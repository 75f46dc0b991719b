import type { ReactNode } from 'react'
import { Failed } from './Failed.tsx'
import { Loading } from './Loading.tsx'

/** The parts of a query that are needed here. */
interface Query<Data> {
  data: Data | undefined
  isError: boolean
  refetch: () => unknown
}

interface QueryResultProps<Data> {
  query: Query<Data>
  loading: string
  failure: string
  children: (data: Data) => ReactNode
}

/** Shows the data, the loading message or the failure. Data that has loaded stays visible during a refetch. */
export function QueryResult<Data>({ query, loading, failure, children }: QueryResultProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Loading words={loading} />
  return <Failed words={failure} onRetry={query.refetch} />
}
