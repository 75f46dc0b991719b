import { useEffect, useState } from 'react'

/** The value after a pause in typing, so that not every key causes a request. */
export function useDebouncedValue<T>(value: T, pauseMs: number): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}
