import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntentResult } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { paymentApi } from '#contract/payments/api.ts'
import { spoken, t } from '#contract/words/t.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ChunkLoadError, loadChunk } from '#web/core/load-chunk.ts'
import { T } from '#web/core/T.tsx'
import { toast } from '#web/core/toast.tsx'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { Money } from '#web/ui/Money.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import type { CardFormProps } from './card-form.ts'
import { notCompleted, PaymentFailedNotice, type PaymentFailure } from './PaymentFailedNotice.tsx'

const unavailable = () => t`The card payment service cannot be reached right now.`

/** The script is loaded once per tab, because Stripe's must not be loaded twice. A failed load can be retried. */
const useStripeScript = () =>
  useQuery(
    {
      queryKey: ['the card provider'],
      queryFn: async () => loadStripeScript((await callApi(paymentApi.config, {})).publishableKey),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
    },
    queryClient,
  )

const loadStripeScript = (publishableKey: string) =>
  loadChunk('Stripe.js', () =>
    loadStripe(publishableKey, spoken().language === 'en' ? {} : { locale: 'zh' }).catch((error: unknown) => {
      throw new ChunkLoadError('Stripe.js', 'missing', error)
    }),
  )

/** Stripe's own form, with the payment methods that Stripe offers this payer: card numbers go to Stripe and never to us. */
export function StripeCardForm(props: CardFormProps) {
  return (
    <QueryResult query={useStripeScript()} loading={t`Preparing the payment...`} failure={unavailable()}>
      {(stripe) => (
        <Elements stripe={stripe} options={{ clientSecret: props.clientSecret, appearance: appearance() }}>
          <StripeFields {...props} />
        </Elements>
      )}
    </QueryResult>
  )
}

function StripeFields({ returnPath, amount, paysFor, failure, onPaying, onPaid, children }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState(failure)
  const [isUnavailable, setUnavailable] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || isBusy) return
    setBusy(true)
    onPaying(true)
    setRefused(undefined)
    const result = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.origin + returnPath },
    })
    if (isUnderWay(result)) return onPaid()
    const next = failureOf(result)
    setBusy(false)
    onPaying(false)
    toast.error(next.reason)
    if (result.error?.type !== 'validation_error') setRefused(next)
  }

  return (
    <form className={common.stack4} onSubmit={submit} aria-label={t`Card details`}>
      {refused && <PaymentFailedNotice {...refused} paysFor={paysFor} />}
      <PaymentElement onLoadError={() => setUnavailable(true)} />
      <ErrorAlert>{isUnavailable && unavailable()}</ErrorAlert>
      <div className={common.row3}>
        <Button type="submit" busy={isBusy || !stripe}>
          <span>
            <T>
              Pay <Money amount={amount} />
            </T>
          </span>
        </Button>
        {children}
      </div>
    </form>
  )
}

/** A bank may confirm later; the next page waits for it. */
const isUnderWay = ({ paymentIntent }: PaymentIntentResult) =>
  paymentIntent?.status === 'succeeded' || paymentIntent?.status === 'processing'

/** Without an error the payer has, for example, closed the QR code. What is missing in Stripe's own fields it shows itself. */
const failureOf = ({ error }: PaymentIntentResult): PaymentFailure => ({
  reason: error?.message ?? notCompleted().reason,
  isDeclined: error?.type !== 'api_error' && error?.type !== 'api_connection_error',
})

/** The form is in Stripe's iframe, which cannot see our CSS variables. */
function appearance() {
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  return {
    variables: {
      colorPrimary: token('--pine'),
      colorBackground: token('--card'),
      colorText: token('--ink'),
      colorDanger: token('--rose'),
      borderRadius: token('--radius'),
    },
  }
}
