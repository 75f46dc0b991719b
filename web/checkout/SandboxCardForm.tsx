import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { paymentApi } from '#contract/payments/api.ts'
import { t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { T } from '#web/core/T.tsx'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Money } from '#web/ui/Money.tsx'
import styles from './CardPayment.module.css'
import type { CardFormProps } from './card-form.ts'
import { type CardDetails, checkCard, formatCardNumber, formatExpiry, formatSecurityCode } from './card-input.ts'
import { PaymentFailedNotice } from './PaymentFailedNotice.tsx'

/** The demo's own card widget: no card that is typed here is ever charged, and none leaves this server. */
export function SandboxCardForm({ clientSecret, amount, paysFor, onPaying, onPaid, children }: CardFormProps) {
  const [card, setCard] = useState<CardDetails>({ number: '', expiry: '', cvc: '' })
  const [wrong, setWrong] = useState<Partial<CardDetails>>({})
  const pay = useApiMutation(paymentApi.sandboxConfirm, {
    failed: toErrorMessage,
    onSuccess: onPaid,
    onError: () => onPaying(false),
  })

  const change = (part: Partial<CardDetails>) => {
    setCard({ ...card, ...part })
    setWrong({})
  }
  const field = (part: keyof CardDetails) => ({ inputMode: 'numeric' as const, value: card[part], error: wrong[part] })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pay.isPending) return
    const found = checkCard(card)
    flushSync(() => setWrong(found))
    if (Object.keys(found).length > 0) return event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    onPaying(true)
    pay.mutate({ body: { clientSecret, ...card } })
  }

  return (
    <form className={common.stack4} onSubmit={submit} noValidate aria-label={t`Card details`}>
      {pay.error && (
        <PaymentFailedNotice
          reason={toErrorMessage(pay.error)}
          isDeclined={pay.error.code === 'PAYMENT_DECLINED'}
          paysFor={paysFor}
        />
      )}
      <TextField
        label={t`Card number`}
        name="cardNumber"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        {...field('number')}
        onChange={(event) => change({ number: formatCardNumber(event.target.value) })}
      />
      <div className={styles.pair}>
        <TextField
          label={t`Expiry`}
          name="expiry"
          autoComplete="cc-exp"
          placeholder={t`MM/YY`}
          {...field('expiry')}
          onChange={(event) => change({ expiry: formatExpiry(event.target.value, card.expiry) })}
        />
        <TextField
          label={t`Security code`}
          name="cvc"
          autoComplete="cc-csc"
          placeholder="123"
          {...field('cvc')}
          onChange={(event) => change({ cvc: formatSecurityCode(event.target.value) })}
        />
      </div>
      <TestCards onChoose={(number) => change({ number, expiry: '12/34', cvc: '123' })} />
      <div className={common.row3}>
        <Button type="submit" busy={pay.isPending}>
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

const cards = () => [
  { number: '4242 4242 4242 4242', outcome: t`succeeds` },
  { number: '4000 0000 0000 0002', outcome: t`is declined` },
  { number: '4000 0000 0000 9995', outcome: t`has insufficient funds` },
  { number: '4000 0000 0000 5126', outcome: t`pays, but cannot be refunded` },
]

/** Saves visitors of the demo from looking up the test card numbers. */
const TestCards = ({ onChoose }: { onChoose: (number: string) => void }) => (
  <details className={styles.tests}>
    <summary className={common.help}>{t`Test cards for this demo`}</summary>
    <ul>
      {cards().map(({ number, outcome }) => (
        <li key={number} className={`${common.spread} ${common.help}`}>
          <span>
            {number} {outcome}
          </span>
          <Button variant="quiet" small onClick={() => onChoose(number)} aria-label={t`Use the card that ${outcome}`}>
            {t`Use`}
          </Button>
        </li>
      ))}
    </ul>
  </details>
)
