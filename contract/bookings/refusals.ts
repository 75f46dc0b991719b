/** Why a booking cannot be moved, with the sentence that the user sees. */
export const moveRefusals = {
  CANCELLED: 'This booking has been cancelled.',
  CANCELLED_AND_REFUNDED: 'This booking has been cancelled. Your payment is being returned to you.',
  ARCHIVED: 'This booking has been archived.',
  NICHE_TAKEN_SINCE: 'The niche of this archived booking is not free any more.',
  UNPAID: 'This booking has not been paid yet.',
  ALREADY_PAID: 'This booking has already been paid.',
  HOLD_OVER: 'The time to pay for this booking has passed.',
  MADE_AT_COUNTER: 'This booking was made at our counter. Please ask our staff to change it.',
  ALREADY_CONFIRMED: 'This booking has already been confirmed.',
  STILL_PENDING: 'This booking is still pending.',
  URN_REQUEST_OPEN: 'An urn placement has been requested: approve or deny the request.',
  URN_REQUEST_JUST_DENIED: 'The request for urn placement was denied less than 30 seconds ago.',
  URN_ALREADY_REQUESTED: 'An urn placement has already been requested.',
  ONLY_PRE_ORDER_CONFIRMED: 'Only a pre-order can be confirmed as one.',
  ONLY_PRE_ORDER_URN: 'Only a pre-order can request urn placement.',
  ONLY_PRE_ORDER_RELEASED: 'Only a confirmed pre-order can be released.',
  CERTIFICATE_ASKED: 'The family has already been asked for another certificate.',
  NO_CERTIFICATE_ASKED: 'No other certificate has been requested for this booking.',
  URN_PLACED: 'The urn is in the niche. Please take it out and release it first.',
  URN_HELD: 'The urn is with us. Please release it first.',
  ONLY_CURRENT_ARCHIVED: 'Only a confirmed booking for current use can be archived.',
  NICHE_TAKEN_SINCE_DENIAL: 'The niche of this booking is not free any more.',
  DENIAL_STANDS: 'A denial can be taken back for 30 seconds, until its letter leaves the house.',
} as const satisfies Record<string, string>

export type MoveRefusal = keyof typeof moveRefusals
