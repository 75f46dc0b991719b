import { useEffect, useRef } from 'react'
import { t } from '#contract/words/t.ts'
import { Callout } from '#web/ui/Callout.tsx'
import common from '#web/ui/common.module.css'
import styles from './CardPayment.module.css'

export interface PaymentFailure {
  /** The provider's sentence, which is also shown as a toast. */
  reason: string
  /** The bank refused or the payer stopped; otherwise the provider could not be reached. */
  isDeclined: boolean
}

/** Only a niche is held for a time. */
export type PaysFor = 'niche' | 'charges'

export const notCompleted = (): PaymentFailure => ({ reason: t`The payment was not completed.`, isDeclined: true })

/** Stays above the card fields after the toast is gone. It takes the focus, because the pay button is below the fields. */
export function PaymentFailedNotice({ reason, isDeclined, paysFor }: PaymentFailure & { paysFor: PaysFor }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.failure}>
      <Callout tone="bad" title={reason.replace(/[.。]$/, '')}>
        {isDeclined ? <WhatToTry paysFor={paysFor} /> : <p>{notTwice(paysFor)}</p>}
      </Callout>
    </div>
  )
}

const notTwice = (paysFor: PaysFor) =>
  paysFor === 'niche'
    ? t`Please try again. You cannot be charged twice for this booking.`
    : t`Please try again. You cannot be charged twice for what is due.`

const WhatToTry = ({ paysFor }: { paysFor: PaysFor }) => (
  <>
    <p>
      {paysFor === 'niche'
        ? t`Nothing was paid, and the niche is still held for you. You can:`
        : t`Nothing was paid. You can:`}
    </p>
    <ul className={common.bullets}>
      <li>{t`check the card number, the expiry date and the security code`}</li>
      <li>{t`use another card or another way to pay`}</li>
      <li>{t`ask your bank, which may have to allow a payment of this amount`}</li>
      <li>{paysFor === 'niche' ? t`pay at our counter before the time above is over` : t`pay at our counter`}</li>
    </ul>
  </>
)
