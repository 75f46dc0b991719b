import { randomUUID } from 'node:crypto'
import { toAmount } from '#contract/money.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { newReadableID } from '#server/core/readable-id.ts'
import { readHouse } from '#server/house/public.ts'
import { AppError } from '#server/http/errors.ts'
import { rowsOfPayment } from '#server/payments/public.ts'
import { advanceBooking } from './advance-booking.ts'
import { type Applicant, type Application, recordConfirmation } from './applicant.ts'
import { addCertificates, beneficiaryRow } from './beneficiary.ts'
import { insertBooking } from './changes.ts'
import { holdEnd } from './holds.ts'
import { lockBooking } from './queries.ts'

interface NewBooking {
  bookingID: string
  applicant: Applicant
  application: Application
  priceCents: number
  placeNumber?: number
}

/** Inserts the booking with its beneficiary, payment and first move, then the certificates. Its place in the niche is the caller's. */
export async function createBooking(
  context: SignedInContext,
  { bookingID, applicant, application, priceCents, placeNumber = 1 }: NewBooking,
) {
  const { actor, clock } = context
  const now = clock()
  const holdExpiresAt = holdEnd((await readHouse(context)).holdMinutes, now)
  const beneficiaryID = randomUUID()
  const paymentID = newReadableID('P')
  const row = {
    bookingID,
    userID: applicant.userID,
    nicheID: application.body.nicheID,
    placeNumber,
    besideBookingID: application.body.besideBookingID ?? null,
    besideRelationship: application.body.besideRelationship ?? null,
    beneficiaryID,
    bookingType: application.body.bookingType || 'PreOrder',
    typeGiven: application.body.bookingType !== '',
    madeBy: actor.role === 'staff' ? 'staff' : 'user',
    createdByID: actor.userID,
    nicheStatus: 'Pending',
    holdExpiresAt,
    remarks: application.body.remarks,
    createdAt: now,
    waitingSince: now,
  } as const
  await insertBooking(context, row, [
    beneficiaryRow(context, beneficiaryID, application),
    ...rowsOfPayment(context, { paymentID, bookingID, amountCents: priceCents }),
  ])
  await addCertificates(context, beneficiaryID, application)
  await recordConfirmation(context, applicant, bookingID)
  if (priceCents === 0) await waivePayment(context, bookingID)
  const { userID, email } = applicant
  return {
    bookingID,
    paymentID,
    amount: toAmount(priceCents),
    holdExpiresAt: priceCents === 0 ? null : holdExpiresAt,
    userID,
    email,
  }
}

/** A niche for 0.00 needs no payment step. At the counter this completes the booking, as any payment there does. */
async function waivePayment(context: SignedInContext, bookingID: string) {
  const locked = await lockBooking(context.db, bookingID)
  if (!locked) throw new AppError('BOOKING_MOVED')
  const event = context.actor.role === 'staff' ? 'finalise' : 'pay'
  await advanceBooking(context, locked, event, { settlement: { method: 'Waived', amountCents: 0, note: 'Price 0.00' } })
}
