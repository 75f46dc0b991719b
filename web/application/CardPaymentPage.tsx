import { useState } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { CardPayment } from '#web/checkout/CardPayment.tsx'
import { notCompleted, type PaymentFailure } from '#web/checkout/PaymentFailedNotice.tsx'
import { ReturnedPayment } from '#web/checkout/ReturnedPayment.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import { Page } from '#web/ui/Page.tsx'
import { CheckAnswers } from './CheckAnswers.tsx'
import styles from './PaymentPage.module.css'
import { useBookingStep } from './use-booking-step.ts'

/** The payment step of a family, reached from the form, later from My Bookings, or from the site of a bank. */
export function CardPaymentPage({ bookingID, fromForm }: { bookingID: string; fromForm: boolean }) {
  const { leavePayment, succeed, isReturning, endReturn } = useBookingStep()
  const { userID } = useSignedIn()
  const account = useApi(accountApi.byID, { query: { userID } })
  const [failure, setFailure] = useState<PaymentFailure>()
  const top = useStepFocus()
  const goOn = () => succeed(bookingID)
  const tryAgain = () => {
    setFailure(notCompleted)
    endReturn()
  }
  return (
    <div ref={top}>
      <Page title="Payment" breadcrumb="Book a Niche">
        <div className={styles.step}>
          <CheckAnswers bookingID={bookingID} applicantName={account.data?.fullName} />
          {isReturning && !failure ? (
            <ReturnedPayment bookingID={bookingID} onPaid={goOn} onUnpaid={tryAgain} />
          ) : (
            <CardPayment bookingID={bookingID} email={account.data?.email ?? ''} failure={failure} onPaid={goOn}>
              {fromForm ? (
                <Button variant="secondary" onClick={leavePayment}>
                  Back to the form
                </Button>
              ) : (
                <ButtonLink to={pathTo('myBookings')} variant="secondary">
                  Back to My Bookings
                </ButtonLink>
              )}
            </CardPayment>
          )}
        </div>
      </Page>
    </div>
  )
}
