import type { ReplyInput } from '#contract/endpoint.ts'
import type { staffPersonApi } from '#contract/family/staff-person-api.ts'
import { toAmount } from '#contract/money.ts'
import { findLastAppointment, listAppointmentMoves } from '#server/appointments/public.ts'
import { recordFurtherReads } from '#server/audit/public.ts'
import { readFamilyBooking, readStaffFacts } from '#server/bookings/public.ts'
import { listChargeMoves, readAmountDue } from '#server/charges/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { listLettersAbout } from '#server/mail/public.ts'
import { listRightMoves } from '#server/rights/public.ts'
import { findUrnsOf, listUrnHistory } from '#server/urns/public.ts'
import { listMoneyOf } from './queries.ts'
import { findSharing } from './sharing.ts'

/** Everything about the person of one booking. That the others in the niche are named is recorded, too. */
export async function readStaffPerson(
  context: SignedInContext,
  sentID: string,
): Promise<ReplyInput<typeof staffPersonApi.person>> {
  const { db } = context
  const booking = await readFamilyBooking(context, sentID.trim().toUpperCase())
  if (!booking) throw new AppError('NOT_FOUND')
  const { bookingID, userID, buildingName } = booking
  const { history, others, ...facts } = await readStaffFacts(context, bookingID)
  const urn = (await findUrnsOf(db, [bookingID])).get(bookingID)
  const appointment = await findLastAppointment(db, bookingID)
  await recordFurtherReads(
    context,
    'booking',
    others.map((other) => other.bookingID),
  )
  return {
    ...facts,
    booking,
    others,
    urn: urn ?? null,
    appointment: appointment ? { ...appointment, buildingName } : null,
    chargesDue: await readAmountDue(db, bookingID),
    sharing: await findSharing(context, bookingID, userID),
    history: {
      booking: history,
      right: await listRightMoves(db, bookingID),
      urn: urn ? await listUrnHistory(db, urn.tag) : [],
      appointments: await listAppointmentMoves(db, bookingID),
      charges: (await listChargeMoves(db, bookingID)).map(({ cents, ...move }) => ({
        ...move,
        amount: toAmount(cents),
      })),
      money: (await listMoneyOf(db, bookingID)).map(({ cents, ...move }) => ({
        ...move,
        amount: toAmount(Math.abs(cents)),
      })),
      letters: await listLettersAbout(db, bookingID),
    },
  }
}
