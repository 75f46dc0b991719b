import { bookingApi } from '#contract/bookings/api.ts'
import {
  type CertificateKind,
  type CertificateRequest,
  CertificateRequestForm,
  certificateLabels,
} from '#contract/bookings/certificate-request.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import { formatDateTime } from '#contract/dates.ts'
import { bookingStateOfDetail } from '#web/bookings/booking-actions.ts'
import { readsIn } from '#web/core/reads-in.ts'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FieldError } from '#web/ui/form/Field.tsx'
import { Fieldset } from '#web/ui/form/Form.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'
import styles from './Decision.module.css'
import { type DecisionMessages, useDecisionInDialog } from './use-booking-decision.ts'
import type { DecidingProps } from './use-deciding.ts'

const words: DecisionMessages = {
  done: 'The family has been asked for another certificate.',
  refused: 'The certificate could not be requested.',
  failed: 'Server error — could not request the certificate.',
}

/** Used for a blurred scan or the wrong page: denying would cancel the booking and free its niche. */
export function AskForCertificate(props: DecidingProps) {
  const { booking, isLeaving } = props
  const canAsk = actionsFor(bookingStateOfDetail(booking), 'staff').includes('requestCertificate') && !isLeaving
  if (!canAsk) return null
  return (
    <div className={`${common.stack3} ${styles.part}`}>
      <DialogButton variant="secondary" dialog={() => <RequestDialog {...props} />}>
        Ask for another certificate
      </DialogButton>
      <p className={styles.why}>The booking and its niche stay as they are until the family has sent it.</p>
    </div>
  )
}

/** The family has been asked; a clerk may still decide without waiting. */
export const AskedCertificate = ({ request }: { request: CertificateRequest }) => (
  <Callout title={`Another certificate was requested on ${formatDateTime(request.requestedAt)}`}>
    <p>
      {request.kinds.map((kind) => certificateLabels[kind]).join(' and ')}: {request.reason}
    </p>
  </Callout>
)

function RequestDialog({ booking, onDone, onConflict }: DecidingProps) {
  const { bookingID, language, version, deathCertBase64, relationshipProofBase64 } = booking
  const options = useDecisionInDialog<typeof bookingApi.requestCertificate>(words, { onDone, onConflict })
  const kinds: CertificateKind[] = [
    ...(deathCertBase64 ? (['death'] as const) : []),
    'birth',
    ...(relationshipProofBase64 ? (['relationship'] as const) : []),
  ]
  return (
    <FormDialog
      title="Ask for another certificate"
      schema={CertificateRequestForm}
      values={{ bookingID, version, kinds: [], reason: '' }}
      endpoint={bookingApi.requestCertificate}
      input={(body) => ({ body })}
      verb="Ask the family"
      {...options}
    >
      {(form) => (
        <>
          <Fieldset legend="Which one?">
            {kinds.map((kind) => (
              <Checkbox key={kind} label={certificateLabels[kind]} value={kind} {...form.register('kinds')} />
            ))}
            {form.formState.errors.kinds?.message && <FieldError message={form.formState.errors.kinds.message} />}
          </Fieldset>
          <NoteField
            label="What is wrong with it?"
            help={`This text is emailed to the family and shown in My Bookings.${readsIn(language)}`}
            {...form.field('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
