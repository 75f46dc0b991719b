import { and, eq } from 'drizzle-orm'
import type { BookingEvent, Move } from '#contract/bookings/transitions.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { beneficiaries, urnRequests } from '#server/database/schema.ts'
import { moveCertificate, returnCertificate } from '#server/documents/actions.ts'
import { moveToTakeBack } from './earlier.ts'
import { type HeldBooking, listMoves } from './held-booking.ts'

/** What becomes of an urn request when its booking moves: approved, its details are the beneficiary's; reopened, they are not yet. */
export async function followUrn(context: Context, held: HeldBooking, event: BookingEvent, move: Move) {
  if (held.urn && move.urn === 'Denied') await decide(context, held.urn.urnRequestID, 'Denied')
  if (held.urn && move.urn === 'Approved') await approve(context, held, held.urn)
  if (event === 'reopen') await reopen(context, held)
}

async function approve(
  context: Context,
  { booking: { beneficiaryID } }: HeldBooking,
  urn: NonNullable<HeldBooking['urn']>,
) {
  const { urnRequestID, dateOfDeath, inscription } = urn
  await decide(context, urnRequestID, 'Approved')
  await setDeath(context.db, beneficiaryID, { dateOfDeath, inscription })
  await moveCertificate(context, urnRequestID, beneficiaryID)
}

/** Only an approval of the request itself opens it again; an archiving leaves it approved. */
async function reopen(context: Context, { booking: { bookingID, beneficiaryID } }: HeldBooking) {
  const taken = moveToTakeBack(await listMoves(context.db, bookingID))
  if (taken?.event !== 'approve') return
  const [urn] = await context.db
    .update(urnRequests)
    .set({ status: 'Open', decidedAt: null })
    .where(and(eq(urnRequests.bookingID, bookingID), eq(urnRequests.status, 'Approved')))
    .returning()
  if (!urn) return
  await setDeath(context.db, beneficiaryID, { dateOfDeath: null, inscription: '' })
  await returnCertificate(context, beneficiaryID, urn.urnRequestID)
}

const decide = (context: Context, urnRequestID: string, status: 'Approved' | 'Denied') =>
  context.db
    .update(urnRequests)
    .set({ status, decidedAt: context.clock() })
    .where(eq(urnRequests.urnRequestID, urnRequestID))

const setDeath = (db: Db, beneficiaryID: string, death: { dateOfDeath: string | null; inscription: string }) =>
  db.update(beneficiaries).set(death).where(eq(beneficiaries.beneficiaryID, beneficiaryID))
