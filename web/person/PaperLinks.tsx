import { Link } from 'react-router'
import { appointmentApi } from '#contract/appointments/api.ts'
import { expectedStatuses } from '#contract/appointments/appointment.ts'
import type { OwnBooking } from '#contract/bookings/api.ts'
import type { Placing } from '#contract/family/family-summary.ts'
import { pathTo } from '#contract/pages.ts'
import { isSettled } from '#contract/payments/payment.ts'
import { isInNiche } from '#contract/urns/moves.ts'
import { urlFor } from '#web/api/request.ts'
import styles from './PersonView.module.css'

/** What the family can print or keep. */
export function PaperLinks({ booking, placing }: { booking: OwnBooking; placing: Placing | undefined }) {
  const { bookingID, paymentStatus, actingFor } = booking
  const { appointment, urn } = placing ?? {}
  const isComing = appointment && expectedStatuses.some((status) => status === appointment.status)
  return (
    <ul className={styles.links}>
      {actingFor === null && paymentStatus && isSettled(paymentStatus) && (
        <li>
          <Link to={pathTo('receipt', { bookingID })}>Receipt</Link>
        </li>
      )}
      {urn && isInNiche(urn.place) && (
        <li>
          <Link to={pathTo('placementCertificate', { bookingID })}>Placement certificate</Link>
        </li>
      )}
      {isComing && (
        <li>
          <a href={urlFor(appointmentApi.calendar, { params: { appointmentID: appointment.appointmentID } })} download>
            Add to calendar
          </a>
        </li>
      )}
    </ul>
  )
}
