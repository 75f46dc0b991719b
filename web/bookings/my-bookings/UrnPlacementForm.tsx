import { useEffect, useMemo, useState } from 'react'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { toDay } from '#contract/dates.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { CertificateField } from '#web/bookings/application/CertificateField.tsx'
import { ReadOnlyFields } from '#web/bookings/application/ReadOnlyFields.tsx'
import { RestoredDraftNotice } from '#web/bookings/application/RestoredDraftNotice.tsx'
import { clearDraft, readDraft, saveDraft } from '#web/session/drafts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { DateField, TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useFields } from '#web/ui/use-fields.ts'
import { formResolver } from '#web/ui/use-zod-form.ts'

const sampleInscription = 'Forever in our hearts. Rest in peace.'

type UrnValues = { bookingID: string; dateOfDeath: string; inscription: string; deathCertFile?: File | undefined }

interface UrnPlacementFormProps {
  booking: OwnBooking
  withSample: boolean
  onSent: () => void
}

export function UrnPlacementForm({ booking, withSample, onSent }: UrnPlacementFormProps) {
  const { beneficiaryID, nicheID, bookingID } = booking
  const draftName = `urn:${bookingID}`
  const today = useMemo(() => toDay(new Date()), [])
  const [draft] = useState(() => readDraft<{ dateOfDeath: string; inscription: string }>(draftName))
  const form = useFields(
    useMemo(() => formResolver<UrnValues>(bookingApi.placeUrn, { today }), [today]),
    {
      bookingID,
      dateOfDeath: draft?.dateOfDeath ?? '',
      inscription: draft?.inscription ?? (withSample ? sampleInscription : ''),
    },
  )
  const send = useApiMutation(bookingApi.placeUrn, { invalidates: [bookingApi.ofUser, bookingApi.byID] })

  useEffect(() => {
    const watching = form.watch(({ dateOfDeath, inscription }) => saveDraft(draftName, { dateOfDeath, inscription }))
    return () => watching.unsubscribe()
  }, [form.watch, draftName])

  const submit = async ({ deathCertFile, ...texts }: UrnValues) => {
    await send.mutateAsync({ body: { beneficiaryID, nicheID, ...texts }, files: { deathCertFile } })
    clearDraft(draftName)
    toast.success('Urn placement request submitted!')
    onSent()
  }
  const fail = () => {
    toast.error('Something went wrong :(')
    return 'The request was not sent. Nothing that you wrote is lost: please try again.'
  }

  return (
    <Form form={form} onSubmit={submit} errorMessage={fail} label="Urn placement request">
      {draft && <RestoredDraftNotice />}
      <p>
        For {booking.beneficiaryName}, niche {booking.nicheCode}.
      </p>
      <ReadOnlyFields>
        <TextField label="Booking ID" readOnly name="bookingID" value={bookingID} />
        <TextField label="Niche ID" readOnly name="nicheID" value={nicheID} />
        <TextField label="Beneficiary ID" readOnly name="beneficiaryID" value={beneficiaryID} />
      </ReadOnlyFields>
      <DateField label="Date of death" max={today} {...form.field('dateOfDeath')} />
      <TextArea label="Inscription" optional maxLength={500} {...form.field('inscription')} />
      <CertificateField label="Death certificate" {...form.fileField('deathCertFile')} />
      {send.isPending && <ProgressBar label="Sending your request" share={send.progress} />}
      <FormActions error={form.formState.errors.root?.message}>
        <Button type="submit" busy={send.isPending}>
          Submit request
        </Button>
      </FormActions>
    </Form>
  )
}
