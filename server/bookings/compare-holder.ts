import { and, eq, inArray, isNull } from 'drizzle-orm'
import { contactKey } from '#contract/accounts/account.ts'
import type { bookingApi } from '#contract/bookings/api.ts'
import type { ReplyInput } from '#contract/endpoint.ts'
import { throttleLookup } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { isSameName } from '#server/database/same-name.ts'
import { registerEntries, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { only } from '#server/ports/database.ts'
import { findOpenCode } from './link-code.ts'

export type Entry = typeof registerEntries.$inferSelect
type Account = typeof users.$inferSelect

/** What the register and the account say about the holder, for a clerk who has the papers at hand. */
export async function compareHolder(
  context: SignedInContext,
  { bookingID, nric }: { bookingID: string; nric: string },
): Promise<ReplyInput<typeof bookingApi.compareHolder>> {
  await throttleLookup(context)
  const [entry] = await context.db.select().from(registerEntries).where(eq(registerEntries.bookingID, bookingID))
  if (!entry) throw new AppError('NOT_FOUND')
  const account = await findApplicant(context, nric)
  await record(context, 'lookup.nric', account?.userID ?? 'unknown')
  if (!account) throw new AppError('NO_USER_WITH_NRIC')
  const { fullName, contactNumber, email, dob, nricSeenAt } = account
  const code = await findOpenCode(context, bookingID, account.userID)
  const compared = compareWithEntry(entry, account)
  return {
    ...{ fullName, contactNumber, email, dateOfBirth: dob, ...compared },
    nricSeen: nricSeenAt !== null,
    codeSentAt: code?.sentAt ?? null,
  }
}

export const compareWithEntry = (entry: Entry, account: Account) => ({
  sameName: isSameName(entry.holderName, account.fullName),
  sameContact: entry.contactKey !== '' && entry.contactKey === contactKey(account.contactNumber),
})

const selectApplicant = ({ db, vault }: SignedInContext, nric: string) => {
  const isApplicant = and(eq(users.role, 'user'), isNull(users.closedAt))
  return db
    .select()
    .from(users)
    .where(and(inArray(users.nricHash, vault.hashes(nric)), isApplicant))
}

const findApplicant = (context: SignedInContext, nric: string) => selectApplicant(context, nric).then(only)

/** Locks the account, so that it is not closed before the booking is committed. */
export const lockApplicant = (context: SignedInContext, nric: string) =>
  selectApplicant(context, nric).for('key share').then(only)
