import { useEffect, useMemo, useState } from 'react'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { isClientError, toErrorMessage } from '#web/api/api-error.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { CertificateField } from '#web/bookings/CertificateField.tsx'
import { RestoredDraftNotice } from '#web/bookings/RestoredDraftNotice.tsx'
import { toast } from '#web/core/toast.ts'
import { clearDraft, readDraft, saveDraft } from '#web/session/drafts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField } from '#web/ui/form/TextField.tsx'
import { useFields } from '#web/ui/form/use-fields.ts'
import { formResolver } from '#web/ui/form/use-zod-form.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

const unanswered = 'We do not know whether the request has arrived. Nothing that you wrote is lost: please try again.'

const sampleInscription = 'Forever in our hearts. Rest in peace.'

type UrnValues = { bookingID: string; dateOfDeath: string; inscription: string; deathCertFile?: File | undefined }

interface UrnPlacementFormProps {
  booking: OwnBooking
  withSample: boolean
  onSent: () => void
}

export function UrnPlacementForm({ booking, withSample, onSent }: UrnPlacementFormProps) {
  const { beneficiaryID, beneficiaryName, nicheID, nicheCode, bookingID } = booking
  const draftName = `urn:${bookingID}`
  const today = useMemo(serverDay, [])
  const [draft] = useState(() => readDraft<{ dateOfDeath: string; inscription: string }>(draftName))
  const form = useFields(
    useMemo(() => formResolver<UrnValues>(bookingApi.placeUrn, { today }), [today]),
    {
      bookingID,
      dateOfDeath: draft?.dateOfDeath ?? '',
      inscription: draft?.inscription ?? (withSample ? sampleInscription : ''),
    },
  )
  const send = useApiMutation(bookingApi.placeUrn, {
    invalidates: [bookingApi.ofUser, bookingApi.byID],
    /** Loads the booking again, so that the page shows a request that had arrived before. */
    onConflict: () => {},
  })

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
  /** The button disappears with the sample, so the focus needs another place. */
  const clearInscription = () => {
    form.setValue('inscription', '')
    form.setFocus('inscription')
  }
  const fail = (error: unknown) => {
    toast.error('Something went wrong :(')
    return isClientError(error) ? toErrorMessage(error) : unanswered
  }

  return (
    <Form form={form} onSubmit={submit} errorMessage={fail} label="Urn placement request">
      {draft && <RestoredDraftNotice />}
      <Facts
        facts={[
          ['Booking ID', bookingID],
          ['Niche', `${nicheCode} (${buildingLevelBlock(booking)})`],
          ['Beneficiary', beneficiaryName],
        ]}
      />
      {Object.entries({ bookingID, nicheID, beneficiaryID }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <DateField label="Date of death" max={today} {...form.field('dateOfDeath')} />
      {withSample && form.watch('inscription') === sampleInscription && (
        <Callout title="The inscription is a sample">
          <p>It lets you try the demo. Change it, or clear it to leave the plate without one.</p>
          <div>
            <Button variant="secondary" small onClick={clearInscription}>
              Clear sample inscription
            </Button>
          </div>
        </Callout>
      )}
      <TextArea label="Inscription" optional maxLength={500} {...form.field('inscription')} />
      <CertificateField label="Death certificate" {...form.fileField('deathCertFile')} />
      {send.isPending && <ProgressBar label="Sending your request" share={send.progress} />}
      <FormActions submit="Submit request" />
    </Form>
  )
}
