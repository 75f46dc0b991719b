import { openStatuses } from '#contract/appointments/appointment.ts'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { familyStatus } from '#contract/bookings/family-status.ts'
import styles from './FamilyStatusLine.module.css'
import { useOwnAppointment } from './use-own-appointment.ts'
import { useOwnUrn } from './use-own-urn.ts'

/** Where the booking stands and what happens next, as the letters say it too. */
export function FamilyStatusLine({ booking }: { booking: OwnBooking }) {
  const { title, reason, next } = familyStatus(booking)
  const { urn } = useOwnUrn(booking.bookingID)
  const { appointment } = useOwnAppointment(booking)
  /** Once a day is chosen or the urn is here, the lines below say what happens next. */
  const isPlanned = openStatuses.some((status) => status === appointment?.status)
  const isExplainedBelow = isApproved(booking) && (isPlanned || urn !== undefined)
  return (
    <div className={styles.status}>
      <p className={styles.title}>{title}</p>
      {reason && <p>Our staff wrote: {reason}</p>}
      {!isExplainedBelow && <p>{next}</p>}
    </div>
  )
}
