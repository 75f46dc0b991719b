import { useEffect, useState } from 'react'
import { serverNow } from '#web/api/server-clock.ts'

const everyMs = 30_000

/** The time, renewed twice a minute. */
export function useNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
