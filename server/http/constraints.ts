import type { ErrorCode } from '#contract/errors.ts'

/** Promises that two requests could break are kept by named constraints; this is what a person is told when one holds. */
const codeByConstraint: Record<string, ErrorCode> = {
  users_email_unique: 'DETAILS_TAKEN',
  users_username_unique: 'DETAILS_TAKEN',
  users_nric_unique: 'DETAILS_TAKEN',
  bookings_one_active_per_niche: 'NICHE_TAKEN',
  urn_requests_one_open: 'BOOKING_MOVED',
  payments_one_per_booking: 'BOOKING_MOVED',
  payments_intent_unique: 'BOOKING_MOVED',
}

/** The constraint that a database error names, however deep it is wrapped. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const name = 'constraint' in error ? error.constraint : undefined
  return typeof name === 'string' ? name : constraintOf(error.cause)
}

export function errorCodeForConstraint(error: unknown): ErrorCode | undefined {
  const name = constraintOf(error)
  return name === undefined ? undefined : codeByConstraint[name]
}
