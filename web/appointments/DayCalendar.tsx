import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lunarDate } from '#contract/appointments/lunar-date.ts'
import { publicHoliday } from '#contract/appointments/public-holidays.ts'
import { formatMonth, formatWeekday } from '#contract/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import {
  addMonths,
  availability,
  dayForKey,
  describeDay,
  monthOf,
  notesOf,
  type Offer,
  weeksOf,
  withinMonths,
} from './calendar-days.ts'
import styles from './DayCalendar.module.css'

interface DayCalendarProps {
  offer: Offer
  selected: string
  onSelect: (day: string) => void
}

/** A month of days, as a grid with arrow keys. Days that cannot be chosen say why when they have the focus. */
export function DayCalendar({ offer, selected, onSelect }: DayCalendarProps) {
  const headingID = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState(selected)
  const month = monthOf(current)
  const isFree = (day: string) => offer.days.some((each) => each.day === day)

  const turn = (months: number) => setCurrent(withinMonths(addMonths(current, months), offer.period))
  const choose = (day: string) => {
    setCurrent(day)
    if (isFree(day)) onSelect(day)
  }
  const move = (event: KeyboardEvent) => {
    const next = dayForKey(current, event.key, offer.period)
    if (!next) return
    event.preventDefault()
    flushSync(() => setCurrent(next))
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }

  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <Button
          variant="secondary"
          small
          aria-label="The month before"
          disabled={month <= monthOf(offer.period.from)}
          onClick={() => turn(-1)}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <h3 id={headingID} aria-live="polite">
          {formatMonth(month)}
        </h3>
        <Button
          variant="secondary"
          small
          aria-label="The month after"
          disabled={month >= monthOf(offer.period.until)}
          onClick={() => turn(1)}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
      </div>
      <table ref={grid} role="grid" aria-labelledby={headingID} className={styles.grid} onKeyDown={move}>
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 2)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) =>
                day ? (
                  <td key={day} role="gridcell" aria-selected={day === selected}>
                    <button
                      type="button"
                      className={styles.day}
                      data-day={day}
                      data-free={isFree(day) || undefined}
                      data-closed={offer.period.closed.includes(day) || undefined}
                      data-holiday={publicHoliday(day) ? true : undefined}
                      tabIndex={day === current ? 0 : -1}
                      aria-disabled={!isFree(day)}
                      aria-label={describeDay(day, offer)}
                      onClick={() => choose(day)}
                    >
                      {Number(day.slice(8))}
                      <small>{lunarDate(day)?.day}</small>
                    </button>
                  </td>
                ) : (
                  <td key={weekdayNames[index]} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.notes} role="status">
        {!isFree(current) && `${formatWeekday(current)}: ${availability(current, offer)}.`}
      </p>
      <ul className={styles.notes}>
        <li>Framed days have free times. The small figure is the day of the lunar month.</li>
        {offer.period.closed.some((day) => monthOf(day) === month) && <li>On hatched days the hall is closed.</li>}
        {notesOf(month).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
