import type { OwnBooking } from '#contract/bookings/api.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import type { FamilySummary } from '#contract/family/family-summary.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { CertificateTask } from '#web/bookings/CertificateTask.tsx'
import { PayOrCancelNotice } from '#web/bookings/PayOrCancelNotice.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

/** What the family does next, with the only solid button of the page. Nothing while it waits for us. */
export function NextAction({ booking, action }: { booking: OwnBooking; action: FamilySummary['action'] }) {
  if (booking.actingFor === null && actionsFor(bookingStateOf(booking), 'user').includes('pay'))
    return <PayOrCancelNotice booking={booking} />
  if (booking.actingFor === null && booking.certificateRequest)
    return <CertificateTask booking={booking} request={booking.certificateRequest} />
  if (!action) return null
  return (
    <div>
      <ButtonLink to={action.path}>{action.label}</ButtonLink>
    </div>
  )
}
