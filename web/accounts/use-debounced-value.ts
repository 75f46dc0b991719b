import { useEffect, useState } from 'react'

const pauseMs = 250

/** The value after a pause in typing, so that not every key causes a request. */
export function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
