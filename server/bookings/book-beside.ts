import type { SignedInContext } from '#server/core/context.ts'
import { newReadableID } from '#server/core/readable-id.ts'
import { AppError } from '#server/http/errors.ts'
import { explainNotOpen, findFurtherPlaces } from '#server/niches/public.ts'
import { requireHolder, requireUnblocked } from '#server/rights/public.ts'
import { amendBooking } from './amend-booking.ts'
import { type Applicant, type Application, recordConfirmation } from './applicant.ts'
import { createBooking } from './create-booking.ts'
import { isUnpaid } from './holds.ts'
import { firstFreePlace } from './places.ts'
import { type LockedBooking, listLapsedIn, lockBooking } from './queries.ts'
import { comparePeople, presentAgain } from './same-form-again.ts'
import { requireHoldAllowed, requireSubmissionAllowed } from './submission-limits.ts'
import { endLapsedHold } from './unpaid-holds.ts'

/** Books a place for another person, beside one whose booking is confirmed. The niche keeps its status. */
export async function bookBeside(
  context: SignedInContext,
  applicant: Applicant,
  application: Application,
  besideBookingID: string,
) {
  const { db, clock } = context
  const { nicheID } = application.body
  for (const bookingID of await listLapsedIn(db, nicheID, clock())) await endLapsedHold(context, bookingID)
  const first = await lockBooking(db, besideBookingID)
  requireMayJoin(context, first, nicheID)
  await requireUnblocked(context, besideBookingID)
  await requireHolder(context, besideBookingID)
  const own = await findSameApplication(context, first.others, applicant, application)
  if (own) {
    const { bookingID } = own.booking
    if (!isUnpaid(own.booking)) return presentAgain(own, applicant)
    await requireSubmissionAllowed(context, nicheID)
    await recordConfirmation(context, applicant, bookingID)
    return amendBooking(context, bookingID, applicant, application)
  }
  const notOpen = await explainNotOpen(context, nicheID)
  if (notOpen) throw notOpen
  const { capacity, furtherPriceCents } = await findFurtherPlaces(db, nicheID)
  const placeNumber = firstFreePlace(capacity, [first.booking, ...first.others])
  if (!placeNumber) throw new AppError('NICHE_FULL')
  await requireHoldAllowed(context, nicheID)
  const bookingID = newReadableID('B')
  return createBooking(context, { bookingID, applicant, application, priceCents: furtherPriceCents, placeNumber })
}

/** The form sent again: the applicant's own booking for the same person. For anybody else, it is another booking. */
async function findSameApplication(
  context: SignedInContext,
  others: LockedBooking['others'],
  { userID }: Applicant,
  application: Application,
): Promise<LockedBooking | undefined> {
  for (const { bookingID } of others.filter((each) => each.userID === userID)) {
    const locked = await lockBooking(context.db, bookingID)
    if (!locked) continue
    const { isSame, isCorrected } = comparePeople(context, locked, application)
    if (isSame || (isUnpaid(locked.booking) && isCorrected)) return locked
  }
  return undefined
}

/** A family may place another person only beside one of its own; staff have seen the papers. */
function requireMayJoin(
  { actor }: SignedInContext,
  first: LockedBooking | undefined,
  nicheID: string,
): asserts first is LockedBooking {
  const isOwn = first && (actor.role === 'staff' || first.booking.userID === actor.userID)
  if (!isOwn || first.booking.nicheID !== nicheID) throw new AppError('NOT_FOUND')
  const { bookingStatus, bookingType } = first.booking
  if (bookingStatus !== 'Confirmed' || bookingType === 'Archived') throw new AppError('NOBODY_RESTS_HERE')
  if (first.currentNicheStatus === 'Blocked') throw new AppError('NICHE_TAKEN')
}
