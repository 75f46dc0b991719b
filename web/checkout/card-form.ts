import type { ReactNode } from 'react'

/** What each provider's card form is given. */
export interface CardFormProps {
  clientSecret: string
  bookingID: string
  /** From the press until the provider has answered. */
  onPaying: (isPaying: boolean) => void
  onPaid: () => void
  children?: ReactNode
}
