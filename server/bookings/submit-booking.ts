import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { newReadableID } from '#server/core/readable-id.ts'
import { AppError } from '#server/http/errors.ts'
import { explainNotTaken, takeNiche } from '#server/niches/public.ts'
import { amendBooking } from './amend-booking.ts'
import { type Applicant, type Application, findOrCreateApplicant, recordConfirmation } from './applicant.ts'
import { bookBeside } from './book-beside.ts'
import { createBooking } from './create-booking.ts'
import { isHoldLapsed, isUnpaid } from './holds.ts'
import { findActiveBooking } from './queries.ts'
import { presentFreeAgain } from './same-form-again.ts'
import { requireHoldAllowed, requireSubmissionAllowed } from './submission-limits.ts'
import { endLapsedHold } from './unpaid-holds.ts'

/** Books a niche in one transaction. If the applicant already holds it unpaid, their application is amended instead. */
export async function submitBooking(context: SignedInContext, application: Application) {
  await rejectTakenNiche(context, application)
  const attempt = () => bookOrAmend(context, application)
  /** Perhaps taken by the same applicant in another tab. A new transaction locks booking and niche in the right order again. */
  return attempt().catch((error) => (isTaken(error) ? attempt() : Promise.reject(error)))
}

const isTaken = (error: unknown) => error instanceof AppError && error.code === 'NICHE_TAKEN'

const bookOrAmend = (context: SignedInContext, application: Application) =>
  inTransaction(context, async (context) => {
    const applicant = await findOrCreateApplicant(context, application)
    const { besideBookingID } = application.body
    if (besideBookingID) return bookBeside(context, applicant, application, besideBookingID)
    const before = await amendOwnOrEndLapsed(context, applicant, application)
    if (before) return before
    const bookingID = newReadableID('B')
    const taken = await takeNiche(context, application.body.nicheID, `Booking ${bookingID}: submitted`, bookingID)
    if (!taken) throw await explainNotTaken(context, application.body.nicheID)
    await requireHoldAllowed(context, application.body.nicheID)
    return createBooking(context, { bookingID, applicant, application, priceCents: taken.priceCents })
  })

/** When many people want the same niche, refuse most of them without opening a transaction. */
async function rejectTakenNiche({ db, actor, clock }: SignedInContext, { body }: Application) {
  if (actor.role === 'staff' || body.besideBookingID) return
  const active = await findActiveBooking(db, body.nicheID)
  if (active && active.userID !== actor.userID && !isHoldLapsed(active, clock())) throw new AppError('NICHE_TAKEN')
}

/** Amends the niche's active booking if it is the applicant's own, unpaid and for the first person. Ends one whose hold has lapsed. */
async function amendOwnOrEndLapsed(context: SignedInContext, applicant: Applicant, application: Application) {
  const active = await findActiveBooking(context.db, application.body.nicheID)
  if (!active) return undefined
  if (isHoldLapsed(active, context.clock())) return void (await endLapsedHold(context, active.bookingID))
  if (active.userID !== applicant.userID || active.besideBookingID) throw new AppError('NICHE_TAKEN')
  if (!isUnpaid(active)) return presentFreeAgain(context, active.bookingID, applicant, application)
  await requireSubmissionAllowed(context, application.body.nicheID)
  await recordConfirmation(context, applicant, active.bookingID)
  return amendBooking(context, active.bookingID, applicant, application)
}
