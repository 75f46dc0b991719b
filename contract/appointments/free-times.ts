import { addDays, toDay, toInstant, weekdayOf } from '../dates.ts'
import { type Period, readExceptions, readHours, type Weekday, weekdays } from './hours.ts'

export interface Schedule {
  /** The hours of each weekday, as `readHours` reads them. */
  hours: Record<Weekday, string>
  /** The days with other hours, as `readExceptions` reads them. */
  exceptions: string
  slotMinutes: number
  /** The number of families that there can be at a time. */
  capacity: number
}

/** A family may choose a day from the second working day after today on. */
const leadWorkingDays = 2
/** The number of days ahead that a family may choose. */
export const daysAhead = 60

/** `09:00` on that day, in Singapore. */
export interface Slot {
  time: string
  startsAt: Date
  endsAt: Date
}

/** The times of a hall: a working day is one on which it has hours. */
export function readCalendar({ hours, exceptions, slotMinutes }: Schedule) {
  const byWeekday = weekdays.map((weekday) => readHours(hours[weekday]) ?? [])
  const byDay = readExceptions(exceptions) ?? new Map<string, Period[]>()
  const periodsOn = (day: string) => byDay.get(day) ?? byWeekday[weekdayOf(day)] ?? []

  const slotsOn = (day: string): Slot[] =>
    periodsOn(day).flatMap(({ from, until }) => {
      const slots = Math.floor((minutesOf(until) - minutesOf(from)) / slotMinutes)
      return Array.from({ length: slots }, (_, index) => {
        const time = timeOf(minutesOf(from) + index * slotMinutes)
        const startsAt = toInstant(day, time)
        return { time, startsAt, endsAt: new Date(startsAt.getTime() + slotMinutes * 60_000) }
      })
    })

  /** The working days that a family may choose. */
  function daysFrom(today: string): string[] {
    const coming = daysFromTo(addDays(today, 1), addDays(today, daysAhead))
    return coming.filter((day) => slotsOn(day).length > 0).slice(leadWorkingDays - 1)
  }

  /** The days from the first to the last, both included, on which the hall receives nobody. */
  const closedDays = (first: string, last: string): string[] =>
    daysFromTo(first, last).filter((day) => slotsOn(day).length === 0)

  const hasSlotAt = (startsAt: Date): boolean =>
    slotsOn(toDay(startsAt)).some((slot) => slot.startsAt.getTime() === startsAt.getTime())

  const isOffered = (startsAt: Date, today: string): boolean =>
    daysFrom(today).includes(toDay(startsAt)) && hasSlotAt(startsAt)

  return { slotsOn, hasSlotAt, daysFrom, closedDays, isOffered }
}

function daysFromTo(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
const two = (number: number) => String(number).padStart(2, '0')
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
