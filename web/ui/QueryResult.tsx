import { type ReactNode, useEffect, useState } from 'react'
import { Failed } from './Failed.tsx'
import styles from './QueryResult.module.css'

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

/** Shown after a short delay, so that a quick reply causes no flicker. */
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

const lines = ['first', 'second', 'third']

/** A placeholder for content that is loading. */
const Skeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    {lines.map((line) => (
      <span key={line} />
    ))}
  </div>
)
