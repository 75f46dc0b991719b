import { and, eq, inArray, isNull } from 'drizzle-orm'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { registerEntries, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { moveBookingRow } from './changes.ts'
import { lockBooking } from './queries.ts'
import { requireUnchanged } from './refused-move.ts'

interface Link {
  bookingID: string
  nric: string
  /** Which papers of the holder the clerk has seen. */
  papers: string
  version?: number | undefined
}

/** Gives a booking from a register to the account with the NRIC on the holder's papers. A name alone proves nothing. */
export const linkAccount = (context: SignedInContext, { bookingID, nric, papers, version }: Link) =>
  inTransaction(context, async (context) => {
    const held = await lockBooking(context.db, bookingID)
    if (held?.booking.madeBy !== 'import') throw new AppError('NOT_FOUND')
    await requireUnchanged(context, held, version)
    if (held.booking.userID)
      throw new AppError('BOOKING_NOT_MOVABLE', { why: 'This booking is linked to an account already.' })
    const userID = await findApplicant(context, nric)
    if (!userID) throw new AppError('INVALID', { errors: { nric: 'No user found with this NRIC.' } })

    const linked = await moveBookingRow(context.db, held.booking, { userID })
    if (!linked) throw new AppError('BOOKING_MOVED')
    await context.db
      .update(registerEntries)
      .set({ linkedAt: context.clock(), linkedByID: context.actor.userID, linkedPapers: papers })
      .where(eq(registerEntries.bookingID, bookingID))
    await record(context, 'booking.linked', bookingID, { userID, papers })
  })

async function findApplicant({ db, vault }: SignedInContext, nric: string): Promise<string | undefined> {
  const isApplicant = and(eq(users.role, 'user'), isNull(users.closedAt))
  const [found] = await db
    .select({ userID: users.userID })
    .from(users)
    .where(and(inArray(users.nricHash, vault.hashes(nric)), isApplicant))
  return found?.userID
}
