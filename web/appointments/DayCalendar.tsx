import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { spokenWeekday } from '#contract/appointments/appointment.ts'
import { lunarDate } from '#contract/appointments/lunar-date.ts'
import { publicHoliday } from '#contract/appointments/public-holidays.ts'
import { addDays } from '#contract/dates.ts'
import { localeOf } from '#contract/words/languages.ts'
import { spoken, t, translate } from '#contract/words/t.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import {
  availability,
  dayForKey,
  daysShown,
  describeDay,
  notesOf,
  type Offer,
  weeksWith,
  withinWeeks,
} from './calendar-days.ts'
import styles from './DayCalendar.module.css'

interface DayCalendarProps {
  offer: Offer
  selected: string
  onSelect: (day: string) => void
  /** The choice of a time, shown between the days and their notes. */
  children: ReactNode
}

/** Five weeks of days, as a grid with arrow keys. Days that cannot be chosen say why when they have the focus. */
export function DayCalendar({ offer, selected, onSelect, children }: DayCalendarProps) {
  const headingID = useId()
  const grid = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState(selected)
  const weeks = weeksWith(current, offer.period)
  const days = weeks.flat()
  const [first = current] = days
  const last = days.at(-1) ?? current
  const begins = spoken()
    .day(first)
    .replace(/ \d{4}$/, '')
  const isFree = (day: string) => offer.days.some((each) => each.day === day)

  const turn = (days: number) => setCurrent(withinWeeks(addDays(current, days), offer.period))
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
    <div className={common.stack3}>
      <div className={styles.head}>
        <Button
          variant="secondary"
          small
          aria-label={t`Earlier days`}
          disabled={first <= offer.period.from}
          onClick={() => turn(-daysShown)}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <h3 id={headingID} aria-live="polite">
          {t`${begins} to ${spoken().day(last)}`}
        </h3>
        <Button
          variant="secondary"
          small
          aria-label={t`Later days`}
          disabled={last >= offer.period.until}
          onClick={() => turn(daysShown)}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
      </div>
      <table ref={grid} role="grid" aria-labelledby={headingID} className={styles.grid} onKeyDown={move}>
        <thead>
          <tr>
            {weekdayNames.map(([name, short]) => (
              <th key={name} scope="col" abbr={translate(name)}>
                <span aria-hidden="true">{translate(short)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} role="gridcell" aria-selected={day === selected}>
                  <button
                    type="button"
                    className={`${common.filled} ${styles.day}`}
                    data-day={day}
                    data-free={isFree(day) || undefined}
                    data-closed={offer.period.closed.includes(day) || undefined}
                    data-holiday={publicHoliday(day) ? true : undefined}
                    tabIndex={day === current ? 0 : -1}
                    aria-disabled={!isFree(day)}
                    aria-label={describeDay(day, offer)}
                    onClick={() => choose(day)}
                  >
                    {(day === first || day.endsWith('-01')) && <small>{monthOf(day)}</small>}
                    {Number(day.slice(8))}
                    <small>{lunarDate(day)?.day}</small>
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={common.help} role="status">
        {!isFree(current) && t`${spokenWeekday(current)}: ${availability(current, offer)}.`}
      </p>
      {children}
      <ul className={common.help}>
        <li>{t`Framed days have free times. The small figure is the day of the lunar month.`}</li>
        {days.some((day) => offer.period.closed.includes(day)) && <li>{t`On hatched days the hall is closed.`}</li>}
        {notesOf(days).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

/** `Nov`. */
const monthOf = (day: string) =>
  new Date(day).toLocaleString(localeOf(spoken().language), { month: 'short', timeZone: 'UTC' }).slice(0, 3)

const weekdayNames = [
  ['Monday', 'Mo'],
  ['Tuesday', 'Tu'],
  ['Wednesday', 'We'],
  ['Thursday', 'Th'],
  ['Friday', 'Fr'],
  ['Saturday', 'Sa'],
  ['Sunday', 'Su'],
] as const
