import { hasThreeStaff } from '#server/accounts/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'

/** What somebody has caused, or given one side of, somebody else settles, unless the house has only two who could. */
export async function requireNotInvolved(context: SignedInContext, people: readonly (string | null)[]) {
  if (people.includes(context.actor.userID) && (await hasThreeStaff(context))) throw new AppError('SETTLED_BY_ANOTHER')
}
