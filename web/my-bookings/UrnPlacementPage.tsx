import { useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { isClientError, toErrorMessage } from '#web/api/api-error.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { CertificateField, RestoredDraftNotice } from '#web/bookings/CertificateField.tsx'
import { toast } from '#web/core/toast.tsx'
import { ChargedOnApproval } from '#web/prices/PriceList.tsx'
import { clearDraft, readDraft, saveDraft } from '#web/session/drafts.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField } from '#web/ui/form/TextField.tsx'
import { useFields } from '#web/ui/form/use-fields.ts'
import { formResolver } from '#web/ui/form/use-zod-form.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'

const sampleInscription = 'Forever in our hearts. Rest in peace.'

type UrnValues = { bookingID: string; dateOfDeath: string; inscription: string; deathCertFile?: File | undefined }

export function UrnPlacementPage() {
  const [search] = useSearchParams()
  const bookingID = search.get('bookingID') ?? ''
  const found = useApi(bookingApi.byID, { query: { bookingID } })
  const mode = useSiteConfig()?.mode
  const booking = found.data?.[0]
  return (
    <Page
      title={t`Request Urn Placement`}
      intro={t`Use this form after a death. Our staff read each request and write to you by email.`}
      narrow
    >
      {booking && mode ? (
        <Request booking={booking} withSample={mode === 'demo'} />
      ) : !booking && (found.isError || found.isSuccess) ? (
        <>
          <div role="alert">
            <Callout tone="bad">
              <p>{t`Problems retrieving booking details`}</p>
            </Callout>
          </div>
          <BackToBookings to={pathTo('myBookings')} />
        </>
      ) : (
        <Loading words={t`Loading booking details...`} />
      )}
    </Page>
  )
}

function Request({ booking, withSample }: { booking: OwnBooking; withSample: boolean }) {
  const navigate = useNavigate()
  const state = bookingStateOf(booking)
  const bookingPath = pathTo('myBookings', { bookingID: booking.bookingID })
  if (!actionsFor(state, 'user').includes('requestUrn')) {
    return (
      <>
        <Callout tone="warning">
          <p>{translate(moveRefusals[explainRefusal(state, 'requestUrn')])}</p>
        </Callout>
        <BackToBookings to={bookingPath} />
      </>
    )
  }
  const showNext = () => navigate(pathTo('myBookings'), { state: { urnRequestSent: booking.bookingID } })
  return <UrnPlacementForm booking={booking} withSample={withSample} onSent={showNext} />
}

const BackToBookings = ({ to }: { to: string }) => (
  <div>
    <ButtonLink to={to} variant="secondary">
      {t`Back to My Bookings`}
    </ButtonLink>
  </div>
)

interface UrnPlacementFormProps {
  booking: OwnBooking
  withSample: boolean
  onSent: () => void
}

function UrnPlacementForm({ booking, withSample, onSent }: UrnPlacementFormProps) {
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
    toast.success(t`Urn placement request submitted!`)
    onSent()
  }
  /** The button disappears with the sample, so the focus needs another place. */
  const clearInscription = () => {
    form.setValue('inscription', '')
    form.setFocus('inscription')
  }
  const fail = (error: unknown) => {
    toast.error(t`Something went wrong :(`)
    return isClientError(error)
      ? toErrorMessage(error)
      : t`We do not know whether the request has arrived. Nothing that you wrote is lost: please try again.`
  }

  return (
    <Form form={form} onSubmit={submit} errorMessage={fail} label={t`Urn placement request`}>
      {draft && <RestoredDraftNotice />}
      <Facts
        facts={[
          [t`Booking ID`, bookingID],
          [t`Niche`, `${nicheCode} (${buildingLevelBlock(booking)})`],
          [t`Beneficiary`, beneficiaryName],
        ]}
      />
      {Object.entries({ bookingID, nicheID, beneficiaryID }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <DateField label={t`Date of death`} max={today} {...form.field('dateOfDeath')} />
      {withSample && form.watch('inscription') === sampleInscription && (
        <Callout title={t`The inscription is a sample`}>
          <p>{t`It lets you try the demo. Change it, or clear it to leave the plate without one.`}</p>
          <div>
            <Button variant="secondary" small onClick={clearInscription}>
              {t`Clear sample inscription`}
            </Button>
          </div>
        </Callout>
      )}
      <TextArea label={t`Inscription`} optional maxLength={500} {...form.field('inscription')} />
      <CertificateField label={t`Death certificate`} {...form.fileField('deathCertFile')} />
      {send.isPending && <ProgressBar label={t`Sending your request`} share={send.progress} />}
      <ChargedOnApproval occasion="urnRequest" />
      <FormActions submit={t`Submit request`} />
    </Form>
  )
}
