import { bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { refresh } from '#web/api/use-api.ts'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'

interface CancelButtonProps {
  bookingID: string
  /** The ID of the text that names the booking, in a list of several. */
  describedBy?: string
  onCancelled?: ((bookingID: string) => void) | undefined
}

/** Gives up an unpaid booking, after a confirmation. */
export const CancelButton = ({ bookingID, describedBy, onCancelled }: CancelButtonProps) => (
  <DialogButton
    variant="quiet"
    small
    aria-describedby={describedBy}
    dialog={(onClose) => (
      <CallDialog
        title="Cancel this booking?"
        confirm="Cancel booking"
        cancel="Keep it"
        danger
        endpoint={bookingApi.cancel}
        input={{ body: { bookingID } }}
        done="The booking is cancelled, and nothing was charged."
        onSuccess={() => {
          onClose()
          onCancelled?.(bookingID)
        }}
        onError={() => {
          void refresh(bookingApi.ofUser)
          onClose()
        }}
        invalidates={[bookingApi.ofUser, nicheApi.niches]}
        onClose={onClose}
      >
        <p>The place is then free again. Nothing has been charged, and you can book again at any time.</p>
      </CallDialog>
    )}
  >
    Cancel booking
  </DialogButton>
)
