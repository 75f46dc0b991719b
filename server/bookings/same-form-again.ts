import { toAmount } from '#contract/money.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { AppError } from '#server/http/errors.ts'
import type { Applicant, Application } from './applicant.ts'
import { type LockedBooking, lockBooking } from './queries.ts'

// A form whose answer was lost is sent again, by a person or by the proxy, and must find the booking that it has made.

/** Whether a form is for the same person as a booking, and whether it may be for that person with something corrected. */
export function comparePeople(
  { vault }: SignedInContext,
  { beneficiary: person }: LockedBooking,
  { body }: Application,
) {
  const number = vault.openText(person.nationalIDSealed)
  const isSameNumber = number === body.beneficiaryNationalID
  const hasSameName = isSameName(person.beneficiaryName, body.beneficiaryName)
  return {
    isSame: hasSameName && isSameNumber && person.dateOfBirth === body.dateOfBirth,
    isCorrected: hasSameName || (isSameNumber && looksLikeNumber.test(number)),
  }
}

/** A number has digits, unlike `NIL` or a dash, which people without an identity number share. */
const looksLikeNumber = /\d{4}/

/** The booking as it is, which is paid or was free. */
export function presentAgain({ booking: { bookingID }, payment }: LockedBooking, { userID, email }: Applicant) {
  if (!payment) throw new AppError('NICHE_FULL')
  const { paymentID, amountCents } = payment
  return { bookingID, paymentID, amount: toAmount(amountCents), holdExpiresAt: null, userID, email }
}

/** A niche without a price is paid for at once, so the same form finds a booking that cannot be amended any more. */
export async function presentFreeAgain(
  context: SignedInContext,
  bookingID: string,
  applicant: Applicant,
  application: Application,
) {
  const locked = await lockBooking(context.db, bookingID)
  const isAgain = locked?.payment?.amountCents === 0 && comparePeople(context, locked, application).isSame
  if (!isAgain) throw new AppError('NICHE_TAKEN')
  return presentAgain(locked, applicant)
}
