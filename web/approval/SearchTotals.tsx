import type { BookingRow } from '#contract/bookings/api.ts'
import { isPending } from '#web/bookings/booking-actions.ts'
import styles from './SearchTotals.module.css'

/** Rendered before a search too, so that nothing moves when results arrive. */
export const SearchTotals = ({ bookings }: { bookings: readonly BookingRow[] | undefined }) => (
  <dl className={styles.figures}>
    <Figure name="Total Bookings" value={bookings?.length} />
    <Figure name="Pending Bookings" value={bookings?.filter(isPending).length} />
  </dl>
)

const Figure = ({ name, value }: { name: string; value: number | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value ?? '-'}</dd>
  </div>
)
