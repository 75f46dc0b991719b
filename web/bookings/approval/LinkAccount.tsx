import { useState } from 'react'
import { type ApprovalDetail, bookingApi, LinkAccountForm } from '#contract/bookings/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { type DecisionMessages, decisionOptions } from './use-booking-decision.ts'

const words: DecisionMessages = {
  done: 'Booking linked to the account.',
  refused: 'The booking could not be linked.',
  failed: 'Server error — could not link the booking.',
}

/** For a holder of an imported booking who comes with papers and has an account. */
export function LinkAccount({ booking, onLinked }: { booking: ApprovalDetail; onLinked: (version: number) => void }) {
  const [isAsking, setAsking] = useState(false)
  if (booking.userID) return null
  return (
    <>
      <Button variant="secondary" small onClick={() => setAsking(true)}>
        Link to an account
      </Button>
      {isAsking && <LinkDialog booking={booking} onLinked={onLinked} onClose={() => setAsking(false)} />}
    </>
  )
}

interface LinkDialogProps {
  booking: ApprovalDetail
  onLinked: (version: number) => void
  onClose: () => void
}

function LinkDialog({ booking, onLinked, onClose }: LinkDialogProps) {
  /** Fixed when the dialog opens: a refetch behind it must not change what the clerk looked at. */
  const [{ bookingID, version }] = useState(booking)
  const options = decisionOptions<typeof bookingApi.linkAccount>(words, {
    onDone: () => {
      onLinked(version)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Link to an account"
      schema={LinkAccountForm}
      values={{ nric: '', papers: '' }}
      endpoint={bookingApi.linkAccount}
      input={(holder) => ({ body: { ...holder, bookingID, version } })}
      verb="Link"
      {...options}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>Compare the papers with the register first. Many people have the same name.</p>
          <TextField label="NRIC of the holder" autoComplete="off" {...form.field('nric')} />
          <TextArea
            label="Papers you have seen"
            rows={2}
            maxLength={200}
            help="Such as the NRIC and the deed of the niche. Kept with the booking."
            {...form.field('papers')}
          />
        </>
      )}
    </FormDialog>
  )
}
