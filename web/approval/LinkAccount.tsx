import { type ApprovalDetail, bookingApi, LinkAccountForm } from '#contract/bookings/api.ts'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { HolderComparison } from './HolderComparison.tsx'
import { type DecisionMessages, useDecisionInDialog } from './use-booking-decision.ts'

const words: DecisionMessages = {
  done: 'Booking linked to the account.',
  refused: 'The booking could not be linked.',
  failed: 'Server error — could not link the booking.',
}

interface LinkAccountProps {
  booking: ApprovalDetail
  onLinked: (version: number) => void
}

/** Used when a holder of an imported booking comes with papers and has an account. */
export function LinkAccount(props: LinkAccountProps) {
  const AskDialog = props.booking.userID ? UnlinkDialog : LinkDialog
  return (
    <DialogButton variant="secondary" small dialog={() => <AskDialog {...props} />}>
      {props.booking.userID ? 'Take it back from the account' : 'Link to an account'}
    </DialogButton>
  )
}

function LinkDialog({ booking, onLinked }: LinkAccountProps) {
  const { bookingID, version, register } = booking
  const options = useDecisionInDialog<typeof bookingApi.linkAccount>(words, { onDone: () => onLinked(version) })
  return (
    <FormDialog
      title="Link to an account"
      schema={LinkAccountForm}
      values={{ nric: '', papers: '', nricSeen: false, code: '' }}
      endpoint={bookingApi.linkAccount}
      input={(holder) => ({ body: { ...holder, bookingID, version } })}
      verb="Link"
      {...options}
    >
      {(form) => (
        <>
          <p>Compare the papers with the register first. Many people have the same name.</p>
          <TextField label="NRIC of the holder" autoComplete="off" {...form.field('nric')} />
          {register && <HolderComparison bookingID={bookingID} entry={register} nric={form.watch('nric')} />}
          <TextField
            label="Code from the letter"
            inputMode="numeric"
            autoComplete="off"
            help="The person at the counter reads it out: it shows that this account is theirs."
            {...form.field('code')}
          />
          <Checkbox label="I have seen the NRIC card with this number" {...form.field('nricSeen')} />
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

const unlinkWords: DecisionMessages = {
  done: 'The account no longer has this booking.',
  refused: 'The booking could not be taken back.',
  failed: 'Server error — could not take the booking back.',
}

function UnlinkDialog({ booking, onLinked }: LinkAccountProps) {
  const { bookingID, version } = booking
  const options = useDecisionInDialog<typeof bookingApi.unlinkAccount>(unlinkWords, { onDone: () => onLinked(version) })
  return (
    <ReasonDialog
      title="Take the booking back from the account"
      verb="Take it back"
      help="Kept in the audit log."
      endpoint={bookingApi.unlinkAccount}
      input={(reason) => ({ body: { bookingID, reason, version } })}
      {...options}
    >
      The account then no longer sees this booking, and visitors no longer find the person on its word. The booking can
      be linked to another account.
    </ReasonDialog>
  )
}
