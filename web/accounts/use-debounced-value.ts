import { useEffect, useState } from 'react'

const pauseMs = 250

/** The value once it has been left alone for a moment, so that not every key asks the server. */
export function useDebouncedValue<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
