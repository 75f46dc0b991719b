import { CircleCheck } from 'lucide-react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi, type Receipt } from '#contract/payments/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { searchPathOf } from '#web/bookings/staff-lists/booking-search.ts'
import { useSignedIn } from '#web/session/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './PaymentSuccessPage.module.css'
import { useFinalisePayment } from './use-finalise-payment.ts'

/** Where families and clerks arrive after a payment. Opening it again changes nothing. */
export function PaymentSuccessPage() {
  const [search] = useSearchParams()
  const bookingID = search.get('bookingID')
  return bookingID ? <Outcome bookingID={bookingID} /> : <Navigate to={pathTo('myBookings')} replace />
}

function Outcome({ bookingID }: { bookingID: string }) {
  const { role } = useSignedIn()
  const { state, failure } = useFinalisePayment(bookingID, role)
  const receipt = useApi(paymentApi.receipt, { query: { bookingID } }, { enabled: state === 'done' })

  if (state === 'working') return <ConfirmingPayment />
  const bookings = bookingsFor(role, receipt.data)
  return (
    <Page title={state === 'done' ? titleFor(receipt.data) : 'Payment not confirmed'} breadcrumb={false} narrow>
      {state === 'done' ? (
        <PaidSummary bookingID={bookingID} role={role} receipt={receipt.data} />
      ) : (
        <PaymentNotConfirmed failure={failure} role={role} />
      )}
      <div className={styles.actions}>
        <ButtonLink to={bookings}>View My Bookings</ButtonLink>
        <ButtonLink to={pathTo('landing')} variant="secondary">
          Back to Home
        </ButtonLink>
      </div>
    </Page>
  )
}

const ConfirmingPayment = () => (
  <Page title="Finishing your payment" breadcrumb={false} narrow>
    <p>One moment please. You need not do anything.</p>
    <Loading words="Confirming with the card provider..." />
  </Page>
)

const titleFor = (receipt: Receipt | undefined) =>
  receipt?.paymentStatus === 'Waived' ? 'Payment waived' : 'Payment received'

/** A clerk's "my bookings" are those of the applicant at the counter. */
const bookingsFor = (role: string, receipt: Receipt | undefined) =>
  role === 'staff' ? searchPathOf(receipt?.contactNumber ?? '') : pathTo('myBookings')

function PaidSummary({ bookingID, role, receipt }: { bookingID: string; role: string; receipt: Receipt | undefined }) {
  return (
    <>
      <p className={styles.mark}>
        <CircleCheck size={40} strokeWidth={1.3} aria-hidden="true" />
        {role === 'staff'
          ? 'The booking is recorded, and a receipt is on its way to the applicant.'
          : 'Thank you. The niche is kept for you, and a receipt is on its way to you by e-mail. Our staff will look at the certificates and write to you.'}
      </p>
      {receipt && (
        <Card>
          <Facts
            facts={[
              ['Booking', bookingID],
              ['Niche', receipt.nicheCode],
              ['For', receipt.beneficiaryName],
              ['Amount', <Money key="amount" amount={receipt.amount} />],
              ['Status', <PaymentBadge key="status" status={receipt.paymentStatus} />],
              ['Date', formatDateTime(receipt.paymentDate)],
            ]}
          />
          <Link to={pathTo('receipt', { bookingID })}>View and print the receipt</Link>
        </Card>
      )}
    </>
  )
}

const PaymentNotConfirmed = ({ failure, role }: { failure: string; role: string }) => (
  <div role="alert">
    <Callout tone="bad" title={failure}>
      <p>
        {role === 'staff'
          ? 'No payment is recorded for this booking.'
          : 'If your card was charged, the payment is not lost: it is matched with your booking as soon as the provider tells us.'}
      </p>
    </Callout>
  </div>
)
