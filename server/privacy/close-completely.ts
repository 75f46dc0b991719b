import { type Closing, closeAccount } from '#server/accounts/public.ts'
import { forgetBeneficiaries } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import type { users } from '#server/database/schema.ts'
import { endSharingOf } from '#server/family/public.ts'
import { deleteClosingRequest } from './closing-queries.ts'

/** Closes the account and everything about it. What is left of never-paid bookings identifies nobody. */
export async function closeCompletely(context: Context, user: typeof users.$inferSelect, closing: Closing) {
  await forgetBeneficiaries(context, user.userID)
  await endSharingOf(context, user.userID)
  await deleteClosingRequest(context.db, user.userID)
  await closeAccount(context, user, closing)
}
