import { record } from '#server/audit/public.ts'
import { updateBeneficiaryRow } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { lockPerson } from './queries.ts'

interface Withholding {
  bookingID: string
  reason: string
}

/** Hides the person from visitors, whatever the holder says. Only staff see the reason. */
export const withhold = (context: SignedInContext, { bookingID, reason }: Withholding) =>
  inTransaction(context, async (context) => {
    await setWithheld(context, bookingID, {
      withheldAt: context.clock(),
      withheldByID: context.actor.userID,
      withheldReason: reason,
    })
    await record(context, 'find.withheld', bookingID, { reason })
  })

/** The rule applies again: the holder's agreement, or ten years. */
export const stopWithholding = (context: SignedInContext, { bookingID, reason }: Withholding) =>
  inTransaction(context, async (context) => {
    await setWithheld(context, bookingID, { withheldAt: null, withheldByID: null, withheldReason: null })
    await record(context, 'find.withholding_ended', bookingID, { reason })
  })

/** Refused if a colleague was faster: their reason is not replaced unseen. */
async function setWithheld(
  { db }: SignedInContext,
  bookingID: string,
  change: { withheldAt: Date | null; withheldByID: string | null; withheldReason: string | null },
) {
  const person = await lockPerson(db, bookingID)
  if (!person) throw new AppError('NOT_FOUND')
  if ((person.withheldAt === null) === (change.withheldAt === null)) throw new AppError('ALREADY_SETTLED')
  await updateBeneficiaryRow(db, person.beneficiaryID, change)
}
