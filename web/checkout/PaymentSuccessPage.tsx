import { CircleCheck } from 'lucide-react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { searchPathOf } from '#contract/bookings/search-path.ts'
import { pathTo } from '#contract/pages.ts'
import { paymentApi, type Receipt } from '#contract/payments/api.ts'
import { spoken, t } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { useSignedIn } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { Code } from '#web/ui/Code.tsx'
import common from '#web/ui/common.module.css'
import { useStepFocus } from '#web/ui/focus-heading.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import styles from './PaymentSuccessPage.module.css'
import { type Finalised, useFinalisePayment } from './use-finalise-payment.ts'

/** The page to which families and clerks come after a payment. Opening it again changes nothing. */
export function PaymentSuccessPage() {
  const [search] = useSearchParams()
  const bookingID = search.get('bookingID')
  return bookingID ? <Outcome bookingID={bookingID} /> : <Navigate to={pathTo('myBookings')} replace />
}

function Outcome({ bookingID }: { bookingID: string }) {
  const { role } = useSignedIn()
  const { outcome, askAgain } = useFinalisePayment(bookingID, role)
  const { state } = outcome
  const top = useStepFocus(state)
  /** The family waits for it. */
  const isAtCounter = role === 'staff' && state === 'done'
  const receipt = useApi(paymentApi.receipt, { query: { bookingID } }, { enabled: state === 'done' })
  return (
    <div ref={top}>
      <Page title={titleFor(state, receipt.data)} breadcrumb={false} narrow>
        {state === 'working' && <ConfirmingPayment />}
        {state === 'processing' && <AwaitingBank />}
        {state === 'done' && <PaidSummary bookingID={bookingID} role={role} receipt={receipt.data} />}
        {state === 'failed' && (
          <PaymentNotConfirmed outcome={outcome} role={role} bookingID={bookingID} onRetry={askAgain} />
        )}
        {state !== 'working' && !receipt.isLoading && (
          <div className={common.row3}>
            {isAtCounter && (
              <ButtonLink to={pathTo('receipt', { bookingID, print: 'yes' })}>{t`Print the receipt`}</ButtonLink>
            )}
            <ButtonLink to={bookingsFor(role, receipt.data)} variant={isAtCounter ? 'secondary' : 'primary'}>
              {t`View My Bookings`}
            </ButtonLink>
            <ButtonLink to={pathTo('landing')} variant="secondary">
              {t`Back to Home`}
            </ButtonLink>
          </div>
        )}
      </Page>
    </div>
  )
}

const titleFor = (state: Finalised['state'], receipt: Receipt | undefined) =>
  state === 'done' && receipt?.paymentStatus === 'Waived' ? t`Payment waived` : titles()[state]

const titles = (): Record<Finalised['state'], string> => ({
  working: t`Finishing your payment`,
  processing: t`Your payment is being confirmed`,
  done: t`Payment received`,
  failed: t`Payment not confirmed`,
})

const ConfirmingPayment = () => (
  <>
    <p>{t`One moment please. You need not do anything.`}</p>
    <Loading words={t`Confirming with the card provider...`} />
  </>
)

const AwaitingBank = () => (
  <>
    <p>
      <T>
        Your bank or wallet is still confirming the payment. This can take a few minutes. You can wait here or close
        this page: the niche is kept for you, and the receipt is sent to you by email.
      </T>
    </p>
    <Loading words={t`Waiting for the confirmation...`} />
  </>
)

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
          : t`Thank you. The niche is kept for you, and a receipt is on its way to you by email. Our staff will look at the certificates and write to you.`}
      </p>
      {receipt && (
        <Card>
          <Facts
            facts={[
              [t`Booking`, <Code key="booking">{bookingID}</Code>],
              [t`Niche`, receipt.nicheCode],
              [t`For`, receipt.beneficiaryName],
              [t`Amount`, <Money key="amount" amount={receipt.amount} />],
              [t`Status`, <PaymentBadge key="status" status={receipt.paymentStatus} />],
              [t`Date`, spoken().dateTime(receipt.paymentDate)],
            ]}
          />
          <Link to={pathTo('receipt', { bookingID })}>{t`View and print the receipt`}</Link>
        </Card>
      )}
    </>
  )
}

interface PaymentNotConfirmedProps {
  outcome: Finalised
  role: string
  bookingID: string
  onRetry: () => void
}

const PaymentNotConfirmed = ({ outcome, role, bookingID, onRetry }: PaymentNotConfirmedProps) => (
  <div role="alert">
    <Callout tone="bad" title={outcome.failure}>
      <p>
        {role === 'staff'
          ? outcome.isUnanswered
            ? 'It could not be checked whether the payment is recorded.'
            : 'No payment is recorded for this booking.'
          : t`If your card was charged, the payment is not lost: it is matched with your booking as soon as the provider tells us.`}
      </p>
      {outcome.isUnpaid && <Link to={pathTo('bookNiche', { bookingID })}>{t`Go back to the payment`}</Link>}
      {outcome.isUnanswered && (
        <div>
          <Button variant="secondary" onClick={onRetry}>
            {t`Try again`}
          </Button>
        </div>
      )}
    </Callout>
  </div>
)
