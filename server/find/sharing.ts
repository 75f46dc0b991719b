import { record } from '#server/audit/public.ts'
import { updateBeneficiaryRow } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { findPerson, lockPerson } from './queries.ts'

export async function getSharing(context: SignedInContext, bookingID: string) {
  const person = requireOwn(context, await findPerson(context.db, bookingID))
  const { withheldAt, withheldReason, withheldBy } = person
  return {
    shared: person.sharedAt !== null,
    sharedAfter: person.sharedAfter,
    withheld: withheldAt !== null,
    withholding:
      context.actor.role !== 'user' && withheldAt
        ? { reason: withheldReason ?? '', at: withheldAt, by: withheldBy ?? '' }
        : null,
  }
}

/** The holder's own decision; staff can still withhold the person. */
export const share = (context: SignedInContext, { bookingID, shared }: { bookingID: string; shared: boolean }) =>
  inTransaction(context, async (context) => {
    const { beneficiaryID, sharedAt } = requireOwn(context, await lockPerson(context.db, bookingID))
    if ((sharedAt !== null) === shared) return
    await updateBeneficiaryRow(context.db, beneficiaryID, { sharedAt: shared ? context.clock() : null })
    await record(context, shared ? 'find.shared' : 'find.unshared', bookingID)
  })

/** An applicant's own booking, or any for staff. Another family's booking is not found. */
function requireOwn<P extends { holderID: string | null }>({ actor }: SignedInContext, person: P | undefined): P {
  if (!person || (actor.role === 'user' && person.holderID !== actor.userID)) throw new AppError('NOT_FOUND')
  return person
}
