import type { BookingEvent, Transition } from '#contract/bookings/transitions.ts'
import type { Context } from '#server/core/context.ts'
import { moveCertificateToBeneficiary, moveCertificateToUrnRequest } from '#server/documents/public.ts'
import { moveUrnRequest, reopenApprovedRequest, reopenDeniedRequest, updateBeneficiaryRow } from './changes.ts'
import type { LockedBooking, Move } from './queries.ts'
import { findReversibleMove } from './reversible-move.ts'

/** Updates the urn request when its booking moves. Approving copies its details to the beneficiary; reopening removes them. */
export async function updateUrnRequest(
  context: Context,
  locked: LockedBooking,
  event: BookingEvent,
  move: Transition,
  history: readonly Move[],
) {
  if (locked.urn && move.urn === 'Denied') await decide(context, locked.urn.urnRequestID, 'Denied')
  if (locked.urn && move.urn === 'Approved') await approveUrnRequest(context, locked, locked.urn)
  if (event === 'undoDenial' && move.urn === 'Open') await reopenDeniedRequest(context.db, locked.booking.bookingID)
  /** Only reopening the approval opens the request again; reopening an archived booking leaves it approved. */
  if (event === 'reopen' && findReversibleMove(history)?.event === 'approve') await reopenUrnRequest(context, locked)
}

async function approveUrnRequest(
  context: Context,
  { booking: { beneficiaryID } }: LockedBooking,
  urn: NonNullable<LockedBooking['urn']>,
) {
  const { urnRequestID, dateOfDeath, inscription } = urn
  await decide(context, urnRequestID, 'Approved')
  await updateBeneficiaryRow(context.db, beneficiaryID, { dateOfDeath, inscription })
  await moveCertificateToBeneficiary(context, urnRequestID, beneficiaryID)
}

async function reopenUrnRequest(context: Context, { booking: { bookingID, beneficiaryID } }: LockedBooking) {
  const urn = await reopenApprovedRequest(context.db, bookingID)
  if (!urn) return
  await updateBeneficiaryRow(context.db, beneficiaryID, { dateOfDeath: null, inscription: '' })
  await moveCertificateToUrnRequest(context, beneficiaryID, urn.urnRequestID)
}

const decide = ({ db, clock }: Context, urnRequestID: string, status: 'Approved' | 'Denied') =>
  moveUrnRequest(db, urnRequestID, { status, decidedAt: clock() })
