import { randomUUID } from 'node:crypto'
import type { bookingApi } from '#contract/bookings/api.ts'
import { isAfter } from '#contract/registers/partial-date.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { saveCertificate } from '#server/documents/public.ts'
import { AppError } from '#server/http/errors.ts'
import type { Input } from '#server/http/read-input.ts'
import type { ReceivedFile } from '#server/ports/form-reader.ts'
import { advanceBooking } from './advance-booking.ts'
import { knownDates } from './beneficiary.ts'
import { insertUrnRequestRow } from './changes.ts'
import { findBeneficiary, type LockedBooking, lockBooking } from './queries.ts'

/** Requests that the urn be placed. Niche and beneficiary come from the booking, never from the form. */
export async function requestUrn(context: SignedInContext, { body, files }: Input<typeof bookingApi.placeUrn>) {
  const { bookingID, dateOfDeath, inscription } = body
  await inTransaction(context, async (context) => {
    const locked = await lockBooking(context.db, bookingID)
    if (locked?.booking.userID !== context.actor.userID) throw new AppError('NOT_FOUND')
    await advanceBooking(context, locked, 'requestUrn')
    await requireDeathAfterBirth(context, locked, dateOfDeath)
    await insertUrnRequest(context, locked, { dateOfDeath, inscription }, files.deathCertFile)
  })
}

async function requireDeathAfterBirth({ db }: SignedInContext, { booking }: LockedBooking, dateOfDeath: string) {
  const storedBeneficiary = await findBeneficiary(db, booking.beneficiaryID)
  const { dateOfBirth } = storedBeneficiary ? knownDates(storedBeneficiary) : { dateOfBirth: null }
  if (dateOfBirth && isAfter(dateOfBirth, dateOfDeath)) {
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
