import { useId } from 'react'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import styles from '#web/bookings/BookingCard.module.css'
import { CancelButton } from '#web/bookings/CancelButton.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { KeptUntil } from '#web/ui/KeptUntil.tsx'

interface UnpaidBookingListProps {
  bookings: readonly OwnBooking[]
  onCancelled?: (bookingID: string) => void
}

/** Unpaid bookings, each with the time until which it is kept, to be paid or cancelled. */
export const UnpaidBookingList = ({ bookings, onCancelled }: UnpaidBookingListProps) => (
  <ul>
    {bookings.map((booking) => (
      <UnpaidBooking key={booking.bookingID} booking={booking} onCancelled={onCancelled} />
    ))}
  </ul>
)

function UnpaidBooking({
  booking: { bookingID, nicheCode, beneficiaryName, holdExpiresAt },
  onCancelled,
}: {
  booking: OwnBooking
  onCancelled: ((bookingID: string) => void) | undefined
}) {
  const id = useId()
  return (
    <li className={styles.unpaidRow}>
      <p id={id}>
        Niche {nicheCode}, for {beneficiaryName}
        {holdExpiresAt && (
          <>
            . <KeptUntil until={holdExpiresAt} />
          </>
        )}
        .
      </p>
      <div className={common.row2}>
        <ButtonLink to={pathTo('bookNiche', { bookingID })} variant="secondary" small aria-describedby={id}>
          Complete payment
        </ButtonLink>
        <CancelButton bookingID={bookingID} describedBy={id} onCancelled={onCancelled} />
      </div>
    </li>
  )
}
