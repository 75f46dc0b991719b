import { useState } from 'react'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { refresh } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { KeptUntil } from '#web/ui/KeptUntil.tsx'
import styles from './BookingCard.module.css'
import { CancelButton } from './CancelButton.tsx'

/** Until when the niche is kept, with the choice to pay or to cancel. */
export function PayOrCancelNotice({ booking }: { booking: OwnBooking }) {
  const { bookingID, holdExpiresAt } = booking
  const [isOver, setOver] = useState(false)
  const endHold = () => {
    setOver(true)
    void refresh(bookingApi.ofUser)
  }

  if (isOver) return <div className={styles.unpaid}>The time to pay is over, and the place is free again.</div>
  return (
    <div className={styles.unpaid}>
      {holdExpiresAt && (
        <p>
          <KeptUntil until={holdExpiresAt} onOver={endHold} />
        </p>
      )}
      <div className={common.row2}>
        <ButtonLink to={pathTo('bookNiche', { bookingID })} small>
          Complete payment
        </ButtonLink>
        <CancelButton bookingID={bookingID} />
      </div>
    </div>
  )
}
