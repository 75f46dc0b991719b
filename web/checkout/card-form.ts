import type { ReactNode } from 'react'
import type { PaymentFailure, PaysFor } from './PaymentFailedNotice.tsx'

/** The props of each provider's card form. */
export interface CardFormProps {
  clientSecret: string
  /** The path to which the browser comes back from the site of a bank or wallet. */
  returnPath: `/${string}`
  /** The amount that is owed, for the label of the button that pays. */
  amount: string
  /** The purpose, for the words after an attempt that did not pay. */
  paysFor: PaysFor
  /** The result of an attempt on the site of a bank or wallet, if it did not pay. */
  failure: PaymentFailure | undefined
  /** True from the press of the button until the provider has answered. */
  onPaying: (isPaying: boolean) => void
  onPaid: () => void
  children?: ReactNode
}
