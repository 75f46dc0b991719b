import type { ErrorCode } from '#contract/errors.ts'

/** Refusals that no family meets. */
export const refusalsForStaff = [
  ...['NOT_THEIR_ADDRESS', 'NOT_ONESELF', 'NO_USER_WITH_NRIC'],
  ...['REGISTER_BUSY', 'CELLS_CHANGED', 'REGISTER_IN_USE', 'EMAIL_UNCONFIRMED'],
  ...['LAST_ADMIN', 'NO_NRIC', 'LAST_ADMIN_NEEDED', 'PLACE_IN_USE', 'PLACES_IN_USE'],
  ...['OPENS_HOUSE', 'HOUSE_NOT_READY', 'DRAFT_CHANGED', 'NAME_IN_USE', 'CODES_IN_USE'],
  ...['NICHES_NOT_FREE', 'PRICE_CHANGE_APPLIED', 'BOOKING_AMBIGUOUS', 'URN_NOT_SEEN', 'URN_IN_NICHE'],
  ...['WITNESS_ONLY_SECOND', 'SECOND_SAME_PERSON', 'SECOND_PAIR_RELATED', 'SECOND_FIRST_GONE', 'SECOND_ASKED'],
  ...['SECOND_PERSON_ASKED', 'SECOND_REQUEST_ENDED', 'URN_SAME_PERSON', 'URN_OTHER_MOVE', 'URN_ATTEMPT_BEGUN'],
  ...['URN_ATTEMPT_ENDED', 'URN_MISMATCH', 'URN_PAPERS_DIFFER', 'URN_NOT_IDENTIFIABLE'],
  ...['COUNT_FULL', 'COUNT_ENDED', 'COUNT_NOT_YOURS', 'COUNT_INCOMPLETE', 'REFUND_NOT_DUE', 'REFUND_BY_ANOTHER'],
  ...['SETTLED_BY_ANOTHER', 'TRANSFER_BY_ANOTHER', 'NO_EMAIL_ADDRESS', 'ROUNDING_CHOSEN', 'RIGHT_END_PASSED'],
  ...['HOLDERS_MISSING', 'HOLDERS_DIED', 'HOLDERS_ASKED', 'FAMILY_TO_HEAR', 'STEP_NOT_NEXT'],
  ...['STEPS_NOT_OVER', 'SECOND_NOT_ADMIN', 'HOLDER_CHANGED', 'LAST_HOLDER', 'ADDRESS_UNCHANGED', 'LETTER_OUTDATED'],
  ...['ALREADY_SETTLED', 'CASH_UP_OPEN', 'CASH_UP_CHANGED', 'CASH_UP_ENDED', 'BILL_CREDITED', 'BILL_NOT_OPEN'],
  ...['BILLS_BEGUN', 'CHARGE_CHANGED'],
] as const satisfies ErrorCode[]

/** In files of pages that families read. */
export const sentencesForStaff: readonly string[] = [
  'This block has not been published yet',
  'Families do not see it, and nobody can book its niches. An admin publishes it on the page Halls.',
  'No block of niches is published yet.',
  'An admin publishes the first one. Then you can book here for families at the counter.',
  ...['Is this the right account?', 'Book for this account', 'Check the details', 'The account is in the name of '],
  '. Letters about this booking go to the address of the account, not to ',
  ...['Discard this application?', 'Keep editing', 'The person who books.', 'Notes about this booking'],
  'Everything entered in the form and the chosen certificates will be removed.',
  'Choose a free niche on the map. Its place and price appear here.',
  ...['Confirm Booking', 'The payment is recorded in the next step, and the niche is kept meanwhile.'],
  'The booking is recorded, and a receipt is on its way to the applicant.',
  'It could not be checked whether the payment is recorded.',
  ...['No payment is recorded for this booking.', 'See right '],
  ...['Back to the person', 'Back to Placements', 'Another time', 'Set this time'],
  ...['The letter came back signed', 'They signed at the counter', 'Has {0} accepted?', 'How they signed', 'Reason'],
  '{0} could not be read just now.',
  ...['Record it', 'It is recorded that they have accepted.', 'Record that {0} has accepted', 'Accepted'],
  'Who asked for it, and how you know them. Kept in the history of the right.',
]

/**
 * Rules of forms that only staff fill in, or that are on pages which are not whole yet: where they are, or their sentence. Pages of
 * families load them for another call.
 */
export const rulesForStaff: readonly string[] = [
  ...['contract/prices/', 'contract/halls/', 'contract/urns/', 'contract/rights/', 'contract/bills/'],
  ...['contract/charges/', 'contract/dashboard/', 'contract/niches/row-heights.ts'],
  ...['Please write hours like 9:00-12:00, 13:00-17:00', 'Please write each line like 2026-12-25: closed'],
  ...['Please enter a whole number.', 'At least {0}', 'At most {0}'],
  ...['Please enter whole millimetres, such as 240.', 'Please enter a valid NRIC.'],
  ...['Please say which papers you have seen.', 'Please provide a reason for denial.', 'Please choose a certificate.'],
  ...['Please enter the code from the letter.', 'Please enter the six digits from the letter.'],
  ...['Please provide a valid 8-digit contact number.', 'Please say what is wrong with the certificate.'],
]

/** Kinds of letters that no family gets. */
const lettersToStaff = [
  ...['account-suspended', 'audit-head', 'house-changed', 'import-undone', 'invitation'],
  ...['late payment notice', 'linked-notice', 'many-compared', 'many-nrics-read', 'new-staff'],
  ...['register-exported', 'returned-alone'],
  ...['right-objection', 'role-changed', 'second-person-asked', 'done-alone', 'second-person-ended', 'staff-renamed'],
  ...['staff-suspension', 'transfer-alone', 'urn mismatch'],
]
/** To people and organisations without an account, so that nobody knows their language. */
const lettersToOthers = ['bill', 'contact-named']
/** What staff have recorded about a right comes from many places, in sentences that only the history has. */
const lettersOfRecords = ['right-news']

export const lettersInEnglish: readonly string[] = [...lettersToStaff, ...lettersToOthers, ...lettersOfRecords]
