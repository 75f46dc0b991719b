import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bookingApi, type SubmittedBooking } from '#contract/bookings/api.ts'
import { isFree } from '#contract/money.ts'
import { type ApiError, isClientError } from '#web/api/api-error.ts'
import { refresh } from '#web/api/use-api.ts'
import { ApplicationForm } from '#web/bookings/application/ApplicationForm.tsx'
import { ApplicationStep } from '#web/bookings/application/ApplicationStep.tsx'
import { NicheTakenNotice } from '#web/bookings/application/NicheTakenNotice.tsx'
import { UnpaidLimitNotice } from '#web/bookings/application/UnpaidLimitNotice.tsx'
import { useBookingStep } from '#web/bookings/application/use-booking-step.ts'
import { useChosenNiche } from '#web/bookings/application/use-chosen-niche.ts'
import { useReturnFocus } from '#web/bookings/application/use-return-focus.ts'
import { MissedNiche } from '#web/bookings/my-bookings/MissedNiche.tsx'
import { UnpaidBookings } from '#web/bookings/my-bookings/UnpaidBookings.tsx'
import { isBookedBy } from '#web/bookings/my-bookings/use-unpaid-bookings.ts'
import { NichePicker } from '#web/niches/NichePicker.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { useOwnAccount } from '#web/session/use-own-account.ts'
import { Button } from '#web/ui/Button.tsx'
import { Failed } from '#web/ui/Failed.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { Page } from '#web/ui/Page.tsx'
import { CardPaymentPage } from './CardPaymentPage.tsx'

const lead = 'Choose a niche on the map. The form opens below it, and nothing is charged until you pay.'

/** From the map to the payment, for families. The form stays mounted behind the payment step, so going back restores it. */
export function BookNichePage() {
  const step = useBookingStep()
  const { userID, role } = useSignedIn()
  const account = useOwnAccount()
  const mode = useSiteConfig()?.mode
  const { niche, missed, choose } = useChosenNiche(step)
  const [submitted, setSubmitted] = useState<SubmittedBooking & { nicheID: string | undefined }>()
  const [isSubmitting, setSubmitting] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const [isOpened, setOpened] = useState(false)
  if (niche && !isOpened) setOpened(true)
  const form = useRef<HTMLElement>(null)
  useReturnFocus(step.bookingID, form)

  const select = (next: typeof niche) => {
    choose(next)
    setSubmitting(false)
    setRefusal(undefined)
  }
  const refuse = (error: ApiError) => {
    /** Unless the server refused it, the booking may have been made although its answer was lost. */
    if (isClientError(error)) setSubmitting(false)
    else void refresh(bookingApi.ofUser)
    if (error.code === 'NICHE_TAKEN') choose(undefined)
    setRefusal(error)
  }
  /** The form can be sent again, now that the applicant has cancelled another booking. */
  const goOn = (cancelledID: string) => {
    flushSync(() => {
      setRefusal(undefined)
      setSubmitted((last) => (last?.bookingID === cancelledID ? undefined : last))
    })
    focusHeading(form.current)
  }
  const book = (booking: SubmittedBooking) => {
    if (isFree(booking.amount)) return void step.succeed(booking.bookingID)
    setSubmitted({ ...booking, nicheID: niche?.nicheID })
    step.pay(booking.bookingID)
  }

  return (
    <>
      <div hidden={step.bookingID !== undefined}>
        <Page title="Book a Niche" intro={lead}>
          {refusal?.code === 'TOO_MANY_UNPAID_BOOKINGS' ? (
            <UnpaidLimitNotice sentence={refusal.error} userID={userID} onCancelled={goOn} />
          ) : (
            <UnpaidBookings userID={userID} except={submitted?.bookingID} />
          )}
          {refusal?.code === 'NICHE_TAKEN' && <NicheTakenNotice />}
          {missed && <MissedNiche userID={userID} niche={missed} />}
          <NichePicker
            isHidden={step.bookingID !== undefined}
            selected={niche}
            onSelect={select}
            isOwnBooking={isSubmitting}
            isBookedByUser={(nicheID) => isBookedBy(userID, nicheID)}
            panel={() => <Button onClick={() => focusHeading(form.current)}>Continue to the form</Button>}
          />
          <ApplicationStep
            ref={form}
            isOpen={isOpened}
            role={role}
            niche={niche}
            holdExpiresAt={submitted?.nicheID === niche?.nicheID ? submitted?.holdExpiresAt : undefined}
          >
            {account.data && mode ? (
              <ApplicationForm
                role={role}
                account={account.data}
                niche={niche}
                withSample={mode === 'demo'}
                onSend={() => setSubmitting(true)}
                onBooked={book}
                onRefused={refuse}
              />
            ) : account.isError ? (
              <Failed words="Your details could not be read just now." onRetry={account.refetch} />
            ) : (
              <Loading words="Preparing the form..." />
            )}
          </ApplicationStep>
        </Page>
      </div>
      {step.bookingID && (
        <CardPaymentPage bookingID={step.bookingID} fromForm={submitted?.bookingID === step.bookingID} />
      )}
    </>
  )
}
