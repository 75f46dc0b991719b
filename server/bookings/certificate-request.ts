import { randomUUID } from 'node:crypto'
import type { bookingApi } from '#contract/bookings/api.ts'
import {
  type CertificateKind,
  certificateFileOf,
  sentCertificateFiles,
} from '#contract/bookings/certificate-request.ts'
import { dayMs } from '#contract/dates.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { saveCertificate } from '#server/documents/public.ts'
import { AppError } from '#server/http/errors.ts'
import type { Input } from '#server/http/read-input.ts'
import { aboutBooking, enqueueLetter } from '#server/mail/outbox.ts'
import { advanceBooking } from './advance-booking.ts'
import { endCertificateRequest, insertCertificateRequest, markReminded } from './changes.ts'
import { certificateReminder } from './letters.ts'
import { listUnansweredRequests } from './list-queries.ts'
import { type LockedBooking, lockBooking } from './queries.ts'
import { requireUnchanged } from './refused-move.ts'

const daysUntilReminder = 7
const atOnce = 100

/** Asks the family for a better certificate. The booking and its niche keep their statuses and its place in the queue. */
export async function requestCertificate(
  context: SignedInContext,
  { body }: Input<typeof bookingApi.requestCertificate>,
) {
  const { bookingID, version, kinds, reason } = body
  await inTransaction(context, async (context) => {
    const locked = await lockBooking(context.db, bookingID)
    if (!locked) throw new AppError('NOT_FOUND')
    await requireUnchanged(context, locked, version)
    await advanceBooking(context, locked, 'requestCertificate', { reason, kinds })
    await insertCertificateRequest(context.db, {
      requestID: randomUUID(),
      bookingID,
      kinds: [...new Set(kinds)],
      reason,
      requestedByID: context.actor.userID,
      requestedAt: context.clock(),
    })
  })
}

/** The family sends what was asked for, and the booking is in the queue again. */
export async function sendCertificates(
  context: SignedInContext,
  { body, files }: Input<typeof bookingApi.sendCertificates>,
) {
  await inTransaction(context, async (context) => {
    const locked = await lockBooking(context.db, body.bookingID)
    if (locked?.booking.userID !== context.actor.userID) throw new AppError('NOT_FOUND')
    await advanceBooking(context, locked, 'sendCertificate')
    const request = locked.certificateRequest
    if (!request) throw new Error('Only a booking with an open request can be answered')
    const missing = request.kinds.filter((kind) => !files[certificateFileOf[kind]])
    if (missing.length > 0) {
      const errors = missing.map((kind) => [certificateFileOf[kind], sentCertificateFiles.birthCertFile.missing])
      throw new AppError('INVALID', { errors: Object.fromEntries(errors) })
    }
    for (const kind of request.kinds) {
      const file = files[certificateFileOf[kind]]
      if (file) await saveCertificate(context, ownerOf(locked, kind), kind, file)
    }
    await endCertificateRequest(context.db, request.requestID, { status: 'Answered', endedAt: context.clock() })
  })
}

/** The death certificate of an urn request belongs to the request until that is approved. */
const ownerOf = ({ booking: { beneficiaryID }, urn }: LockedBooking, kind: CertificateKind) =>
  kind === 'death' && urn ? { urnRequestID: urn.urnRequestID } : { beneficiaryID }

/** The request as replies show it. */
export const presentCertificateRequest = (request: LockedBooking['certificateRequest']) =>
  request && { kinds: request.kinds, reason: request.reason, requestedAt: request.requestedAt }

/** Reminds each family once. Skips bookings that another replica has locked. */
export async function remindOfCertificates(context: Context) {
  const before = new Date(context.clock().getTime() - daysUntilReminder * dayMs)
  for (const { bookingID } of await listUnansweredRequests(context.db, before, atOnce)) {
    await inTransaction(context, async (context) => {
      const locked = await lockBooking(context.db, bookingID, { skipLocked: true })
      const request = locked?.certificateRequest
      if (!locked || !request || request.remindedAt || locked.booking.bookingStatus !== 'Pending') return
      await markReminded(context.db, request.requestID, context.clock())
      await enqueueLetter(context, locked.applicant, aboutBooking(bookingID, certificateReminder(locked)))
    })
  }
}
