import type { StaffAppointment } from '#contract/appointments/api.ts'
import { toTime } from '#contract/dates.ts'

type Placed = Pick<StaffAppointment, 'appointmentID' | 'buildingName' | 'startsAt' | 'endsAt'>

export interface BoardRows {
  rows: number
  /** The first row of each time, such as `10:00`. */
  times: readonly { time: string; row: number }[]
  rowOf: ReadonlyMap<string, number>
  /** The row of the line for now; undefined on other days. */
  nowRow: number | undefined
}

/** The day has more hours if a placement is earlier or later. */
const usualHours = { from: 9, until: 17 }

/** The rows of a day on which halls are columns: one for each hour and time, more where a hall has several placements at once. */
export function boardRows(placements: readonly Placed[], now: string | undefined): BoardRows {
  const rowOf = new Map<string, number>()
  const times: { time: string; row: number }[] = []
  let nowRow: number | undefined
  let next = 1
  for (const time of timesOf(placements)) {
    if (now !== undefined && nowRow === undefined && time > now) nowRow = next++
    times.push({ time, row: next })
    const inHall = new Map<string, number>()
    for (const { appointmentID, buildingName, startsAt } of placements) {
      if (toTime(new Date(startsAt)) !== time) continue
      const before = inHall.get(buildingName) ?? 0
      rowOf.set(appointmentID, next + before)
      inHall.set(buildingName, before + 1)
    }
    next += Math.max(1, ...inHall.values())
  }
  if (now !== undefined) nowRow ??= next++
  return { rows: next - 1, times, rowOf, nowRow }
}

function timesOf(placements: readonly Placed[]): string[] {
  const starts = placements.map(({ startsAt }) => toTime(new Date(startsAt)))
  const hours = starts.map((time) => Number(time.slice(0, 2)))
  const from = Math.min(usualHours.from, ...hours)
  const until = Math.max(usualHours.until, ...hours)
  const whole = Array.from({ length: until - from + 1 }, (_, index) => `${String(from + index).padStart(2, '0')}:00`)
  return [...new Set([...whole, ...starts])].sort()
}

/** The time before or after that of a placement. */
export function timeBeside({ times }: BoardRows, startsAt: string, step: -1 | 1): string | undefined {
  const all = times.map(({ time }) => time)
  return all[all.indexOf(toTime(new Date(startsAt))) + step]
}
