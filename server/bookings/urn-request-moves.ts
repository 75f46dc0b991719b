import { and, eq } from 'drizzle-orm'
import type { BookingEvent, Transition } from '#contract/bookings/transitions.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { beneficiaries, urnRequests } from '#server/database/schema.ts'
import { moveCertificateToBeneficiary, moveCertificateToUrnRequest } from '#server/documents/actions.ts'
import { type LockedBooking, listMoves } from './locked-booking.ts'
import { findReversibleMove } from './reversible-move.ts'

/** Updates the urn request when its booking moves. Approving copies its details to the beneficiary; reopening removes them. */
export async function updateUrnRequest(context: Context, held: LockedBooking, event: BookingEvent, move: Transition) {
  if (held.urn && move.urn === 'Denied') await decide(context, held.urn.urnRequestID, 'Denied')
  if (held.urn && move.urn === 'Approved') await approveUrnRequest(context, held, held.urn)
  if (event === 'reopen') await reopenUrnRequest(context, held)
}

async function approveUrnRequest(
  context: Context,
  { booking: { beneficiaryID } }: LockedBooking,
  urn: NonNullable<LockedBooking['urn']>,
) {
  const { urnRequestID, dateOfDeath, inscription } = urn
  await decide(context, urnRequestID, 'Approved')
  await setDeathDetails(context.db, beneficiaryID, { dateOfDeath, inscription })
  await moveCertificateToBeneficiary(context, urnRequestID, beneficiaryID)
}

/** Only reopening the approval opens the request again; reopening an archived booking leaves it approved. */
async function reopenUrnRequest(context: Context, { booking: { bookingID, beneficiaryID } }: LockedBooking) {
  const taken = findReversibleMove(await listMoves(context.db, bookingID))
  if (taken?.event !== 'approve') return
  const [urn] = await context.db
    .update(urnRequests)
    .set({ status: 'Open', decidedAt: null })
    .where(and(eq(urnRequests.bookingID, bookingID), eq(urnRequests.status, 'Approved')))
    .returning()
  if (!urn) return
  await setDeathDetails(context.db, beneficiaryID, { dateOfDeath: null, inscription: '' })
  await moveCertificateToUrnRequest(context, beneficiaryID, urn.urnRequestID)
}

const decide = (context: Context, urnRequestID: string, status: 'Approved' | 'Denied') =>
  context.db
    .update(urnRequests)
    .set({ status, decidedAt: context.clock() })
    .where(eq(urnRequests.urnRequestID, urnRequestID))

const setDeathDetails = (db: Db, beneficiaryID: string, death: { dateOfDeath: string | null; inscription: string }) =>
  db.update(beneficiaries).set(death).where(eq(beneficiaries.beneficiaryID, beneficiaryID))
