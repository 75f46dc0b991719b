import { useEffect, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { serverNow } from '#web/api/server-clock.ts'

/** The time left, such as `24 min 05 s`. */
export function Countdown({ until, onOver }: { until: string; onOver?: () => void }) {
  const [left, setLeft] = useState(() => secondsUntil(until))
  const isOver = left === 0

  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1000)
    return () => clearInterval(timer)
  }, [until, isOver])

  useEffect(() => {
    if (isOver) onOver?.()
  }, [isOver, onOver])

  return <span role="timer">{formatTimeLeft(left)}</span>
}

const secondsUntil = (until: string) => Math.max(0, Math.ceil((Date.parse(until) - serverNow().getTime()) / 1000))

export function formatTimeLeft(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = t`${String(seconds % 60).padStart(2, '0')} s`
  if (minutes === 0) return rest
  if (minutes < 60) return t`${minutes} min ${rest}`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? t`${hours} h ${minutes % 60} min` : t`${Math.floor(hours / 24)} days ${hours % 24} h`
}
