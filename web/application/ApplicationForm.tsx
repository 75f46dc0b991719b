import { useId, useMemo, useState } from 'react'
import type { User } from '#contract/accounts/api.ts'
import { formatAmount, isFree } from '#contract/money.ts'
import type { Role } from '#contract/roles.ts'
import { type ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { RestoredDraftNotice } from '#web/bookings/RestoredDraftNotice.tsx'
import { loadChunk } from '#web/core/load-chunk.ts'
import { toast } from '#web/core/toast.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ApplicantSection, OwnApplicantPart } from './ApplicantSection.tsx'
import styles from './ApplicationForm.module.css'
import { applicationBody } from './application-body.ts'
import { BeneficiarySection } from './BeneficiarySection.tsx'
import { BookingTypeSection } from './BookingTypeSection.tsx'
import { ConfirmAccount } from './ConfirmAccount.tsx'
import { DiscardDialog } from './DiscardDialog.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { submitLabel } from './submit-labels.ts'
import { type ApplicationFormState, useApplicationForm } from './use-application-form.ts'
import { asksToConfirm, type SubmissionHandlers, useSubmitBooking } from './use-submit-booking.ts'

/** Families do not need them. */
const loadCounterLookups = () => loadChunk('CounterLookups', () => import('./CounterLookups.tsx'))

interface ApplicationFormProps extends SubmissionHandlers {
  role: Role
  /** The signed-in user: an applicant books for themself, staff for anyone. */
  account: User | undefined
  niche: { nicheID: string; price: string } | undefined
  /** The booking beside which another person is placed in the same niche. */
  beside?: { bookingID: string; beneficiaryName: string }
  withSample: boolean
  /** Called if nothing has been entered, or once the clerk has agreed to discard it. */
  onCancel?: () => void
}

/** Exported so that whoever ends a booking can remove its draft. */
export const draftName = 'application'

/** The application form. It stays mounted behind the payment step, so that going back restores it. */
export function ApplicationForm({
  role,
  account,
  niche,
  beside,
  withSample,
  onCancel,
  ...events
}: ApplicationFormProps) {
  const [attempt, setAttempt] = useState(0)
  const [isDiscarding, setDiscarding] = useState(false)
  const isApplicant = role === 'user'
  const nextStepID = useId()
  const today = useMemo(serverDay, [])
  const draft = beside ? `${draftName} beside ${beside.bookingID}` : draftName
  const form = useApplicationForm({
    today,
    applicant: isApplicant ? account : undefined,
    besideBookingID: beside?.bookingID,
    withSample,
    draftName: draft,
  })
  const submission = useSubmitBooking(form, draft, events)
  const { isPending, progress, error } = submission

  const send = (input: NonNullable<typeof submission.variables>) => {
    events.onSend()
    submission.mutate(input, { onError: () => setAttempt((last) => last + 1) })
  }
  const confirmAccount = () => {
    const input = submission.variables
    if (input) send({ ...input, body: { ...input.body, confirmedAccount: true } })
  }

  const submit = form.submitWith(
    (values) => {
      if (!niche) return toast.error('Missing slot data')
      if (!account) return toast.error('Missing form data')
      const sender = { nicheID: niche.nicheID, userRole: role, paidByID: account.userID }
      send(applicationBody(values, sender, form.asked))
    },
    () => setAttempt((last) => last + 1),
  )

  return (
    <form
      className={styles.form}
      onSubmit={isPending ? (event) => event.preventDefault() : submit}
      noValidate
      aria-label="Booking application"
    >
      {form.fromDraft && <RestoredDraftNotice />}
      <ErrorSummary errors={form.shownErrors} attempt={attempt} />
      <BookingTypeSection form={form} />
      {isApplicant ? <OwnApplicantPart form={form} /> : <CounterApplicantPart form={form} />}
      <BeneficiarySection form={form} withSample={withSample} beside={beside?.beneficiaryName} />
      <footer className={styles.footer}>
        {isPending && (
          <ProgressBar label={progress < 1 ? 'Sending your application' : 'Checking what arrived'} share={progress} />
        )}
        <div role="alert">{error && !isExplainedElsewhere(error) && <Refusal error={error} />}</div>
        <NextStep id={nextStepID} isApplicant={isApplicant} niche={niche} />
        <div className={common.row3}>
          <Button type="submit" busy={isPending} aria-describedby={nextStepID}>
            {submitLabel(role)}
          </Button>
          {onCancel && (
            <Button
              variant="secondary"
              disabled={isPending}
              onClick={form.hasEntries ? () => setDiscarding(true) : onCancel}
            >
              Cancel
            </Button>
          )}
        </div>
      </footer>
      {error && asksToConfirm(error) && (
        <ConfirmAccount
          error={error}
          name={form.values.fullName}
          email={form.values.email}
          onConfirm={confirmAccount}
          onCancel={submission.reset}
        />
      )}
      {isDiscarding && onCancel && <DiscardDialog onDiscard={onCancel} onKeep={() => setDiscarding(false)} />}
    </form>
  )
}

const CounterApplicantPart = ({ form }: { form: ApplicationFormState }) => (
  <ApplicantSection form={form}>
    <LazyPart load={loadCounterLookups}>{({ CounterLookups }) => <CounterLookups form={form} />}</LazyPart>
  </ApplicantSection>
)

/** In a dialog, or above the map. */
const isExplainedElsewhere = (error: ApiError) => asksToConfirm(error) || error.code === 'TOO_MANY_UNPAID_BOOKINGS'

const Refusal = ({ error }: { error: Error }) => (
  <Callout tone="bad">
    <p>{toErrorMessage(error)} Nothing that you wrote is lost.</p>
  </Callout>
)

interface NextStepProps extends Pick<ApplicationFormProps, 'niche'> {
  id: string
  isApplicant: boolean
}

/** The amount is beside the button and not in it, because the specification fixes the label of the button. */
function NextStep({ id, isApplicant, niche }: NextStepProps) {
  if (!niche) {
    return (
      <Callout tone="warning">
        <p id={id}>No niche is chosen. Please choose one on the map above.</p>
      </Callout>
    )
  }
  if (isFree(niche.price)) {
    return (
      <p id={id} className={styles.next}>
        <strong>Nothing to pay.</strong> There is no payment step.
      </p>
    )
  }
  return (
    <p id={id} className={styles.next}>
      <strong>{formatAmount(niche.price)} to pay.</strong>{' '}
      {isApplicant
        ? 'You pay in the next step. Nothing is charged before that, and the niche is kept for you meanwhile.'
        : 'The payment is recorded in the next step, and the niche is kept meanwhile.'}
    </p>
  )
}
