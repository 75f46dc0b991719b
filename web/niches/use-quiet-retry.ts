import { useEffect } from 'react'

interface Query {
  error: Error | null
  errorUpdatedAt: number
  refetch: () => unknown
}

const pauseMs = 5000

/** A failure is only logged; the map asks again by itself. */
export function useQuietRetry({ error, errorUpdatedAt, refetch }: Query, what: string) {
  useEffect(() => {
    if (!error || errorUpdatedAt === 0) return
    console.error(`Failed to fetch ${what}`, error)
    const timer = setTimeout(refetch, pauseMs)
    return () => clearTimeout(timer)
  }, [error, errorUpdatedAt, refetch, what])
}
