import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findFurtherPlaces } from '#server/niches/public.ts'
import { amendBooking } from './amend-booking.ts'
import { type Applicant, type Application, recordConfirmation } from './applicant.ts'
import { createBooking } from './create-booking.ts'
import { endLapsedHold } from './end-lapsed-hold.ts'
import { isUnpaid } from './holds.ts'
import { type LockedBooking, listLapsedIn, lockBooking } from './queries.ts'
import { newReadableID } from './readable-id.ts'
import { requireHoldAllowed, requireSubmissionAllowed } from './submission-limits.ts'

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
  const own = first.others.find((each) => each.userID === applicant.userID && isUnpaid(each))
  if (own) {
    await requireSubmissionAllowed(context, nicheID)
    await recordConfirmation(context, applicant, own.bookingID)
    return amendBooking(context, own.bookingID, applicant, application)
  }
  const { capacity, furtherPriceCents } = await findFurtherPlaces(db, nicheID)
  const placeNumber = firstFreePlace(capacity, [first.booking, ...first.others])
  if (!placeNumber) throw new AppError('NICHE_FULL')
  await requireHoldAllowed(context, nicheID)
  const bookingID = newReadableID('B')
  return createBooking(context, { bookingID, applicant, application, priceCents: furtherPriceCents, placeNumber })
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

const firstFreePlace = (capacity: number, taken: { placeNumber: number }[]) =>
  Array.from({ length: capacity }, (_, index) => index + 1).find((place) =>
    taken.every(({ placeNumber }) => placeNumber !== place),
  )
