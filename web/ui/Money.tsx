import { formatAmount } from '#contract/money.ts'
import styles from './Money.module.css'

/** `3800.00` as `SGD 3,800.00`, with tabular figures. */
export const Money = ({ amount }: { amount: string }) => <span className={styles.money}>{formatAmount(amount)}</span>
