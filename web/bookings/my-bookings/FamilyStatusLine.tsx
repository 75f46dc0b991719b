import { type FamilyFacts, familyStatus } from '#contract/bookings/family-status.ts'
import styles from './FamilyStatusLine.module.css'

/** Where the booking stands and what happens next, as the letters say it too. */
export function FamilyStatusLine({ booking }: { booking: FamilyFacts }) {
  const { title, reason, next } = familyStatus(booking)
  return (
    <div className={styles.status}>
      <p className={styles.title}>{title}</p>
      {reason && <p>Our staff wrote: {reason}</p>}
      <p>{next}</p>
    </div>
  )
}
