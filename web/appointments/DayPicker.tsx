import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, formatWeekday, isIsoDay } from '#contract/dates.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/form/TextField.tsx'
import styles from './DayPicker.module.css'

export function DayPicker({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const today = serverDay()
  return (
    <div className={styles.picker}>
      <h2 className={styles.title}>{formatWeekday(day)}</h2>
      <div className={styles.controls} data-screen-only>
        <Button variant="secondary" aria-label="The day before" onClick={() => onChange(addDays(day, -1))}>
          <ChevronLeft size={20} aria-hidden="true" />
        </Button>
        <DateField
          label="Day"
          value={day}
          onChange={({ target }) => isIsoDay(target.value) && onChange(target.value)}
        />
        <Button variant="secondary" aria-label="The day after" onClick={() => onChange(addDays(day, 1))}>
          <ChevronRight size={20} aria-hidden="true" />
        </Button>
        {day !== today && (
          <Button variant="quiet" onClick={() => onChange(today)}>
            Today
          </Button>
        )}
      </div>
    </div>
  )
}
