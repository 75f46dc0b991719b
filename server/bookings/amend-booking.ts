import { eq } from 'drizzle-orm'
import type { SubmittedBooking } from '#contract/bookings/api.ts'
import { toAmount } from '#contract/money.ts'
import type { SignedInContext } from '#server/context.ts'
import { bookings } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { advanceBooking } from './advance-booking.ts'
import type { Applicant } from './applicant.ts'
import type { Application } from './application.ts'
import { updateBeneficiary } from './beneficiary.ts'
import { lockBooking } from './locked-booking.ts'

/** Replaces the application of an unpaid booking without extending its hold. Applicants can amend only those that they made. */
export async function amendBooking(
  context: SignedInContext,
  bookingID: string,
  { userID, email }: Applicant,
  application: Application,
): Promise<SubmittedBooking> {
  const held = await lockBooking(context.db, bookingID)
  if (!held?.booking.holdExpiresAt) throw new AppError('NICHE_TAKEN')
  const { booking, payment } = await advanceBooking(context, held, 'amend', {
    type: application.beneficiary.bookingType,
  })
  await updateBeneficiary(context, held.booking.beneficiaryID, application)
  await context.db.update(bookings).set({ remarks: application.remarks }).where(eq(bookings.bookingID, bookingID))
  return {
    success: true,
    bookingID,
    paymentID: payment.paymentID,
    amount: toAmount(payment.amountCents),
    holdExpiresAt: (booking.holdExpiresAt ?? held.booking.holdExpiresAt).toISOString(),
    userID,
    email,
  }
}
