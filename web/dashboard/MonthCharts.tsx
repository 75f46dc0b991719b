import type { ColumbariumOverview, MoneyFigures } from '#contract/dashboard/api.ts'
import { formatDay } from '#contract/dates.ts'
import common from '#web/ui/common.module.css'
import { Money } from '#web/ui/Money.tsx'
import styles from './MonthCharts.module.css'

/** `2026-03` becomes `Mar 2026`. */
export const formatShortMonth = (month: string) => formatDay(`${month}-01`).slice(2)

export const MonthChart = ({ months }: { months: ColumbariumOverview['months'] }) => (
  <BarChart
    label="Bookings in each of the last twelve months"
    bars={months.map(({ month, bookings }) => ({ name: formatShortMonth(month), count: bookings }))}
  />
)

export const YearChart = ({ years }: { years: ColumbariumOverview['ending'] }) => (
  <BarChart
    label="Rights that end in this year and in each of the next four"
    bars={years.map(({ year, rights }) => ({ name: String(year), count: rights }))}
  />
)

/** A list that is also a bar chart, so that it needs no text alternative. */
function BarChart({ label, bars }: { label: string; bars: readonly { name: string; count: number }[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ol className={common.stack2} aria-label={label}>
      {bars.map(({ name, count }) => (
        <li key={name} className={styles.month}>
          <span className={common.help}>{name}</span>
          <span className={styles.track} aria-hidden="true">
            <span className={styles.bar} style={{ inlineSize: `${(count / most) * 100}%` }} />
          </span>
          <span className={styles.count}>{count.toLocaleString('en-SG')}</span>
        </li>
      ))}
    </ol>
  )
}

/** A list that is also a bar chart, so that it needs no text alternative. Refunds hang below what was taken. */
export function MoneyChart({ months }: { months: MoneyFigures['months'] }) {
  const most = Math.max(1, ...months.flatMap(({ taken, refunded }) => [Number(taken), Number(refunded)]))
  const widthOf = (amount: string) => ({ inlineSize: `${(Number(amount) / most) * 100}%` })
  return (
    <ol
      className={`${common.stack3} ${styles.moneyMonths}`}
      aria-label="Taken and refunded in each of the last twelve months"
    >
      {months.map(({ month, taken, refunded }) => (
        <li key={month} className={styles.moneyMonth}>
          <span className={common.help}>{formatShortMonth(month)}</span>
          <span className={styles.bars} aria-hidden="true">
            <span className={styles.taken} style={widthOf(taken)} />
            <span className={styles.refunded} style={widthOf(refunded)} />
          </span>
          <span className={styles.amounts}>
            <Money amount={taken} />
            {refunded !== '0.00' && (
              <span className={common.help}>
                <Money amount={refunded} /> refunded
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
