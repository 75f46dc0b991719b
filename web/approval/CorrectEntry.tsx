import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { relationships } from '#contract/bookings/booking.ts'
import {
  correctableFields,
  correctableNames,
  correctionRefusals,
  type EntryCells,
  findChanges,
} from '#contract/bookings/correction.ts'
import { CorrectionForm, correctionApi } from '#contract/bookings/correction-api.ts'
import { notRecorded } from '#contract/registers/partial-date.ts'
import common from '#web/ui/common.module.css'
import { DialogButton, useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { affectedCalls } from './use-booking-decision.ts'

interface CorrectEntryProps {
  booking: ApprovalDetail
  onCorrected: (version: number) => void
  onConflict: (sentence: string) => void
}

/** Corrects a mistake in an old register, as long as no account has the booking. */
export const CorrectEntry = (props: CorrectEntryProps) => (
  <>
    <DialogButton
      variant="secondary"
      small
      disabled={props.booking.userID !== null}
      dialog={() => <CorrectionDialog {...props} />}
    >
      Correct what it says
    </DialogButton>
    {props.booking.userID && <p className={common.help}>{correctionRefusals.linked}</p>}
  </>
)

const Answer = CorrectionForm.omit({ bookingID: true, version: true })
const dateHelp = 'A year, a month or a day: 1932, 1932-05 or 1932-05-14.'
const helpFor: Partial<EntryCells> = {
  beneficiary_name: 'The name in every script, one after the other.',
  born: dateHelp,
  died: dateHelp,
  right_from: dateHelp,
  right_until: `Empty if it has no end. ${dateHelp}`,
  identity_number: 'Not shown here. Left empty, it stays as it is.',
}

function CorrectionDialog({ booking, onCorrected, onConflict }: CorrectEntryProps) {
  const close = useCloseDialog()
  const { bookingID, version } = booking
  const recorded = cellsOf(booking)
  return (
    <FormDialog
      title="Correct what the register says"
      schema={Answer}
      values={{ ...recorded, reason: '' }}
      endpoint={correctionApi.correct}
      input={({ reason, ...cells }) => ({ body: { ...findChanges(recorded, cells), bookingID, version, reason } })}
      invalidates={affectedCalls}
      onConflict={(sentence) => {
        onConflict(sentence)
        if (sentence) close()
      }}
      done={({ corrected, asked }) => [corrected && 'Corrected.', asked && waiting(asked)].filter(Boolean).join(' ')}
      onSuccess={({ corrected }) => {
        if (corrected) onCorrected(version)
        close()
      }}
    >
      {(form) => (
        <>
          <p>A second person confirms all but the relationship and the deed.</p>
          {correctableNames.map((name) =>
            name === 'relationship' ? (
              <SelectField
                key={name}
                label={correctableFields[name].label}
                placeholder={notRecorded}
                options={relationships}
                {...form.field(name)}
              />
            ) : (
              <TextField
                key={name}
                label={correctableFields[name].label}
                help={helpFor[name]}
                autoComplete="off"
                {...form.field(name)}
              />
            ),
          )}
          <NoteField
            label="Reason"
            help="What shows that the register is wrong, such as the deed. Kept in the history of the booking."
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}

const waiting = (who: string) => `What needs a second person waits. ${who}`

/** The identity number stays empty, because nobody needs to read it here. */
const cellsOf = ({ register, ...booking }: ApprovalDetail): EntryCells => ({
  beneficiary_name: booking.beneficiaryName,
  born: booking.dateOfBirth ?? '',
  died: booking.dateOfDeath ?? '',
  identity_number: '',
  relationship: booking.relationshipWithApplicant ?? '',
  holder_name: register?.holderName ?? '',
  holder_contact: register?.holderContact ?? '',
  holder_email: register?.holderEmail ?? '',
  deed: register?.deed ?? '',
  right_from: register?.rightFrom ?? '',
  right_until: register?.rightUntil ?? '',
})
