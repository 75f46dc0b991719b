import type { ColumbariumOverview } from '#contract/dashboard/api.ts'
import { formatDay } from '#contract/dates.ts'
import common from '#web/ui/common.module.css'
import styles from './MonthChart.module.css'

/** `2026-03` becomes `Mar 2026`. */
export const formatShortMonth = (month: string) => formatDay(`${month}-01`).slice(2)

/** A list that is also a bar chart, so that it needs no text alternative. */
export function MonthChart({ months }: { months: ColumbariumOverview['months'] }) {
  const most = Math.max(1, ...months.map(({ bookings }) => bookings))
  return (
    <ol className={styles.months} aria-label="Bookings in each of the last twelve months">
      {months.map(({ month, bookings }) => (
        <li key={month} className={styles.month}>
          <span className={common.help}>{formatShortMonth(month)}</span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ inlineSize: `${(bookings / most) * 100}%` }} />
          </span>
          <span className={styles.count}>{bookings.toLocaleString('en-SG')}</span>
        </li>
      ))}
    </ol>
  )
}
