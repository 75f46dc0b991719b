import { useMemo } from 'react'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import {
  type CertificateRequest,
  certificateFileOf,
  certificateLabels,
  type sentCertificateFiles,
} from '#contract/bookings/certificate-request.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { useFields } from '#web/ui/form/use-fields.ts'
import { rejected } from '#web/ui/form/use-zod-form.ts'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { CertificateField } from './CertificateField.tsx'

type Files = { [Name in keyof typeof sentCertificateFiles]?: File | undefined }

/** What our staff have asked the family to send, with the place to send it. */
export function CertificateTask({ booking, request }: { booking: OwnBooking; request: CertificateRequest }) {
  const { bookingID } = booking
  const resolver = useMemo(() => requireFiles(request), [request])
  const form = useFields<Files, Files>(resolver, {})
  const send = useApiMutation(bookingApi.sendCertificates, {
    done: t`Thank you. Our staff will look at it.`,
    invalidates: [bookingApi.ofUser, bookingApi.byID],
  })
  return (
    <Callout tone="warning" title={t`Please send another certificate`}>
      <Form form={form} onSubmit={(files) => send.mutateAsync({ body: { bookingID }, files })} label={t`Certificates`}>
        {request.kinds.map((kind) => (
          <CertificateField
            key={kind}
            label={translate(certificateLabels[kind])}
            {...form.fileField(certificateFileOf[kind])}
          />
        ))}
        {send.isPending && <ProgressBar label={t`Sending`} share={send.progress} />}
        <FormActions submit={t`Send`} small />
      </Form>
    </Callout>
  )
}

const requireFiles =
  ({ kinds }: CertificateRequest) =>
  (files: Files) => {
    const missing = kinds.map((kind) => certificateFileOf[kind]).filter((name) => !files[name])
    const errors = Object.fromEntries(missing.map((name) => [name, t`Please upload a certificate`]))
    return missing.length > 0 ? rejected<Files>(errors) : { values: files, errors: {} }
  }
