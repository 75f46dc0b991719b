import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { User } from '#contract/accounts/api.ts'
import { formatAmount, isFree } from '#contract/money.ts'
import type { Role } from '#contract/roles.ts'
import { t } from '#contract/words/t.ts'
import { type ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { RestoredDraftNotice } from '#web/bookings/CertificateField.tsx'
import { toast } from '#web/core/toast.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { ApplicantSection, OwnApplicantPart } from './ApplicantSection.tsx'
import styles from './ApplicationForm.module.css'
import { applicationBody } from './application-values.ts'
import { BeneficiarySection, PapersSection } from './BeneficiarySection.tsx'
import { BookingTypeSection } from './BookingTypeSection.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { useApplicationForm } from './use-application-form.ts'
import { asksToConfirm, type SubmissionHandlers, submitLabel, useSubmitBooking } from './use-submit-booking.ts'

export interface ApplicationFormProps extends SubmissionHandlers {
  role: Role
  /** The signed-in user: an applicant books for themself, staff for anyone. */
  account: User | undefined
  niche: { nicheID: string; price: string } | undefined
  /** The booking beside which another person is placed in the same niche. */
  beside?: { bookingID: string; beneficiaryName: string }
  withSample: boolean
  /** The family has answered on the payment step, and is back. */
  hasDied?: boolean
  /** Called if nothing has been entered, or once the clerk has agreed to discard it. */
  onCancel?: () => void
}

/** The name is exported so that whoever ends a booking can remove its draft. */
export const draftName = 'application'

/** The application form. It stays mounted behind the payment step, so that going back restores it. */
export function ApplicationForm({
  role,
  account,
  niche,
  beside,
  withSample,
  hasDied = false,
  onCancel,
  ...events
}: ApplicationFormProps) {
  const [attempt, setAttempt] = useState(0)
  const isApplicant = role === 'user'
  const nextStepID = useId()
  const draft = beside ? `${draftName} beside ${beside.bookingID}` : draftName
  const form = useApplicationForm({
    applicant: isApplicant ? account : undefined,
    besideBookingID: beside?.bookingID,
    withSample,
    asksTypeLater: !beside && !(niche && isFree(niche.price)),
    draftName: draft,
  })
  const submission = useSubmitBooking(form, draft, events)
  const { isPending, progress, error } = submission
  const answerYes = useEffectEvent(() => form.fill({ bookingType: 'Current' }))
  useEffect(() => {
    if (hasDied) answerYes()
  }, [hasDied])

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
      if (!niche) return toast.error(t`Missing slot data`)
      if (!account) return toast.error(t`Missing form data`)
      const sender = { nicheID: niche.nicheID, userRole: role, paidByID: account.userID }
      send(applicationBody(values, sender, form.asked))
    },
    () => setAttempt((last) => last + 1),
  )

  return (
    <form
      className={`${common.stack4} ${styles.form}`}
      onSubmit={isPending ? (event) => event.preventDefault() : submit}
      noValidate
      aria-label={t`Booking application`}
    >
      {form.fromDraft && <RestoredDraftNotice />}
      <ErrorSummary errors={form.shownErrors} attempt={attempt} />
      <BookingTypeSection form={form} />
      {isApplicant ? <OwnApplicantPart form={form} /> : <ApplicantSection form={form} />}
      <BeneficiarySection form={form} withSample={withSample} beside={beside?.beneficiaryName} />
      <PapersSection form={form} isBeside={beside !== undefined} />
      <footer className={`${common.stack4} ${styles.footer}`}>
        {isPending && (
          <ProgressBar label={progress < 1 ? t`Sending your application` : t`Checking what arrived`} share={progress} />
        )}
        <div role="alert">
          {error && !isExplainedElsewhere(error) && (
            <Callout tone="bad">
              <p>
                {toErrorMessage(error)} {t`Nothing that you wrote is lost.`}
              </p>
            </Callout>
          )}
        </div>
        <NextStep id={nextStepID} isApplicant={isApplicant} niche={niche} />
        <div className={common.row3}>
          <Button type="submit" busy={isPending} aria-describedby={nextStepID}>
            {submitLabel(role)}
          </Button>
          {onCancel && <CancelButton disabled={isPending} hasEntries={form.hasEntries} onCancel={onCancel} />}
        </div>
      </footer>
      {error && asksToConfirm(error) && (
        <ConfirmDialog
          title="Is this the right account?"
          confirm="Book for this account"
          cancel="Check the details"
          onConfirm={confirmAccount}
          onCancel={submission.reset}
        >
          <p>{toErrorMessage(error)}</p>
          <p>
            The account is in the name of <strong>{form.values.fullName}</strong>. Letters about this booking go to the
            address of the account, not to {form.values.email}.
          </p>
        </ConfirmDialog>
      )}
    </form>
  )
}

/** True if a dialog or a notice above the map explains the error. */
const isExplainedElsewhere = (error: ApiError) => asksToConfirm(error) || error.code === 'TOO_MANY_UNPAID_BOOKINGS'

interface CancelButtonProps {
  disabled: boolean
  hasEntries: boolean
  onCancel: () => void
}

const CancelButton = ({ disabled, hasEntries, onCancel }: CancelButtonProps) =>
  hasEntries ? (
    <DialogButton
      variant="secondary"
      disabled={disabled}
      dialog={(onClose) => (
        <ConfirmDialog
          title="Discard this application?"
          confirm="Discard"
          cancel="Keep editing"
          danger
          onConfirm={() => {
            onClose()
            onCancel()
          }}
          onCancel={onClose}
        >
          <p>Everything entered in the form and the chosen certificates will be removed.</p>
        </ConfirmDialog>
      )}
    >
      {t`Cancel`}
    </DialogButton>
  ) : (
    <Button variant="secondary" disabled={disabled} onClick={onCancel}>
      {t`Cancel`}
    </Button>
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
        <p id={id}>{t`No niche is chosen. Please choose one on the map above.`}</p>
      </Callout>
    )
  }
  const [amount, words] = isFree(niche.price)
    ? [t`Nothing to pay.`, t`There is no payment step.`]
    : [t`${formatAmount(niche.price)} to pay.`, isApplicant ? paidByCard() : paidAtCounter]
  return (
    <p id={id} className={common.help}>
      <strong>{amount}</strong> {words}
    </p>
  )
}

const paidByCard = () =>
  t`You pay in the next step. Nothing is charged before that, and the niche is kept for you meanwhile.`
const paidAtCounter = 'The payment is recorded in the next step, and the niche is kept meanwhile.'
