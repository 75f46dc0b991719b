import type { Beneficiary, OwnBooking } from '#contract/bookings/api.ts'
import { endingEvents } from '#contract/bookings/booking.ts'
import { toAmount } from '#contract/money.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { knownDates, presentBeneficiary } from './beneficiary.ts'
import { presentCertificateRequest } from './certificate-request.ts'
import { withLapsedHoldEnded } from './holds.ts'
import { listOwnBookingRows, type OwnBookingRow } from './list-queries.ts'
import { findBeneficiary } from './queries.ts'

/** A person's bookings, newest first. An applicant gets an empty list for anyone else, so that no user ID is confirmed. */
export async function listBookingsOf(context: SignedInContext, userID: string) {
  if (context.actor.role === 'user' && context.actor.userID !== userID) return []
  return toOwnBookings(context, await listOwnBookingRows(context.db, { userID }))
}

/** Zero or one booking: empty if it does not exist or belongs to another applicant. */
export async function listBookingByID(context: SignedInContext, sentID: string) {
  const bookingID = sentID.trim().toUpperCase()
  return toOwnBookings(context, await listOwnBookingRows(context.db, { bookingID, userID: onlyOwner(context) }))
}

export async function getBeneficiary(context: SignedInContext, beneficiaryID: string): Promise<Beneficiary> {
  const found = await findBeneficiary(context.db, beneficiaryID, onlyOwner(context))
  if (!found) throw new AppError('NOT_FOUND')
  return { ...found, ...knownDates(found) }
}

/** The only user whose bookings may be read: an applicant sees their own, staff see all. */
const onlyOwner = ({ actor }: SignedInContext) => (actor.role === 'user' ? actor.userID : undefined)

const toOwnBookings = ({ clock }: SignedInContext, rows: OwnBookingRow[]) => {
  const now = clock()
  return rows.map((row) => toOwnBooking(withLapsedHoldEnded(row, now)))
}

const toOwnBooking = ({
  beneficiary,
  approvedAt,
  amountCents,
  settledAt,
  certificateRequest,
  lastMove,
  ...row
}: OwnBookingRow) => ({
  ...row,
  certificateRequest: presentCertificateRequest(certificateRequest),
  ending: presentEnding(lastMove),
  ...presentBeneficiary(beneficiary),
  approvedAt: row.bookingStatus === 'Confirmed' ? approvedAt : null,
  paymentAmount: amountCents === null ? null : toAmount(amountCents),
  paymentDate: row.paymentID === null ? null : (settledAt ?? row.createdAt),
})

/** Only these events carry a reason that was written to the family; the others are notes among staff. */
function presentEnding(lastMove: OwnBookingRow['lastMove']): OwnBooking['ending'] {
  const event = endingEvents.find((each) => each === lastMove?.event)
  return event && lastMove ? { event, reason: lastMove.reason } : null
}
