/** What the provider says of an attempt to pay. `failed` may still be tried again with another card. */
export type IntentStatus = 'succeeded' | 'pending' | 'failed' | 'canceled'

export interface Intent {
  intentID: string
  status: IntentStatus
  amountCents: number
  /** Lower case, as providers write it: `sgd`. */
  currency: string
  /** What the intent was made for; absent when it is not one of ours. */
  paymentID: string | undefined
}

export interface PaymentOrder {
  bookingID: string
  paymentID: string
  amountCents: number
  currency: 'sgd'
  /** Asking again with the same key gives the same intent; providers refuse it with other words, and forget it after a day. */
  idempotencyKey: string
  receiptEmail?: string
}

/** What the payer's browser needs to show a card to an intent. */
export interface StartedIntent {
  intentID: string
  clientSecret: string
}

export interface Refund {
  refundID: string
  status: 'succeeded' | 'pending' | 'failed'
}

/** News from the provider, in our words; what we do not act on is `other`. */
export interface GatewayEvent {
  eventID: string
  kind: 'intent.succeeded' | 'intent.failed' | 'intent.canceled' | 'refund.succeeded' | 'refund.failed' | 'other'
  intentID: string | undefined
  refundID: string | undefined
}

export interface TestCard {
  clientSecret: string
  number: string
  /** `MM/YY` */
  expiry: string
  cvc: string
}

/**
 * Whoever takes the cards. Nothing here may be called inside a transaction.
 * Failures are `CARD_PROVIDER_AWAY` (ask again later) or `PAYMENT_DECLINED` (with the sentence the person reads).
 */
export interface CardGateway {
  provider: 'sandbox' | 'stripe'
  publishableKey: string
  createIntent: (order: PaymentOrder) => Promise<StartedIntent>
  /** For a payer who comes back, however long after. */
  resumeIntent: (intentID: string) => Promise<StartedIntent>
  readIntent: (intentID: string) => Promise<Intent>
  /** Answers how the intent stands afterwards: one that was paid in the meantime stays `succeeded`. */
  cancelIntent: (intentID: string) => Promise<Intent>
  refund: (order: { intentID: string; amountCents: number; idempotencyKey: string }) => Promise<Refund>
  /** Throws `MALFORMED` for anything that the provider did not sign. */
  readEvent: (rawBody: Buffer, signature: string) => GatewayEvent
  /** Only the sandbox has it: what the provider's own form would do with a card. */
  confirmCard?: (card: TestCard) => Promise<Intent>
}
