import type { Beneficiary, OwnBooking } from '#contract/bookings/api.ts'
import { endingEvents } from '#contract/bookings/booking.ts'
import { toAmount } from '#contract/money.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { pageOf } from '#server/http/paged.ts'
import { presentRight } from '#server/rights/public.ts'
import { knownDates, presentBeneficiary } from './beneficiary.ts'
import { presentCertificateRequest } from './certificate-request.ts'
import { whereInFamily } from './family-access.ts'
import { isActive, withLapsedHoldEnded } from './holds.ts'
import { listOwnBookingRows, type OwnBookingRow, pageLength } from './list-queries.ts'
import { findBeneficiary } from './queries.ts'

/**
 * A person's bookings, newest first, for an applicant also those for which they may act. An applicant gets an empty list for anyone
 * else, so that no user ID is confirmed.
 */
export async function listBookingsOf(
  context: SignedInContext,
  { userID, cursor }: { userID: string; cursor?: string | undefined },
) {
  const { actor, db } = context
  if (actor.role === 'user' && actor.userID !== userID) return []
  const which = actor.role === 'user' ? { inFamily: await whereInFamily(db, userID) } : { userID }
  const rows = await listOwnBookingRows(db, { ...which, cursor })
  return pageOf(toOwnBookings(context, rows), pageLength, ({ bookingID }) => bookingID)
}

/** Zero or one booking: empty if it does not exist or belongs to another family. */
export async function listBookingByID(context: SignedInContext, sentID: string) {
  const bookingID = sentID.trim().toUpperCase()
  const { db, actor } = context
  const inFamily = actor.role === 'user' ? await whereInFamily(db, actor.userID) : undefined
  return toOwnBookings(context, await listOwnBookingRows(db, { bookingID, inFamily }))
}

export async function getBeneficiary(context: SignedInContext, beneficiaryID: string): Promise<Beneficiary> {
  const found = await findBeneficiary(context.db, beneficiaryID, onlyOwner(context))
  if (!found) throw new AppError('NOT_FOUND')
  return { ...found, ...knownDates(found) }
}

/** The booking as its holder sees it, for staff and for whoever has the link of the holder. */
export async function readFamilyBooking({ db, clock }: Context, bookingID: string) {
  const [row] = await listOwnBookingRows(db, { bookingID })
  return row && toOwnBooking(withLapsedHoldEnded(row, clock()))
}

/** The only user whose bookings may be read: an applicant sees their own, staff see all. */
const onlyOwner = ({ actor }: SignedInContext) => (actor.role === 'user' ? actor.userID : undefined)

const toOwnBookings = ({ clock, actor }: SignedInContext, rows: OwnBookingRow[]) => {
  const now = clock()
  return rows.map((row) => {
    const booking = toOwnBooking(withLapsedHoldEnded(row, now))
    return actor.role === 'user' && row.userID !== actor.userID ? asRelative(booking, row.holderName) : booking
  })
}

/** The second person of a family sees what happens, but not what was paid, nor the certificates, nor what was written to the holder. */
const asRelative = (booking: ReturnType<typeof toOwnBooking>, holderName: string | null) => ({
  ...booking,
  actingFor: holderName ?? '',
  paymentID: null,
  paymentAmount: null,
  paymentMethod: null,
  paymentStatus: null,
  paymentDate: null,
  certificateRequest: null,
  ending: booking.ending && { ...booking.ending, reason: '' },
  birthCertSha256: null,
  deathCertSha256: null,
  roomLeft: false,
})

const toOwnBooking = ({
  beneficiary,
  approvedAt,
  amountCents,
  settledAt,
  certificateRequest,
  lastMove,
  holderName,
  right,
  ...row
}: OwnBookingRow) => ({
  ...row,
  actingFor: null as string | null,
  certificateRequest: presentCertificateRequest(certificateRequest),
  ending: presentEnding(lastMove),
  right: right && right.state !== 'surrendered' && isActive(row) ? presentRight(right) : null,
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
