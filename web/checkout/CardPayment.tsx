import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { t } from '#contract/words/t.ts'
import { type ApiError, isClientError, toErrorMessage } from '#web/api/api-error.ts'
import { useApi } from '#web/api/use-api.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { toast } from '#web/core/toast.tsx'
import { savePaymentSession } from '#web/session/payment-session.ts'
import { useSiteConfig } from '#web/session/site-config.ts'
import { AmountDue } from '#web/ui/AmountDue.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import { KeptUntil } from '#web/ui/KeptUntil.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import styles from './CardPayment.module.css'
import type { CardFormProps } from './card-form.ts'
import type { PaymentFailure } from './PaymentFailedNotice.tsx'
import { SandboxCardForm } from './SandboxCardForm.tsx'

/** The provider's script is loaded by whoever pays through it, and by nobody else. */
const loadStripeCardForm = () => loadChunk('StripeCardForm', () => import('./StripeCardForm.tsx'))

interface CardPaymentProps {
  bookingID: string
  /** The address is kept in the tab for the step that finalises the payment. */
  email: string
  failure: PaymentFailure | undefined
  onPaid: () => void
  /** Ways out, beside the button that pays. */
  children?: ReactNode
}

/** The payment step: what is owed, how long the niche is kept, and the provider's form. Asking for the intent twice gives the same one. */
export function CardPayment({ bookingID, email, failure, onPaid, children }: CardPaymentProps) {
  const intent = useApi(paymentApi.createIntent, { body: { bookingID } }, { staleTime: Number.POSITIVE_INFINITY })
  const [isOver, setOver] = useState(false)
  const [isPaying, setPaying] = useState(false)
  const endHold = useCallback(() => setOver(true), [])
  const amount = intent.data?.amount

  useEffect(() => {
    if (amount) savePaymentSession({ bookingID, amount, userEmail: email })
  }, [bookingID, amount, email])

  /** A failed reload keeps the card details that are being typed; a refusal replaces them. */
  if (intent.isError && (!intent.data || isClientError(intent.error)))
    return <CannotPay error={intent.error} bookingID={bookingID} />
  if (!intent.data) return <Loading words={t`Preparing the payment...`} />
  /** If the family pressed pay in time, show how that ended, not that nothing was charged. */
  if (isOver && !isPaying) return <HoldLapsedNotice />

  const { clientSecret, holdExpiresAt } = intent.data
  return (
    <div className={`${common.stack5} ${styles.payment}`}>
      <AmountDue amount={intent.data.amount}>
        {holdExpiresAt && (
          <p className={`${common.numbers} ${styles.hold}`}>
            <KeptUntil until={holdExpiresAt} onOver={endHold} />
          </p>
        )}
      </AmountDue>
      <CardForm
        clientSecret={clientSecret}
        returnPath={pathTo('bookNiche', { bookingID })}
        amount={intent.data.amount}
        paysFor="niche"
        failure={failure}
        onPaying={setPaying}
        onPaid={onPaid}
      >
        {children}
      </CardForm>
    </div>
  )
}

export function CardForm({ onPaid, ...props }: CardFormProps) {
  const config = useSiteConfig()
  /** The toast of a declined card would stay beside the thanks. */
  const endRefusals = () => {
    toast.dismiss()
    onPaid()
  }
  if (!config) return <Loading words={t`Preparing the payment...`} />
  if (config.payment.provider === 'sandbox') return <SandboxCardForm {...props} onPaid={endRefusals} />
  return (
    <LazyPart load={loadStripeCardForm} loading={<Loading words={t`Preparing the payment...`} />}>
      {({ StripeCardForm }) => <StripeCardForm {...props} onPaid={endRefusals} />}
    </LazyPart>
  )
}

const HoldLapsedNotice = () => (
  <div className={`${common.stack5} ${styles.payment}`} role="alert">
    <Callout tone="warning" title={t`The time to pay is over`}>
      <p>
        {t`The place is free again, and your card has not been charged. You can book it once more if it is still there.`}
      </p>
    </Callout>
    <div>
      <ButtonLink to={pathTo('bookNiche')} replace>
        {t`Choose a niche`}
      </ButtonLink>
    </div>
  </div>
)

function CannotPay({ error, bookingID }: { error: ApiError; bookingID: string }) {
  if (error.code === 'PAYMENT_PROCESSING') return <Navigate to={pathTo('paymentSuccess', { bookingID })} replace />
  return (
    <div className={`${common.stack5} ${styles.payment}`} role="alert">
      <Callout tone="bad">
        <p>{toErrorMessage(error)}</p>
      </Callout>
      <p>
        <Link to={pathTo('myBookings', { bookingID })}>{t`See this booking`}</Link>
      </p>
    </div>
  )
}
