import { useEffect } from 'react'
import { toDay, toTime } from '#contract/dates.ts'
import { spoken, t } from '#contract/words/t.ts'
import { serverNow } from '#web/api/server-clock.ts'

/** The longest time that a timer can wait. */
const longestWaitMs = 2 ** 31 - 1

/** `Kept until 09:20`: the time on the clock, because a countdown presses people. */
export function KeptUntil({ until, onOver }: { until: string; onOver?: () => void }) {
  useEffect(() => {
    if (!onOver) return
    const timer = setTimeout(onOver, Math.min(Math.max(0, Date.parse(until) - serverNow().getTime()), longestWaitMs))
    return () => clearTimeout(timer)
  }, [until, onOver])
  const end = new Date(until)
  return t`Kept until ${toDay(end) === toDay(serverNow()) ? toTime(end) : spoken().dateTime(end)}`
}
