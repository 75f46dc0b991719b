import { useId, useState } from 'react'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { refresh } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { KeptUntil } from '#web/ui/KeptUntil.tsx'
import styles from './PayOrCancel.module.css'

/** The time until which the niche is kept, with the choice to pay or to cancel. */
export function PayOrCancelNotice({ booking }: { booking: OwnBooking }) {
  const { bookingID, holdExpiresAt } = booking
  const [isOver, setOver] = useState(false)
  const endHold = () => {
    setOver(true)
    void refresh(bookingApi.ofUser)
  }

  if (isOver)
    return (
      <div className={`${common.stack3} ${styles.notice}`}>
        {t`The time to pay is over, and the place is free again.`}
      </div>
    )
  return (
    <div className={`${common.stack3} ${styles.notice}`}>
      {holdExpiresAt && (
        <p>
          <KeptUntil until={holdExpiresAt} onOver={endHold} />
        </p>
      )}
      <PayOrCancelButtons bookingID={bookingID} />
    </div>
  )
}

interface UnpaidBookingListProps {
  bookings: readonly OwnBooking[]
  onCancelled?: (bookingID: string) => void
}

/** Unpaid bookings, each with the time until which it is kept, to be paid or cancelled. */
export function UnpaidBookingList({ bookings, onCancelled }: UnpaidBookingListProps) {
  const id = useId()
  return (
    <ul>
      {bookings.map(({ bookingID, nicheCode, beneficiaryName, holdExpiresAt }) => (
        <li key={bookingID} className={`${common.spread} ${styles.row}`}>
          <p id={`${id}-${bookingID}`}>
            {holdExpiresAt ? (
              <T>
                <Unbroken text={t`Niche ${nicheCode}, for ${beneficiaryName}`} />. <KeptUntil until={holdExpiresAt} />.
              </T>
            ) : (
              <T>
                <Unbroken text={t`Niche ${nicheCode}, for ${beneficiaryName}`} />.
              </T>
            )}
          </p>
          <PayOrCancelButtons bookingID={bookingID} describedBy={`${id}-${bookingID}`} onCancelled={onCancelled} />
        </li>
      ))}
    </ul>
  )
}

interface PayOrCancelButtonsProps {
  bookingID: string
  /** The ID of the text that names the booking, in a list of several. */
  describedBy?: string
  onCancelled?: ((bookingID: string) => void) | undefined
}

const PayOrCancelButtons = ({ bookingID, describedBy, onCancelled }: PayOrCancelButtonsProps) => (
  <div className={common.row2}>
    <ButtonLink
      to={pathTo('bookNiche', { bookingID })}
      variant={describedBy ? 'secondary' : 'primary'}
      small
      aria-describedby={describedBy}
    >
      {t`Complete payment`}
    </ButtonLink>
    <DialogButton
      variant="quiet"
      small
      aria-describedby={describedBy}
      dialog={(close) => (
        <CallDialog
          title={t`Cancel this booking?`}
          confirm={t`Cancel booking`}
          cancel={t`Keep it`}
          danger
          endpoint={bookingApi.cancel}
          input={{ body: { bookingID } }}
          done={t`The booking is cancelled, and nothing was charged.`}
          onSuccess={() => {
            close()
            onCancelled?.(bookingID)
          }}
          onError={() => {
            void refresh(bookingApi.ofUser)
            close()
          }}
          invalidates={[bookingApi.ofUser, nicheApi.niches]}
        >
          <p>{t`The place is then free again. Nothing has been charged, and you can book again at any time.`}</p>
        </CallDialog>
      )}
    >
      {t`Cancel booking`}
    </DialogButton>
  </div>
)
