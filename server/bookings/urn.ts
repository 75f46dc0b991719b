import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { certificateMissing, UrnPlacement } from '#contract/bookings/urn-placement.ts'
import { dayOf } from '#contract/dates.ts'
import { type FieldErrors, fieldErrorsOf } from '#contract/errors.ts'
import { inTransaction, type SignedIn } from '#server/context.ts'
import { beneficiaries, urnRequests } from '#server/database/schema.ts'
import { saveCertificate } from '#server/documents/actions.ts'
import { AppError } from '#server/http/errors.ts'
import type { ReceivedFile } from '#server/http/receive.ts'
import { advanceBooking } from './advance.ts'
import { type HeldBooking, holdBooking } from './held-booking.ts'

interface SentRequest {
  body: Record<string, unknown>
  files: { deathCertFile?: ReceivedFile }
  fileErrors: FieldErrors
}

/** Asks for the urn to be placed; the booking knows its own niche and beneficiary, whatever is sent along. */
export async function requestUrn(context: SignedIn, { body, files: { deathCertFile }, fileErrors }: SentRequest) {
  const parsed = UrnPlacement(dayOf(context.clock())).safeParse(body)
  const errors: FieldErrors = {
    ...(parsed.error && fieldErrorsOf(parsed.error)),
    ...(!deathCertFile && { deathCertFile: certificateMissing }),
    ...fileErrors,
  }
  if (!parsed.data || !deathCertFile || Object.keys(errors).length > 0) throw new AppError('INVALID', { errors })
  const { bookingID, ...details } = parsed.data
  await inTransaction(context, async (context) => {
    const held = await holdBooking(context.db, bookingID)
    if (held?.booking.userID !== context.actor.userID) throw new AppError('NOT_FOUND')
    await advanceBooking(context, held, 'requestUrn')
    await refuseBeforeBirth(context, held, details.dateOfDeath)
    await keepRequest(context, held, details, deathCertFile)
  })
  return { success: true } as const
}

async function refuseBeforeBirth({ db }: SignedIn, { booking }: HeldBooking, dateOfDeath: string) {
  const [born] = await db
    .select({ on: beneficiaries.dateOfBirth })
    .from(beneficiaries)
    .where(eq(beneficiaries.beneficiaryID, booking.beneficiaryID))
  if (born && dateOfDeath < born.on) {
    throw new AppError('INVALID', { errors: { dateOfDeath: 'Date of Death cannot be before Date of Birth' } })
  }
}

/** What the booking was stays with the request, to return to if it is denied. */
async function keepRequest(
  context: SignedIn,
  { booking }: HeldBooking,
  details: { dateOfDeath: string; inscription: string },
  certificate: ReceivedFile,
) {
  const urnRequestID = randomUUID()
  await context.db.insert(urnRequests).values({
    urnRequestID,
    bookingID: booking.bookingID,
    ...details,
    beforeStatus: booking.bookingStatus,
    beforeNicheStatus: booking.nicheStatus,
    requestedAt: context.clock(),
  })
  await saveCertificate(context, { urnRequestID }, 'death', certificate)
}
