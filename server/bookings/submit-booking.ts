import type { SubmittedBooking } from '#contract/bookings/api.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { readHouse } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { explainNotTaken, takeNiche } from '#server/niches/public.ts'
import { openPayment } from '#server/payments/public.ts'
import { advanceBooking } from './advance-booking.ts'
import { amendBooking } from './amend-booking.ts'
import { type Applicant, type Application, findOrCreateApplicant, recordConfirmation } from './applicant.ts'
import { insertBeneficiary } from './beneficiary.ts'
import { insertBooking, insertMove } from './changes.ts'
import { holdEnd, isHoldLapsed, isUnpaid } from './holds.ts'
import { findActiveBooking, lockBooking } from './queries.ts'
import { newReadableID } from './readable-id.ts'
import { requireHoldAllowed, requireSubmissionAllowed } from './submission-limits.ts'

/** Books a niche in one transaction. If the applicant already holds it unpaid, their application is amended instead. */
export async function submitBooking(context: SignedInContext, application: Application): Promise<SubmittedBooking> {
  await rejectTakenNiche(context, application)
  const attempt = () => bookOrAmend(context, application)
  /** Perhaps taken by the same applicant in another tab. A new transaction locks booking and niche in the right order again. */
  return attempt().catch((error) => (isTaken(error) ? attempt() : Promise.reject(error)))
}

const isTaken = (error: unknown) => error instanceof AppError && error.code === 'NICHE_TAKEN'

const bookOrAmend = (context: SignedInContext, application: Application): Promise<SubmittedBooking> =>
  inTransaction(context, async (context) => {
    const applicant = await findOrCreateApplicant(context, application)
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
  if (actor.role === 'staff') return
  const active = await findActiveBooking(db, body.nicheID)
  if (active && active.userID !== actor.userID && !isHoldLapsed(active, clock())) throw new AppError('NICHE_TAKEN')
}

/** Amends the niche's active booking if it is the applicant's own and unpaid. Ends a booking whose hold has lapsed. */
async function amendOwnOrEndLapsed(context: SignedInContext, applicant: Applicant, application: Application) {
  const active = await findActiveBooking(context.db, application.body.nicheID)
  if (!active) return undefined
  if (isHoldLapsed(active, context.clock())) return endLapsedHold(context, active.bookingID)
  const own = active.userID === applicant.userID && isUnpaid(active)
  if (!own) throw new AppError('NICHE_TAKEN')
  await requireSubmissionAllowed(context, application.body.nicheID)
  await recordConfirmation(context, applicant, active.bookingID)
  return amendBooking(context, active.bookingID, applicant, application)
}

async function endLapsedHold(context: SignedInContext, bookingID: string) {
  const held = await lockBooking(context.db, bookingID)
  if (held && isHoldLapsed(held.booking, context.clock()))
    await advanceBooking({ ...context, actor: undefined }, held, 'expire')
  return undefined
}

interface NewBooking {
  bookingID: string
  applicant: Applicant
  application: Application
  priceCents: number
}

async function createBooking(
  context: SignedInContext,
  { bookingID, applicant, application, priceCents }: NewBooking,
): Promise<SubmittedBooking> {
  const { actor, clock } = context
  const now = clock()
  const holdExpiresAt = holdEnd((await readHouse(context)).holdMinutes, now)
  const beneficiaryID = await insertBeneficiary(context, application)
  await insertBooking(context.db, {
    bookingID,
    userID: applicant.userID,
    nicheID: application.body.nicheID,
    beneficiaryID,
    bookingType: application.body.bookingType,
    madeBy: actor.role === 'staff' ? 'staff' : 'user',
    createdByID: actor.userID,
    nicheStatus: 'Pending',
    holdExpiresAt,
    remarks: application.body.remarks,
    createdAt: now,
    waitingSince: now,
  })
  const paymentID = newReadableID('P')
  await openPayment(context, { paymentID, bookingID, amountCents: priceCents })
  await insertMove(context.db, {
    bookingID,
    event: 'submit',
    toStatus: 'Pending',
    toType: application.body.bookingType,
    actorID: actor.userID,
    at: now,
  })
  await record(context, 'booking.submit', bookingID)
  await recordConfirmation(context, applicant, bookingID)
  if (priceCents === 0) await waivePayment(context, bookingID)
  const { userID, email } = applicant
  return {
    success: true,
    bookingID,
    paymentID,
    amount: toAmount(priceCents),
    holdExpiresAt: holdExpiresAt.toISOString(),
    userID,
    email,
  }
}

/** A niche for 0.00 needs no payment step. At the counter this completes the booking, as any payment there does. */
async function waivePayment(context: SignedInContext, bookingID: string) {
  const held = await lockBooking(context.db, bookingID)
  if (!held) throw new AppError('BOOKING_MOVED')
  const event = context.actor.role === 'staff' ? 'finalise' : 'pay'
  await advanceBooking(context, held, event, { settlement: { method: 'Waived', amountCents: 0, note: 'Price 0.00' } })
}
