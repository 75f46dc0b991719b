/** Why a refund will never be made, by the provider's code: `failure_reason` of a refund, or the code of an error. */
const reasons: Record<string, string> = {
  lost_or_stolen_card: 'The card was reported lost or stolen.',
  expired_or_canceled_card: 'The card has expired or was cancelled.',
  declined: 'The bank refused it.',
  insufficient_funds: 'The balance at the card provider was too low.',
  merchant_request: 'It was cancelled at the card provider.',
  charge_for_pending_refund_disputed: 'The cardholder disputed the payment.',
  charge_disputed: 'The cardholder disputed the payment.',
  refund_disputed_payment: 'The cardholder disputed the payment.',
  amount_too_large: 'Part of the payment was already refunded at the card provider.',
  amount_too_small: 'The amount is too small for the card provider.',
  resource_missing: 'The card provider does not know the payment.',
  canceled: 'It was cancelled at the card provider.',
  failed: 'The card provider gave no reason.',
  unknown: 'The card provider gave no reason.',
}

/** The reason that the clerk reads who settles it by hand. */
export const refundFailureReason = (code: string): string =>
  reasons[code] ?? `The card provider refused it and gave this reason: ${code}.`

/** Errors that may go away: the balance is topped up, a setting is corrected, another request ends. */
const temporaryErrors = new Set([
  'balance_insufficient',
  'lock_timeout',
  'rate_limit',
  'idempotency_key_in_use',
  'livemode_mismatch',
  'testmode_charges_only',
  'secret_key_required',
])

/** True for a request that the provider calls invalid. It would refuse the same request again. */
export const isPermanentRefusal = (code: string | undefined) => code === undefined || !temporaryErrors.has(code)
