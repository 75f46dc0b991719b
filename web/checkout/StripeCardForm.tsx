import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ChunkLoadError, loadChunk } from '#web/load-chunk.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './CardPayment.module.css'
import type { CardFormProps } from './card-form.ts'
import { PaymentFailedNotice } from './PaymentFailedNotice.tsx'

const declined = 'The card could not be charged. Please check it or use another.'

const unavailable = 'The card payment service cannot be reached right now.'

/** Once per tab, because Stripe's script must not be loaded twice. A failed load can be retried. */
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
    loadStripe(publishableKey).catch((error: unknown) => {
      throw new ChunkLoadError('Stripe.js', 'missing', error)
    }),
  )

/** Stripe's own form: card numbers go to Stripe and never to us. */
export function StripeCardForm(props: CardFormProps) {
  return (
    <QueryResult query={useStripeScript()} loading="Preparing the payment..." failure={unavailable}>
      {(stripe) => (
        <Elements stripe={stripe} options={{ clientSecret: props.clientSecret, appearance: appearance() }}>
          <StripeFields {...props} />
        </Elements>
      )}
    </QueryResult>
  )
}

function StripeFields({ bookingID, onPaying, onPaid, children }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [isBusy, setBusy] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const [isUnavailable, setUnavailable] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || isBusy) return
    setBusy(true)
    onPaying(true)
    const { error } = await stripe.confirmPayment({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: location.origin + pathTo('paymentSuccess', { bookingID }) },
    })
    if (!error) return onPaid()
    setBusy(false)
    onPaying(false)
    setRefused(true)
    toast.error(error.message ?? declined)
  }

  return (
    <form className={styles.form} onSubmit={submit} aria-label="Card details">
      <PaymentElement onLoadError={() => setUnavailable(true)} />
      <div role="alert">
        {isUnavailable && <Callout tone="bad">{unavailable}</Callout>}
        {isRefused && <PaymentFailedNotice />}
      </div>
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy || !stripe}>
          Pay now
        </Button>
        {children}
      </div>
    </form>
  )
}

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
