import type { ReactNode } from 'react'
import { t } from '#contract/words/t.ts'
import styles from './AmountDue.module.css'
import common from './common.module.css'
import { Money } from './Money.tsx'

/** The head of every payment. */
export const AmountDue = ({ amount, children }: { amount: string; children?: ReactNode }) => (
  <div className={`${common.help} ${styles.due}`}>
    <p>{t`Amount due`}</p>
    <p className={styles.amount}>
      <Money amount={amount} />
    </p>
    {children}
  </div>
)
