import { eq, sql } from 'drizzle-orm'
import { record } from '#server/audit/public.ts'
import { updateBeneficiaryRow } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { sharedAfter } from '#server/database/find-someone.ts'
import { beneficiaries, bookings, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { requireHolder } from '#server/rights/public.ts'

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
    if (shared) await requireHolder(context, bookingID)
    await updateBeneficiaryRow(context.db, beneficiaryID, { sharedAt: shared ? context.clock() : null })
    await record(context, shared ? 'find.shared' : 'find.unshared', bookingID)
  })

/** An applicant's own booking, or any for staff. Another family's booking is not found. */
function requireOwn<P extends { holderID: string | null }>({ actor }: SignedInContext, person: P | undefined): P {
  if (!person || (actor.role === 'user' && person.holderID !== actor.userID)) throw new AppError('NOT_FOUND')
  return person
}

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

const selectPerson = (db: Db, bookingID: string) =>
  db
    .select({
      beneficiaryID: beneficiaries.beneficiaryID,
      holderID: bookings.userID,
      sharedAt: beneficiaries.sharedAt,
      sharedAfter: sql<string | null>`${sharedAfter(beneficiaries)}::text`,
      withheldAt: beneficiaries.withheldAt,
      withheldReason: beneficiaries.withheldReason,
      withheldBy: users.fullName,
    })
    .from(bookings)
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(users, eq(users.userID, beneficiaries.withheldByID))
    .where(eq(bookings.bookingID, bookingID))

/** The person of a booking. */
const findPerson = async (db: Db, bookingID: string) => (await selectPerson(db, bookingID))[0]

/** Locked until the transaction ends. */
const lockPerson = async (db: Db, bookingID: string) =>
  (await selectPerson(db, bookingID).for('update', { of: beneficiaries }))[0]
