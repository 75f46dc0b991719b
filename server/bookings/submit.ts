import type { BookingMade } from '#contract/bookings/api.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/actions.ts'
import { inTransaction, type SignedIn } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { getNiche, takeNiche } from '#server/niches/actions.ts'
import { openPayment } from '#server/payments/actions.ts'
import { advanceBooking } from './advance.ts'
import { amendBooking } from './amend.ts'
import { type Applicant, applicantOf, recordConfirmation } from './applicant.ts'
import { type Application, checkApplication, type SentApplication } from './application.ts'
import { insertBeneficiary } from './beneficiary.ts'
import { findActiveBooking, holdBooking, holdIsOver, insertBooking, insertMove } from './held-booking.ts'
import { readableID } from './readable-id.ts'

/** Books a niche: all of it in one transaction, or nothing. The one who already holds it unpaid changes their application instead. */
export async function submitBooking(context: SignedIn, sent: SentApplication): Promise<BookingMade> {
  const application = await checkApplication(context, sent)
  await refuseTaken(context, application)
  const attempt = () => bookOrAmend(context, application)
  /** Taken while we waited, perhaps by ourselves in another tab. That is looked at anew: with the niche in hand one must not reach for its booking. */
  return attempt().catch((error) => (isTaken(error) ? attempt() : Promise.reject(error)))
}

const isTaken = (error: unknown) => error instanceof AppError && error.code === 'NICHE_TAKEN'

const bookOrAmend = (context: SignedIn, application: Application): Promise<BookingMade> =>
  inTransaction(context, async (context) => {
    const applicant = await applicantOf(context, application.enterer)
    const before = await amendOrEnd(context, applicant, application)
    if (before) return before
    const bookingID = readableID('B')
    const taken = await takeNiche(context, application.nicheID, `Booking ${bookingID}: submitted`, bookingID)
    if (taken) return makeBooking(context, { bookingID, applicant, application, priceCents: taken.priceCents })
    await getNiche(context, application.nicheID)
    throw new AppError('NICHE_TAKEN')
  })

/** In a rush nearly everyone comes too late: they are told so before a transaction is opened for them. */
async function refuseTaken({ db, actor, clock }: SignedIn, { nicheID, enterer }: Application) {
  if (enterer !== 'oneself') return
  const active = await findActiveBooking(db, nicheID)
  if (active && active.userID !== actor.userID && !holdIsOver(active, clock())) throw new AppError('NICHE_TAKEN')
}

/** The active booking of the niche, if it is one's own and unpaid, is amended; one whose time is over is ended at once. */
async function amendOrEnd(context: SignedIn, applicant: Applicant, application: Application) {
  const active = await findActiveBooking(context.db, application.nicheID)
  if (!active) return undefined
  if (holdIsOver(active, context.clock())) return endLapsed(context, active.bookingID)
  const own = active.userID === applicant.userID && active.holdExpiresAt !== null
  if (!own) throw new AppError('NICHE_TAKEN')
  await recordConfirmation(context, applicant, active.bookingID)
  return amendBooking(context, active.bookingID, applicant, application)
}

async function endLapsed(context: SignedIn, bookingID: string) {
  const held = await holdBooking(context.db, bookingID)
  if (held && holdIsOver(held.booking, context.clock()))
    await advanceBooking({ ...context, actor: undefined }, held, 'expire')
  return undefined
}

interface NewBooking {
  bookingID: string
  applicant: Applicant
  application: Application
  priceCents: number
}

async function makeBooking(
  context: SignedIn,
  { bookingID, applicant, application, priceCents }: NewBooking,
): Promise<BookingMade> {
  const { actor, config, clock } = context
  const now = clock()
  const holdExpiresAt = new Date(now.getTime() + config.holdMinutes * 60_000)
  const beneficiaryID = await insertBeneficiary(context, application)
  await insertBooking(context.db, {
    bookingID,
    userID: applicant.userID,
    nicheID: application.nicheID,
    beneficiaryID,
    bookingType: application.part.bookingType,
    madeBy: actor.role === 'staff' ? 'staff' : 'user',
    createdByID: actor.userID,
    nicheStatus: 'Pending',
    holdExpiresAt,
    remarks: application.remarks,
    createdAt: now,
    waitingSince: now,
  })
  const paymentID = readableID('P')
  await openPayment(context, { paymentID, bookingID, amountCents: priceCents })
  await insertMove(context.db, {
    bookingID,
    event: 'submit',
    toStatus: 'Pending',
    toType: application.part.bookingType,
    actorID: actor.userID,
    at: now,
  })
  await record(context, 'booking.submit', bookingID)
  await recordConfirmation(context, applicant, bookingID)
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
