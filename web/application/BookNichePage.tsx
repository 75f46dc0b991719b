import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { bookingApi, type SubmittedBooking } from '#contract/bookings/api.ts'
import { isFree } from '#contract/money.ts'
import { t, translate } from '#contract/words/t.ts'
import { type ApiError, isClientError } from '#web/api/api-error.ts'
import { refresh } from '#web/api/use-api.ts'
import { NichePicker } from '#web/niches/NichePicker.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { useOwnAccount } from '#web/session/use-own-account.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusHeading } from '#web/ui/focus-heading.ts'
import { Page } from '#web/ui/Page.tsx'
import { ApplicationStep } from './ApplicationStep.tsx'
import { isBookedBy, MissedNiche, NicheTakenNotice, UnpaidBookings, UnpaidLimitNotice } from './BookingNotices.tsx'
import { CardPaymentPage } from './CardPaymentPage.tsx'
import { useBookingStep, useChosenNiche, useReturnFocus } from './use-booking-step.ts'

/** Leads families from the map to the payment. The form stays mounted behind the payment step, so going back restores it. */
export function BookNichePage() {
  const step = useBookingStep()
  const { userID } = useSignedIn()
  const account = useOwnAccount()
  const { niche, missed, choose } = useChosenNiche(step)
  const [submitted, setSubmitted] = useState<SubmittedBooking & { nicheID: string | undefined }>()
  const [hasDied, setDied] = useState(false)
  const [isSubmitting, setSubmitting] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const [isOpened, setOpened] = useState(false)
  if (niche && !isOpened) setOpened(true)
  const form = useRef<HTMLElement>(null)
  useReturnFocus(step, form)

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
        <Page
          title={t`Book a Niche`}
          intro={t`Choose a niche on the map. The form opens below it, and nothing is charged until you pay.`}
        >
          {refusal?.code === 'TOO_MANY_UNPAID_BOOKINGS' ? (
            <UnpaidLimitNotice sentence={translate(refusal.error)} userID={userID} onCancelled={goOn} />
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
            panel={() => <Button onClick={() => focusHeading(form.current)}>{t`Continue to the form`}</Button>}
          />
          <ApplicationStep
            ref={form}
            isOpen={isOpened}
            account={account}
            niche={niche}
            holdExpiresAt={submitted?.nicheID === niche?.nicheID ? submitted?.holdExpiresAt : undefined}
            hasDied={hasDied}
            onSend={() => setSubmitting(true)}
            onBooked={book}
            onRefused={refuse}
          />
        </Page>
      </div>
      {step.bookingID && (
        <CardPaymentPage
          bookingID={step.bookingID}
          fromForm={submitted?.bookingID === step.bookingID}
          onDied={() => {
            setDied(true)
            step.leavePayment()
          }}
        />
      )}
    </>
  )
}
