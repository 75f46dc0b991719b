import { toAmount } from '#contract/money.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { advanceBooking } from './advance-booking.ts'
import type { Applicant, Application } from './applicant.ts'
import { updateBeneficiary } from './beneficiary.ts'
import { updateApplication } from './changes.ts'
import { hasPayment, lockBooking } from './queries.ts'

/** Replaces the application of an unpaid booking without extending its hold. Applicants can amend only those that they made. */
export async function amendBooking(
  context: SignedInContext,
  bookingID: string,
  { userID, email }: Applicant,
  application: Application,
) {
  const locked = await lockBooking(context.db, bookingID)
  if (!locked?.booking.holdExpiresAt || !hasPayment(locked)) throw new AppError('NICHE_TAKEN')
  const { booking, payment } = await advanceBooking(context, locked, 'amend', {
    type: application.body.bookingType || 'PreOrder',
  })
  await updateBeneficiary(context, locked.booking.beneficiaryID, application)
  const { bookingType, remarks, besideRelationship } = application.body
  await updateApplication(context.db, bookingID, {
    typeGiven: bookingType !== '',
    remarks,
    besideRelationship: besideRelationship ?? null,
  })
  return {
    bookingID,
    paymentID: payment.paymentID,
    amount: toAmount(payment.amountCents),
    holdExpiresAt: booking.holdExpiresAt ?? locked.booking.holdExpiresAt,
    userID,
    email,
  }
}
