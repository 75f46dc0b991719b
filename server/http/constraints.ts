import type { ErrorCode } from '#contract/errors.ts'

/** Named constraints guard what two parallel requests could break. This table maps each to the error that the user gets. */
const codeByConstraint: Record<string, ErrorCode> = {
  users_email_unique: 'DETAILS_TAKEN',
  users_username_unique: 'DETAILS_TAKEN',
  users_nric_unique: 'DETAILS_TAKEN',
  passkeys_credential_unique: 'PASSKEY_EXISTS',
  bookings_one_active_per_niche: 'NICHE_TAKEN',
  bookings_one_active_per_place: 'NICHE_TAKEN',
  bookings_within_capacity: 'NICHE_FULL',
  niches_capacity_in_use: 'PLACES_IN_USE',
  urns_within_capacity: 'NICHE_FULL',
  urn_requests_one_open: 'BOOKING_MOVED',
  certificate_requests_one_open: 'BOOKING_MOVED',
  payments_one_per_booking: 'BOOKING_MOVED',
  payments_one_open_for_charges: 'BOOKING_MOVED',
  rights_one_per_niche: 'BOOKING_MOVED',
  charges_once: 'BOOKING_MOVED',
  charges_pkey: 'REQUEST_USED',
  payments_intent_unique: 'BOOKING_MOVED',
  appointments_one_open: 'APPOINTMENT_CHANGED',
  appointment_moves_pkey: 'REQUEST_USED',
  buildings_name_unique: 'NAME_IN_USE',
  levels_number_unique: 'NAME_IN_USE',
  blocks_name_unique: 'NAME_IN_USE',
  block_drafts_name_unique: 'NAME_IN_USE',
  niches_code_unique: 'CODES_IN_USE',
  urn_attempts_one_open: 'URN_ATTEMPT_ENDED',
  urns_one_per_booking: 'BOOKING_MOVED',
  urn_moves_in_order: 'BOOKING_MOVED',
  urn_moves_request_once: 'REQUEST_USED',
  urn_attempts_first_once: 'REQUEST_USED',
  urn_count_marks_request_once: 'REQUEST_USED',
  urn_attempts_second_once: 'REQUEST_USED',
  bills_credited_once: 'BILL_CREDITED',
  cash_ups_one_open: 'CASH_UP_OPEN',
  second_person_requests_one_open: 'SECOND_ASKED',
}

/** The constraint that a database error names, also if the error is wrapped. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const name = 'constraint' in error ? error.constraint : undefined
  return typeof name === 'string' ? name : constraintOf(error.cause)
}

export function errorCodeForConstraint(error: unknown): ErrorCode | undefined {
  const name = constraintOf(error)
  return name === undefined ? undefined : codeByConstraint[name]
}
