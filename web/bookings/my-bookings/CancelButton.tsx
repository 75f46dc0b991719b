import { useState } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { refresh, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

interface CancelButtonProps {
  bookingID: string
  /** The ID of the text that names the booking, in a list of several. */
  describedBy?: string
  onCancelled?: ((bookingID: string) => void) | undefined
}

/** Gives up an unpaid booking, after a confirmation. */
export function CancelButton({ bookingID, describedBy, onCancelled }: CancelButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const cancel = useApiMutation(bookingApi.cancel, {
    invalidates: [bookingApi.ofUser, nicheApi.niches],
    done: 'The booking is cancelled, and nothing was charged.',
    failed: toErrorMessage,
    onSuccess: () => {
      close()
      onCancelled?.(bookingID)
    },
    onError: () => {
      void refresh(bookingApi.ofUser)
      close()
    },
  })
  return (
    <>
      <Button variant="quiet" small aria-describedby={describedBy} onClick={() => setAsking(true)}>
        Cancel booking
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this booking?"
          confirm="Cancel booking"
          cancel="Keep it"
          danger
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate({ body: { bookingID } })}
          onCancel={close}
        >
          <p>The niche becomes free for others. Nothing has been charged, and you can book again at any time.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
