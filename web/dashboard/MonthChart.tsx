import type { ColumbariumOverview } from '#contract/dashboard/api.ts'
import styles from './MonthChart.module.css'

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const monthLabel = (month: string) => `${names[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** A list that is also a bar chart, so that it needs no text alternative. */
export function MonthChart({ months }: { months: ColumbariumOverview['months'] }) {
  const most = Math.max(1, ...months.map(({ bookings }) => bookings))
  return (
    <ol className={styles.months} aria-label="Bookings in each of the last twelve months">
      {months.map(({ month, bookings }) => (
        <li key={month} className={styles.month}>
          <span className={styles.name}>{monthLabel(month)}</span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ inlineSize: `${(bookings / most) * 100}%` }} />
          </span>
          <span className={styles.count}>{bookings.toLocaleString('en-SG')}</span>
        </li>
      ))}
    </ol>
  )
}
