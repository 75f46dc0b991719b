import { appointmentApi } from '#contract/appointments/api.ts'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { familySummary, type Placing } from '#contract/family/family-summary.ts'
import { urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import styles from './FamilyLines.module.css'

/** Where the booking stands and what happens next, as the letters say it too, then where the urn is and when it is placed. */
export function FamilyLines({ booking }: { booking: OwnBooking }) {
  const { title, reason, next, lines } = familySummary(booking, usePlacing(booking))
  return (
    <>
      <div className={styles.status}>
        <p className={styles.title}>{title}</p>
        {reason && <p>Our staff wrote: {reason}</p>}
        {next && <p>{next}</p>}
      </div>
      {lines.map(({ words, link }) => (
        <div key={words} className={styles.status}>
          {words && <p className={styles.title}>{words}</p>}
          {link && (
            <div>
              <ButtonLink small variant="secondary" to={link.path}>
                {link.label}
              </ButtonLink>
            </div>
          )}
        </div>
      ))}
    </>
  )
}

/** Undefined until the server has said which urns and appointments there are. */
function usePlacing(booking: OwnBooking): Placing | undefined {
  const urns = useApi(urnApi.mine, {}, { what: 'urns' }).data
  const appointments = useApi(appointmentApi.mine, {}, { what: 'appointments', enabled: isApproved(booking) }).data
  if (!urns || (isApproved(booking) && !appointments)) return
  const isOfBooking = ({ bookingID }: { bookingID: string }) => bookingID === booking.bookingID
  return { urn: urns.find(isOfBooking), appointment: appointments?.find(isOfBooking) }
}
