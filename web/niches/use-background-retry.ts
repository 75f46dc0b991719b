import { useEffect } from 'react'

interface Query {
  error: Error | null
  errorUpdatedAt: number
  refetch: () => unknown
}

const pauseMs = 5000

/** The map shows no error; it retries in the background. */
export function useBackgroundRetry({ error, errorUpdatedAt, refetch }: Query) {
  useEffect(() => {
    if (!error || errorUpdatedAt === 0) return
    const timer = setTimeout(refetch, pauseMs)
    return () => clearTimeout(timer)
  }, [error, errorUpdatedAt, refetch])
}
