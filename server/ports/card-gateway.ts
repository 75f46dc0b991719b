/** After `failed`, the payer may try again on the same intent. While it is `processing`, the payer has done their part and the bank has not. */
export type IntentStatus = 'succeeded' | 'processing' | 'pending' | 'failed' | 'canceled'

export interface Intent {
  intentID: string
  status: IntentStatus
  amountCents: number
  /** The code in lower case, as providers write it: `sgd`. */
  currency: string
  /** The payment that the intent was created for; `undefined` if Columba did not create it. */
  paymentID: string | undefined
  /** The last four digits of a card that paid. */
  cardLast4: string | undefined
}

/** An intent as a list has it. */
export interface ListedIntent extends Omit<Intent, 'cardLast4'> {
  /** The booking that it was created for. */
  bookingID: string | undefined
  createdAt: Date
}

interface PaymentOrder {
  bookingID: string
  paymentID: string
  amountCents: number
  currency: 'sgd'
  /** The same key returns the same intent. Providers reject it with other parameters, and forget it after a day. */
  idempotencyKey: string
  receiptEmail?: string
}

/** What the payer's browser needs to pay an intent. */
export interface StartedIntent {
  intentID: string
  clientSecret: string
  status: IntentStatus
}

/** `failed` is for good: requesting the refund again would not help. It has no ID if the provider refused to make it. */
export type Refund =
  | { status: 'succeeded'; refundID: string }
  | { status: 'pending'; refundID: string }
  | { status: 'failed'; refundID: string | undefined; failureCode: string }

/** A cardholder wants a payment back, and the bank decides. It may take the money long before. */
export interface Dispute {
  disputeID: string
  /** Undefined for a payment without an intent, which Columba never makes. */
  intentID: string | undefined
  /** An inquiry of the bank that has ended counts as won. */
  status: 'open' | 'won' | 'lost'
  amountCents: number
  /** The code in lower case: `sgd`. */
  currency: string
  /** The provider's code for what the cardholder says. */
  reason: string
  /** The money that the bank has given back or, if negative, taken. A move never changes. */
  moves: readonly { moveID: string; cents: number }[]
}

/** An event from the provider, in Columba's terms. `other` means that it needs no action. */
export interface GatewayEvent {
  eventID: string
  kind:
    | 'intent.succeeded'
    | 'intent.processing'
    | 'intent.failed'
    | 'intent.canceled'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'dispute'
    | 'other'
  intentID: string | undefined
  refundID: string | undefined
  disputeID: string | undefined
  /** The amount of a refund, which may be a part of its payment. */
  amountCents: number | undefined
  /** The provider's reason for a refund that failed. */
  failureCode: string | undefined
}

export interface TestCard {
  clientSecret: string
  number: string
  /** `MM/YY` */
  expiry: string
  cvc: string
}

/**
 * The card provider. Do not call it inside a transaction, because a slow reply would hold locks.
 * Failures are `CARD_PROVIDER_AWAY` (try again later) or `PAYMENT_DECLINED` (with the sentence for the payer).
 */
export interface CardGateway {
  provider: 'sandbox' | 'stripe'
  publishableKey: string
  /** Rejects if the provider does not answer or does not accept our key. */
  check: () => Promise<void>
  createIntent: (order: PaymentOrder) => Promise<StartedIntent>
  /** Reads an existing intent by its ID, for a payer who returns after its idempotency key has expired. */
  resumeIntent: (intentID: string) => Promise<StartedIntent>
  readIntent: (intentID: string) => Promise<Intent>
  /** All that were created since then, also those whose IDs Columba has lost, a page at a time. */
  listIntents: (since: Date) => AsyncIterable<ListedIntent[]>
  /** The IDs of intents that were refunded since then, wholly or in part. */
  listRefundedIntents: (since: Date) => Promise<string[]>
  /** Returns the intent afterwards; one that was paid in the meantime stays `succeeded`. */
  cancelIntent: (intentID: string) => Promise<Intent>
  /** Failures that may be temporary are thrown. */
  refund: (order: { intentID: string; amountCents: number; idempotencyKey: string }) => Promise<Refund>
  readDispute: (disputeID: string) => Promise<Dispute>
  /** All that were opened since then. */
  listDisputes: (since: Date) => Promise<Dispute[]>
  /** Throws `MALFORMED` for anything that the provider did not sign. */
  readEvent: (rawBody: Buffer, signature: string) => GatewayEvent
  /** Does what the provider's form does in the browser; only the sandbox has it. */
  confirmCard?: (card: TestCard) => Promise<Intent>
}
