import { type ReactNode, useEffect, useState } from 'react'
import { Failed } from './Failed.tsx'
import styles from './QueryResult.module.css'
import { Skeleton } from './Skeleton.tsx'

/** As much of a query as is needed to show it. */
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

/** Shows what came, or that it is on its way, or that it did not come; what came once stays while it is asked again. */
export function QueryResult<Data>({ query, loading, failure, children }: QueryResultProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Loading words={loading} />
  return <Failed words={failure} onRetry={query.refetch} />
}

/** Silent for the first moment, so that a quick answer does not flicker. */
export function Loading({ words }: { words: string }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className={styles.loading}>
      {isSlow && (
        <>
          <p>{words}</p>
          <Skeleton />
        </>
      )}
    </div>
  )
}
