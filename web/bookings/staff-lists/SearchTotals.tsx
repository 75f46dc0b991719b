import type { BookingRow } from '#contract/bookings/api.ts'
import { isPending } from '#web/bookings/booking-actions.ts'
import styles from './SearchTotals.module.css'

/** Both figures keep their place before anything was found, so that nothing moves when they come. */
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
