import type { Appointment } from '#contract/appointments/api.ts'
import { formatAppointment } from '#contract/appointments/appointment.ts'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { isApproved } from '#contract/bookings/booking.ts'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import styles from './FamilyStatusLine.module.css'
import { useOwnAppointment } from './use-own-appointment.ts'
import { useOwnUrn } from './use-own-urn.ts'

/** When the urn is placed, for an approved booking. Renders nothing until that is known, and once the urn is in its niche. */
export function AppointmentLine({ booking }: { booking: OwnBooking }) {
  const { bookingID } = booking
  const { isKnown, appointment } = useOwnAppointment(booking)
  const { isKnown: isUrnKnown, urn } = useOwnUrn(bookingID)
  if (!isApproved(booking) || !isKnown || !isUrnKnown || urn?.place === 'niche') return null
  const { words, link } = wordsFor(appointment)
  return (
    <div className={styles.status}>
      {words && <p className={styles.title}>{words}</p>}
      <div>
        <ButtonLink small variant="secondary" to={pathTo('appointment', { bookingID })}>
          {link}
        </ButtonLink>
      </div>
    </div>
  )
}

function wordsFor(appointment: Appointment | undefined): { words: string; link: string } {
  const when = appointment && formatAppointment(new Date(appointment.startsAt), new Date(appointment.endsAt))
  switch (appointment?.status) {
    case 'requested':
      return { words: `You proposed ${when}. We will write to you.`, link: 'Change the time' }
    case 'confirmed':
    case 'moved':
      return { words: `Placement on ${when}`, link: 'Change or cancel' }
    case 'arrived':
      return { words: `Placement on ${when}`, link: 'See the appointment' }
    case 'done':
      return { words: `The appointment was on ${when}`, link: 'See the appointment' }
    default:
      return { words: '', link: 'Choose a day for the urn' }
  }
}
