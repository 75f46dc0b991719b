import { useState } from 'react'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { pathTo } from '#contract/pages.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { refresh, useApiMutation } from '#web/api/use-api.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import styles from './BookingCard.module.css'

/** How long the niche is held, with the choice to pay or to cancel. */
export function PayOrCancelNotice({ booking }: { booking: OwnBooking }) {
  const { bookingID, holdExpiresAt } = booking
  const [isAsking, setAsking] = useState(false)
  const [isOver, setOver] = useState(false)
  const endHold = () => {
    setOver(true)
    void refresh(bookingApi.ofUser)
  }

  if (isOver) return <div className={styles.unpaid}>The time to pay is over, and the niche is free again.</div>
  return (
    <div className={styles.unpaid}>
      {holdExpiresAt && (
        <p>
          Time left to pay: <Countdown until={holdExpiresAt} onOver={endHold} />
        </p>
      )}
      <div className={styles.choices}>
        <ButtonLink to={pathTo('bookNiche', { bookingID })} small>
          Complete payment
        </ButtonLink>
        <Button variant="quiet" small onClick={() => setAsking(true)}>
          Cancel booking
        </Button>
      </div>
      {isAsking && <CancelDialog bookingID={bookingID} onClose={() => setAsking(false)} />}
    </div>
  )
}

function CancelDialog({ bookingID, onClose }: { bookingID: string; onClose: () => void }) {
  const cancel = useApiMutation(bookingApi.cancel, {
    invalidates: [bookingApi.ofUser, nicheApi.niches],
    done: 'The booking is cancelled, and nothing was charged.',
    failed: toErrorMessage,
    onSuccess: onClose,
    onError: () => {
      void refresh(bookingApi.ofUser)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Cancel this booking?"
      confirm="Cancel booking"
      cancel="Keep it"
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate({ body: { bookingID } })}
      onCancel={onClose}
    >
      <p>The niche becomes free for others. Nothing has been charged, and you can book again at any time.</p>
    </ConfirmDialog>
  )
}
