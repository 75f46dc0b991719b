import type { ReactNode } from 'react'

/** The props of each provider's card form. */
export interface CardFormProps {
  clientSecret: string
  bookingID: string
  /** From the press until the provider has answered. */
  onPaying: (isPaying: boolean) => void
  onPaid: () => void
  children?: ReactNode
}
