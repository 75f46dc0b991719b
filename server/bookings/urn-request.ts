import { randomUUID } from 'node:crypto'
import { certificateRequired, UrnRequestForm } from '#contract/bookings/urn-placement.ts'
import { toDay } from '#contract/dates.ts'
import { type FieldErrors, toFieldErrors } from '#contract/errors.ts'
import { inTransaction, type SignedInContext } from '#server/context.ts'
import { saveCertificate } from '#server/documents/actions.ts'
import { AppError } from '#server/http/errors.ts'
import type { ReceivedFile } from '#server/http/form-reader.ts'
import { advanceBooking } from './advance-booking.ts'
import { insertUrnRequestRow } from './changes.ts'
import { findBeneficiary, type LockedBooking, lockBooking } from './queries.ts'

interface UrnRequestInput {
  body: Record<string, unknown>
  files: { deathCertFile?: ReceivedFile }
  fileErrors: FieldErrors
}

/** Requests that the urn be placed. Niche and beneficiary come from the booking, never from the form. */
export async function requestUrn(
  context: SignedInContext,
  { body, files: { deathCertFile }, fileErrors }: UrnRequestInput,
) {
  const parsed = UrnRequestForm(toDay(context.clock())).safeParse(body)
  const errors: FieldErrors = {
    ...(parsed.error && toFieldErrors(parsed.error)),
    ...(!deathCertFile && { deathCertFile: certificateRequired }),
    ...fileErrors,
  }
  if (!parsed.data || !deathCertFile || Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
  const { bookingID, ...details } = parsed.data
  await inTransaction(context, async (context) => {
    const held = await lockBooking(context.db, bookingID)
    if (held?.booking.userID !== context.actor.userID) throw new AppError('NOT_FOUND')
    await advanceBooking(context, held, 'requestUrn')
    await requireDeathAfterBirth(context, held, details.dateOfDeath)
    await insertUrnRequest(context, held, details, deathCertFile)
  })
  return { success: true } as const
}

async function requireDeathAfterBirth({ db }: SignedInContext, { booking }: LockedBooking, dateOfDeath: string) {
  const storedBeneficiary = await findBeneficiary(db, booking.beneficiaryID)
  if (storedBeneficiary && dateOfDeath < storedBeneficiary.dateOfBirth) {
    throw new AppError('INVALID', { errors: { dateOfDeath: 'Date of Death cannot be before Date of Birth' } })
  }
}

/** Stores the statuses from before the request, so that a denial can restore them. */
async function insertUrnRequest(
  context: SignedInContext,
  { booking }: LockedBooking,
  details: { dateOfDeath: string; inscription: string },
  certificate: ReceivedFile,
) {
  const urnRequestID = randomUUID()
  await insertUrnRequestRow(context.db, {
    urnRequestID,
    bookingID: booking.bookingID,
    ...details,
    beforeStatus: booking.bookingStatus,
    beforeNicheStatus: booking.nicheStatus,
    requestedAt: context.clock(),
  })
  await saveCertificate(context, { urnRequestID }, 'death', certificate)
}
