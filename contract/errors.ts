import { z } from 'zod'
import { moveRefusals } from './bookings/refusals.ts'

const relatedPair =
  'You and {why} cannot confirm this together: one of you gave the other the account, its role, its name or its second factor less than 30 days ago.'

/** Status and sentence of each error code. `{why}` is filled from the error's details. */
export const errorTable = {
  INVALID: [400, 'Please check what you entered.'],
  MALFORMED: [400, 'The request could not be read.'],
  BOT_CHECK_FAILED: [400, 'We could not confirm that you are a person. Please try again.'],
  RESET_TOKEN_INVALID: [400, 'This link has expired or was already used. Please ask for a new one.'],
  EMAIL_LINK_INVALID: [400, 'This link has expired or no longer applies.'],
  INVITATION_INVALID: [
    400,
    'This invitation has expired, was withdrawn or was already used. Please ask for a new one.',
  ],
  FAMILY_LINK_ENDED: [
    404,
    'This link has ended or is not complete. Please ask whoever sent it to you for a new one.',
  ],
  CODE_INVALID: [400, 'Invalid token. Please try again.'],
  CODE_USED: [400, 'This code was already used. Please wait for the next one.'],
  PASSKEY_INVALID: [400, 'This passkey could not be checked. Please try again, or enter a code.'],
  PASSKEY_EXPIRED: [400, 'That took too long. Please try again, or enter a code.'],
  PASSKEY_UNKNOWN: [
    400,
    'This passkey does not belong to your account, or it was removed. Please use another one, or enter a code.',
  ],
  RECOVERY_CODE_INVALID: [400, 'This recovery code is wrong or was already used. Please try another.'],
  NOT_THEIR_ADDRESS: [400, 'That is not the e-mail address of the applicant.'],
  OLD_PASSWORD_WRONG: [400, 'Your old password is not correct.'],
  PAYMENT_DETAILS_MISSING: [400, 'Please enter both payment method and amount.'],
  BAD_CREDENTIALS: [401, 'Incorrect email or password.'],
  NOT_SIGNED_IN: [401, 'Please log in.'],
  SECOND_FACTOR_AGAIN: [
    403,
    'Please enter a code of your authenticator app again. The last one was more than ten minutes ago.',
  ],
  SIGN_IN_AGAIN: [401, 'Too many wrong codes. Please log in again.'],
  WRONG_ROLE: [403, 'Your account does not have permission to do this.'],
  FOREIGN_ORIGIN: [403, 'This request came from another site and was refused.'],
  ACCOUNT_SUSPENDED: [403, 'This account is suspended. Please ask an admin of the house.'],
  NOT_ONESELF: [403, 'You cannot do this to your own account.'],
  NOT_FOUND: [404, 'We could not find that.'],
  NO_USER_WITH_NRIC: [404, 'No user found with this NRIC.'],
  NO_BOOKING_TO_PAY: [404, 'There is no unpaid booking to pay for.'],
  TOO_MANY_PASSKEYS: [409, 'An account can have ten passkeys. Please remove one that you no longer use.'],
  PASSKEY_EXISTS: [409, 'This passkey is already in use.'],
  ACCOUNT_EXISTS: [
    409,
    'We could not create this account. If you have registered before, please log in or reset your password.',
  ],
  REGISTER_BUSY: [409, 'Another import is running. Please try again when it has ended.'],
  REGISTER_IN_USE: [409, 'This import cannot be undone any more. {why}'],
  DETAILS_TAKEN: [409, 'These details are already in use by another account.'],
  APPLICANT_EMAIL_DIFFERS: [
    409,
    'This NRIC belongs to an account with another e-mail address, {why}. Please confirm that the booking is for that account.',
  ],
  AMOUNT_DIFFERS: [409, 'The amount due is {why}. Please confirm that another amount was paid.'],
  EMAIL_UNCONFIRMED: [
    409,
    'Nobody has confirmed the e-mail address of this account yet. We have now written to it. Please change the role once the link in our letter was used.',
  ],
  LAST_ADMIN: [409, 'The last admin cannot be given another role.'],
  NO_NRIC: [409, 'This account was made for staff and has no NRIC. An applicant must register, with another e-mail.'],
  LAST_ADMIN_NEEDED: [409, 'The account of the last admin cannot be suspended.'],
  LAST_ADMIN_STAYS: [409, 'The account of the last admin cannot be closed.'],
  BOOKINGS_UNFINISHED: [409, 'This account cannot be closed yet. Please first finish what is open: {why}.'],
  NICHE_TAKEN: [409, 'This niche is no longer available. Please choose another.'],
  NOBODY_RESTS_HERE: [409, 'Another person can be placed in this niche once its first booking is confirmed.'],
  PLACE_IN_USE: [409, 'This was used already: something was booked, counted or placed there. It stays.'],
  NICHE_FULL: [409, 'There is no place left in this niche.'],
  PLACES_IN_USE: [409, 'More places than that are in use in one of these niches.'],
  NOT_PUBLISHED: [409, 'The block of this niche has not been published yet. An admin publishes it on the page Halls.'],
  OPENS_HOUSE: [
    409,
    'The house is not open yet, and publishing opens it: families can book from then on. Please confirm that it opens.',
  ],
  NOT_OPEN_YET: [409, 'This niche can be booked from {why}.'],
  NAME_IN_USE: [409, 'This name or number is already in use. Please choose another.'],
  CODES_IN_USE: [409, 'Some of these niche codes are already in use. Please change the pattern.'],
  NICHES_NOT_FREE: [409, 'Only free niches can be retired. {why}'],
  PRICE_CHANGE_APPLIED: [409, 'This change of prices has already been applied or withdrawn.'],
  TOO_MANY_UNPAID_BOOKINGS: [
    409,
    'You have {why} that you have not paid for yet. Please pay for one or cancel it before you book another niche.',
  ],
  NICHE_HELD_TWICE: [
    409,
    'The time to pay for this niche has run out twice within a day. You can book it again after {why}, or choose another niche now.',
  ],
  BOOKING_MOVED: [409, 'This booking has just changed. Please look at it again.'],
  BOOKING_NOT_MOVABLE: [409, '{why}'],
  BOOKING_UNPAID: [409, moveRefusals.UNPAID],
  BOOKING_CHANGED: [409, 'This booking has changed since you looked at it. {why} Please check it and try again.'],
  BOOKING_MADE_AT_COUNTER: [409, moveRefusals.MADE_AT_COUNTER],
  BOOKING_AMBIGUOUS: [409, 'This applicant has several pending bookings. Please open the one you mean.'],
  URN_NOT_MOVABLE: [409, '{why}'],
  URN_IN_NICHE: [
    409,
    'Urn {why} is in this niche. Two members of staff take it out first, or confirm that the niche is empty.',
  ],
  WITNESS_ONLY_SECOND: [409, 'A witness confirms what a member of staff has begun. Nobody has begun this yet.'],
  URN_PAIR_RELATED: [409, relatedPair],
  URN_SAME_PERSON: [409, 'You have confirmed this already. Another member of staff has to confirm it by {why}.'],
  URN_OTHER_MOVE: [
    409,
    '{why} has begun another move of this urn. Please finish that first, or wait until it expires.',
  ],
  URN_ATTEMPT_BEGUN: [
    409,
    '{why} has confirmed this in the meantime. Please check what they entered, and confirm again.',
  ],
  URN_ATTEMPT_ENDED: [409, 'The first confirmation has expired or was stopped. Please begin again, both of you.'],
  REQUEST_USED: [409, 'This request was already sent for something else. Please begin again.'],
  URN_MISMATCH: [409, 'Stop. {why} Nothing was moved, and the admins have been told.'],
  URN_PAPERS_DIFFER: [
    409,
    'The papers do not match this booking. Nothing was recorded. Please read the papers again, and check that this is the right booking.',
  ],
  URN_NOT_IDENTIFIABLE: [
    409,
    'Too little is recorded about this person: a name is needed, and a date, an identity number or the number of the cremation certificate.',
  ],
  COUNT_FULL: [409, 'Two people are counting this block already: {why}.'],
  COUNT_ENDED: [409, 'This stock-take has ended, or you have finished your count. Nothing was recorded.'],
  COUNT_NOT_YOURS: [409, 'You are not counting this block.'],
  COUNT_INCOMPLETE: [409, 'Please first mark every niche that should hold an urn. Still to count: {why}.'],
  BOOKING_NOT_APPROVED: [409, 'A day can be chosen once the booking is approved.'],
  NOT_SHAREABLE: [409, 'This page can be shared once everything is paid, and until the booking ends.'],
  RELATIVE_CHANGED: [409, 'This invitation has changed since you looked at it. Please check it and try again.'],
  OWN_INVITATION: [
    409,
    'You are signed in as the person who sent this invitation. Whoever you invited opens the link and signs in with an account of their own.',
  ],
  SLOT_TAKEN: [409, 'This time has just been taken. Please choose another.'],
  TIME_NOT_OFFERED: [409, 'This time cannot be chosen. Please choose one of the times that are offered.'],
  TIME_PASSED: [409, 'This time has passed. Please choose another.'],
  APPOINTMENT_CHANGED: [409, 'This appointment has changed since you looked at it. Please check it and try again.'],
  APPOINTMENT_NOT_MOVABLE: [409, '{why}'],
  PAYMENT_NOT_COMPLETE: [409, 'The payment has not been completed yet.'],
  PAYMENT_PROCESSING: [409, 'Your payment is still being confirmed. This can take a few minutes.'],
  PAYMENT_DECLINED: [402, '{why}'],
  REFUND_NOT_DUE: [409, 'No refund is waiting to be settled for this payment.'],
  REFUND_BY_ANOTHER: [
    403,
    'You took this money or decided on its refund. Another member of staff gives it back and records that here.',
  ],
  SETTLED_BY_ANOTHER: [403, 'You took part in this. Somebody else settles it.'],
  ALREADY_SETTLED: [409, 'This was settled in the meantime.'],
  CASH_UP_OPEN: [409, 'The drawer has been counted already, and the count waits for its second signature.'],
  CASH_UP_CHANGED: [
    409,
    'What the drawer should hold has changed since you opened this page. Please compare your count once more.',
  ],
  CASH_UP_ENDED: [409, 'This count was signed or withdrawn in the meantime.'],
  CASH_UP_SAME_PERSON: [409, 'You have counted this yourself. Another member of staff, or an admin, signs it.'],
  CASH_UP_PAIR_RELATED: [409, relatedPair],
  TOO_LARGE: [413, 'That is too large to send.'],
  WRONG_CONTENT_TYPE: [415, 'This content type is not supported here.'],
  THROTTLED: [429, 'Too many attempts. Please wait a little and try again.'],
  TOO_MANY_SUBMISSIONS: [
    429,
    'You have sent many applications within an hour. Please wait until {why} and send this one again.',
  ],
  TOO_MANY_MAPS: [429, 'You have too many live maps open. Please close one, or try again in a little while.'],
  TOO_MANY_STREAMS: [429, 'You have too many live pages open. Please close one, or try again in a little while.'],
  TOO_MANY_SEARCHES: [429, 'Your earlier searches are still running. Please wait a moment and search again.'],
  EMAIL_CHANGED_TOO_OFTEN: [429, 'An e-mail address can be changed 3 times a day. Please try again tomorrow.'],
  TOO_MANY_LETTERS: [429, 'This would send more letters than we allow in a day. Please try again tomorrow.'],
  UNEXPECTED: [500, 'Something went wrong on our side. Nothing was changed.'],
  CARD_PROVIDER_AWAY: [503, 'The card payment service cannot be reached right now. Please try again in a moment.'],
  SEARCH_TOO_SLOW: [504, 'This search took too long. Please search a smaller part, or try again in a moment.'],
  UPLOADS_BUSY: [503, 'Many files are being checked at the moment. Please try again in a moment.'],
  STORAGE_FULL: [
    503,
    'There is no room for this file at the moment. Please try again later, and tell us if it happens again.',
  ],
  DATABASE_AWAY: [503, 'Columba is not available at the moment. Please try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errorTable

export const FieldErrors = z.record(z.string(), z.string())
export type FieldErrors = z.infer<typeof FieldErrors>

export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  errors: FieldErrors.optional(),
  /** Only if the endpoint's own reply has `success`. */
  success: z.literal(false).optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

/** The first message for each field; forms show one per field. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  const found: FieldErrors = {}
  for (const issue of error.issues) found[String(issue.path[0] ?? 'form')] ??= issue.message
  return found
}
