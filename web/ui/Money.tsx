import { formatAmount } from '#contract/money.ts'
import styles from '#web/core/Unbroken.module.css'
import common from '#web/ui/common.module.css'

/** `3800.00` as `SGD 3,800.00`, with tabular figures. */
export const Money = ({ amount }: { amount: string }) => (
  <span className={`${common.numbers} ${styles.whole}`}>{formatAmount(amount)}</span>
)

/** The same in another currency too, written as card providers write it: `sgd`. */
export const AmountIn = ({ amount, currency }: { amount: string; currency: string }) =>
  currency === 'sgd' ? <Money amount={amount} /> : `${currency.toUpperCase()} ${amount}`
