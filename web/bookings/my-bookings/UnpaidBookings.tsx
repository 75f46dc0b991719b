import { bookingApi } from '#contract/bookings/api.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import styles from './BookingCard.module.css'

/** Leads back to unpaid bookings after leaving the payment step or opening a second tab. */
export function UnpaidBookings({ userID, except }: { userID: string; except: string | undefined }) {
  const bookings = useApi(bookingApi.ofUser, { query: { userID } })
  const unpaid = (bookings.data ?? []).filter(
    (booking) => actionsFor(bookingStateOf(booking), 'user').includes('pay') && booking.bookingID !== except,
  )
  if (unpaid.length === 0) return null
  return (
    <Callout title="You have a booking to pay for">
      {unpaid.map(({ bookingID, nicheCode, beneficiaryName, holdExpiresAt }) => (
        <div key={bookingID} className={styles.unpaidRow}>
          <p>
            Niche {nicheCode}, for {beneficiaryName}
            {holdExpiresAt && (
              <>
                , is kept for <Countdown until={holdExpiresAt} />
              </>
            )}
            .
          </p>
          <ButtonLink to={pathTo('bookNiche', { bookingID })} variant="secondary" small>
            Complete payment
          </ButtonLink>
        </div>
      ))}
    </Callout>
  )
}
