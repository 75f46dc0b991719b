import { accountApi } from '#contract/accounts/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { useBookingStep } from '#web/bookings/application/use-booking-step.ts'
import { useStepFocus } from '#web/bookings/application/use-step-focus.ts'
import { BookingSummary } from '#web/bookings/my-bookings/BookingSummary.tsx'
import styles from '#web/bookings/PaymentPage.module.css'
import { CardPayment } from '#web/checkout/CardPayment.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'

/** The payment step of a family, reached from the form or later from My Bookings. */
export function CardPaymentPage({ bookingID, fromForm }: { bookingID: string; fromForm: boolean }) {
  const { leavePayment, succeed } = useBookingStep()
  const { userID } = useSignedIn()
  const account = useApi(accountApi.byID, { query: { userID } })
  const top = useStepFocus<HTMLDivElement>()
  return (
    <div ref={top} tabIndex={-1} className={styles.top}>
      <Page title="Payment" breadcrumb="Book a Niche">
        <div className={styles.step}>
          <CardPayment bookingID={bookingID} email={account.data?.email ?? ''} onPaid={() => succeed(bookingID)}>
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
          <BookingSummary bookingID={bookingID} />
        </div>
      </Page>
    </div>
  )
}
